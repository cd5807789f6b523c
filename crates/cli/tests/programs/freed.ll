; ModuleID = 'freed.c'
source_filename = "freed.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.node = type { i32, ptr }

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !10 {
  %1 = alloca i32, align 4
  %2 = alloca ptr, align 8
  store i32 0, ptr %1, align 4
    #dbg_declare(ptr %2, !15, !DIExpression(), !21)
  %3 = call noalias ptr @malloc(i64 noundef 16) #3, !dbg !22
  store ptr %3, ptr %2, align 8, !dbg !21
  %4 = load ptr, ptr %2, align 8, !dbg !23
  %5 = icmp ne ptr %4, null, !dbg !23
  br i1 %5, label %7, label %6, !dbg !25

6:                                                ; preds = %0
  store i32 0, ptr %1, align 4, !dbg !26
  br label %16, !dbg !26

7:                                                ; preds = %0
  %8 = load ptr, ptr %2, align 8, !dbg !27
  %9 = getelementptr inbounds %struct.node, ptr %8, i32 0, i32 0, !dbg !28
  store i32 3, ptr %9, align 8, !dbg !29
  %10 = load ptr, ptr %2, align 8, !dbg !30
  %11 = getelementptr inbounds %struct.node, ptr %10, i32 0, i32 1, !dbg !31
  store ptr null, ptr %11, align 8, !dbg !32
  %12 = load ptr, ptr %2, align 8, !dbg !33
  call void @free(ptr noundef %12) #4, !dbg !34
  %13 = load ptr, ptr %2, align 8, !dbg !35
  %14 = getelementptr inbounds %struct.node, ptr %13, i32 0, i32 0, !dbg !36
  %15 = load i32, ptr %14, align 8, !dbg !36
  store i32 %15, ptr %1, align 4, !dbg !37
  br label %16, !dbg !37

16:                                               ; preds = %7, %6
  %17 = load i32, ptr %1, align 4, !dbg !38
  ret i32 %17, !dbg !38
}

; Function Attrs: nounwind allocsize(0)
declare noalias ptr @malloc(i64 noundef) #1

; Function Attrs: nounwind
declare void @free(ptr noundef) #2

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nounwind allocsize(0) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nounwind allocsize(0) }
attributes #4 = { nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7, !8}
!llvm.ident = !{!9}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "Debian clang version 19.1.7 (3~deb12u1)", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "freed.c", directory: ".", checksumkind: CSK_MD5, checksum: "598c4250c67d638a0eb290852e5b827c")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 8, !"PIC Level", i32 2}
!6 = !{i32 7, !"PIE Level", i32 2}
!7 = !{i32 7, !"uwtable", i32 2}
!8 = !{i32 7, !"frame-pointer", i32 2}
!9 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!10 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 10, type: !11, scopeLine: 10, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !14)
!11 = !DISubroutineType(types: !12)
!12 = !{!13}
!13 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!14 = !{}
!15 = !DILocalVariable(name: "n", scope: !10, file: !1, line: 11, type: !16)
!16 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !17, size: 64)
!17 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "node", file: !1, line: 5, size: 128, elements: !18)
!18 = !{!19, !20}
!19 = !DIDerivedType(tag: DW_TAG_member, name: "value", scope: !17, file: !1, line: 6, baseType: !13, size: 32)
!20 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !17, file: !1, line: 7, baseType: !16, size: 64, offset: 64)
!21 = !DILocation(line: 11, column: 18, scope: !10)
!22 = !DILocation(line: 11, column: 22, scope: !10)
!23 = !DILocation(line: 12, column: 10, scope: !24)
!24 = distinct !DILexicalBlock(scope: !10, file: !1, line: 12, column: 9)
!25 = !DILocation(line: 12, column: 9, scope: !10)
!26 = !DILocation(line: 13, column: 9, scope: !24)
!27 = !DILocation(line: 14, column: 5, scope: !10)
!28 = !DILocation(line: 14, column: 8, scope: !10)
!29 = !DILocation(line: 14, column: 14, scope: !10)
!30 = !DILocation(line: 15, column: 5, scope: !10)
!31 = !DILocation(line: 15, column: 8, scope: !10)
!32 = !DILocation(line: 15, column: 13, scope: !10)
!33 = !DILocation(line: 16, column: 10, scope: !10)
!34 = !DILocation(line: 16, column: 5, scope: !10)
!35 = !DILocation(line: 17, column: 12, scope: !10)
!36 = !DILocation(line: 17, column: 15, scope: !10)
!37 = !DILocation(line: 17, column: 5, scope: !10)
!38 = !DILocation(line: 18, column: 1, scope: !10)
