; ModuleID = 'freed_again.c'
source_filename = "freed_again.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !10 {
  %1 = alloca i32, align 4
  %2 = alloca i8*, align 8
  %3 = alloca i8*, align 8
  store i32 0, i32* %1, align 4
  call void @llvm.dbg.declare(metadata i8** %2, metadata !15, metadata !DIExpression()), !dbg !18
  %4 = call i8* @make(), !dbg !19
  store i8* %4, i8** %2, align 8, !dbg !18
  %5 = load i8*, i8** %2, align 8, !dbg !20
  %6 = icmp ne i8* %5, null, !dbg !20
  br i1 %6, label %8, label %7, !dbg !22

7:                                                ; preds = %0
  store i32 0, i32* %1, align 4, !dbg !23
  br label %17, !dbg !23

8:                                                ; preds = %0
  %9 = load i8*, i8** %2, align 8, !dbg !24
  call void @free(i8* noundef %9) #3, !dbg !25
  call void @llvm.dbg.declare(metadata i8** %3, metadata !26, metadata !DIExpression()), !dbg !27
  %10 = call i8* @make(), !dbg !28
  store i8* %10, i8** %3, align 8, !dbg !27
  %11 = load i8*, i8** %3, align 8, !dbg !29
  %12 = icmp ne i8* %11, null, !dbg !29
  br i1 %12, label %14, label %13, !dbg !31

13:                                               ; preds = %8
  store i32 0, i32* %1, align 4, !dbg !32
  br label %17, !dbg !32

14:                                               ; preds = %8
  %15 = load i8*, i8** %2, align 8, !dbg !33
  store i8 1, i8* %15, align 1, !dbg !34
  %16 = load i8*, i8** %3, align 8, !dbg !35
  call void @free(i8* noundef %16) #3, !dbg !36
  store i32 0, i32* %1, align 4, !dbg !37
  br label %17, !dbg !37

17:                                               ; preds = %14, %13, %7
  %18 = load i32, i32* %1, align 4, !dbg !38
  ret i32 %18, !dbg !38
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: noinline nounwind uwtable
define internal i8* @make() #0 !dbg !39 {
  %1 = call noalias i8* @malloc(i64 noundef 4) #3, !dbg !42
  ret i8* %1, !dbg !43
}

; Function Attrs: nounwind
declare void @free(i8* noundef) #2

; Function Attrs: nounwind
declare noalias i8* @malloc(i64 noundef) #2

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7, !8}
!llvm.ident = !{!9}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "freed_again.c", directory: ".", checksumkind: CSK_MD5, checksum: "900659a0f40fbc009a9f16b6225ba1a1")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 7, !"PIC Level", i32 2}
!6 = !{i32 7, !"PIE Level", i32 2}
!7 = !{i32 7, !"uwtable", i32 1}
!8 = !{i32 7, !"frame-pointer", i32 2}
!9 = !{!"Debian clang version 14.0.6"}
!10 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 9, type: !11, scopeLine: 9, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !14)
!11 = !DISubroutineType(types: !12)
!12 = !{!13}
!13 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!14 = !{}
!15 = !DILocalVariable(name: "old", scope: !10, file: !1, line: 10, type: !16)
!16 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !17, size: 64)
!17 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!18 = !DILocation(line: 10, column: 11, scope: !10)
!19 = !DILocation(line: 10, column: 17, scope: !10)
!20 = !DILocation(line: 11, column: 10, scope: !21)
!21 = distinct !DILexicalBlock(scope: !10, file: !1, line: 11, column: 9)
!22 = !DILocation(line: 11, column: 9, scope: !10)
!23 = !DILocation(line: 12, column: 9, scope: !21)
!24 = !DILocation(line: 13, column: 10, scope: !10)
!25 = !DILocation(line: 13, column: 5, scope: !10)
!26 = !DILocalVariable(name: "new", scope: !10, file: !1, line: 14, type: !16)
!27 = !DILocation(line: 14, column: 11, scope: !10)
!28 = !DILocation(line: 14, column: 17, scope: !10)
!29 = !DILocation(line: 15, column: 10, scope: !30)
!30 = distinct !DILexicalBlock(scope: !10, file: !1, line: 15, column: 9)
!31 = !DILocation(line: 15, column: 9, scope: !10)
!32 = !DILocation(line: 16, column: 9, scope: !30)
!33 = !DILocation(line: 17, column: 6, scope: !10)
!34 = !DILocation(line: 17, column: 10, scope: !10)
!35 = !DILocation(line: 18, column: 10, scope: !10)
!36 = !DILocation(line: 18, column: 5, scope: !10)
!37 = !DILocation(line: 19, column: 5, scope: !10)
!38 = !DILocation(line: 20, column: 1, scope: !10)
!39 = distinct !DISubprogram(name: "make", scope: !1, file: !1, line: 5, type: !40, scopeLine: 5, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0, retainedNodes: !14)
!40 = !DISubroutineType(types: !41)
!41 = !{!16}
!42 = !DILocation(line: 6, column: 12, scope: !39)
!43 = !DILocation(line: 6, column: 5, scope: !39)
