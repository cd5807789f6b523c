; ModuleID = 'pointer.c'
source_filename = "pointer.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@held = internal global i32 0, align 4, !dbg !0
@operations = internal constant [2 x ptr] [ptr @acquire, ptr @release], align 16, !dbg !12

; Function Attrs: noinline nounwind uwtable
define dso_local void @acquire() #0 !dbg !30 {
  %1 = load i32, ptr @held, align 4, !dbg !31
  %2 = add nsw i32 %1, 1, !dbg !31
  store i32 %2, ptr @held, align 4, !dbg !31
  ret void, !dbg !32
}

; Function Attrs: noinline nounwind uwtable
define dso_local void @release() #0 !dbg !33 {
  %1 = load i32, ptr @held, align 4, !dbg !34
  %2 = add nsw i32 %1, -1, !dbg !34
  store i32 %2, ptr @held, align 4, !dbg !34
  ret void, !dbg !35
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !36 {
  %1 = alloca i32, align 4
  store i32 0, ptr %1, align 4
  %2 = load ptr, ptr @operations, align 16, !dbg !39
  call void %2(), !dbg !39
  %3 = load ptr, ptr @operations, align 16, !dbg !40
  call void %3(), !dbg !40
  %4 = load i32, ptr @held, align 4, !dbg !41
  %5 = call i32 @transmit(i32 noundef 1, i32 noundef %4), !dbg !42
  ret i32 %5, !dbg !43
}

declare i32 @transmit(i32 noundef, i32 noundef) #1

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!22, !23, !24, !25, !26, !27, !28}
!llvm.ident = !{!29}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "held", scope: !2, file: !3, line: 5, type: !21, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "Debian clang version 19.1.7 (3~deb12u1)", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, globals: !11, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "pointer.c", directory: ".", checksumkind: CSK_MD5, checksum: "f23c9cbff9f972218bdc1a45d2240715")
!4 = !{!5}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "kind", file: !6, line: 1, baseType: !7, size: 32, elements: !8)
!6 = !DIFile(filename: "./common.h", directory: ".", checksumkind: CSK_MD5, checksum: "8161c4ce1bb5c0413ed9b601a03e4bbf")
!7 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!8 = !{!9, !10}
!9 = !DIEnumerator(name: "DATA", value: 0)
!10 = !DIEnumerator(name: "STATUS", value: 1)
!11 = !{!0, !12}
!12 = !DIGlobalVariableExpression(var: !13, expr: !DIExpression())
!13 = distinct !DIGlobalVariable(name: "operations", scope: !2, file: !3, line: 17, type: !14, isLocal: true, isDefinition: true)
!14 = !DICompositeType(tag: DW_TAG_array_type, baseType: !15, size: 128, elements: !19)
!15 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !16)
!16 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !17, size: 64)
!17 = !DISubroutineType(types: !18)
!18 = !{null}
!19 = !{!20}
!20 = !DISubrange(count: 2)
!21 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!22 = !{i32 7, !"Dwarf Version", i32 5}
!23 = !{i32 2, !"Debug Info Version", i32 3}
!24 = !{i32 1, !"wchar_size", i32 4}
!25 = !{i32 8, !"PIC Level", i32 2}
!26 = !{i32 7, !"PIE Level", i32 2}
!27 = !{i32 7, !"uwtable", i32 2}
!28 = !{i32 7, !"frame-pointer", i32 2}
!29 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!30 = distinct !DISubprogram(name: "acquire", scope: !3, file: !3, line: 7, type: !17, scopeLine: 8, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2)
!31 = !DILocation(line: 9, column: 9, scope: !30)
!32 = !DILocation(line: 10, column: 1, scope: !30)
!33 = distinct !DISubprogram(name: "release", scope: !3, file: !3, line: 12, type: !17, scopeLine: 13, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2)
!34 = !DILocation(line: 14, column: 9, scope: !33)
!35 = !DILocation(line: 15, column: 1, scope: !33)
!36 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 19, type: !37, scopeLine: 20, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2)
!37 = !DISubroutineType(types: !38)
!38 = !{!21}
!39 = !DILocation(line: 21, column: 5, scope: !36)
!40 = !DILocation(line: 22, column: 5, scope: !36)
!41 = !DILocation(line: 23, column: 29, scope: !36)
!42 = !DILocation(line: 23, column: 12, scope: !36)
!43 = !DILocation(line: 23, column: 5, scope: !36)
