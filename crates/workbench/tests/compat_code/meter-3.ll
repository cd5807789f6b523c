; ModuleID = 'meter-3.c'
source_filename = "meter-3.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@total = internal global i32 0, align 4, !dbg !0

; Function Attrs: noinline nounwind uwtable
define dso_local void @meter() #0 !dbg !14 {
  %1 = alloca i32, align 4
  br label %2, !dbg !18

2:                                                ; preds = %0, %17
  call void @llvm.dbg.declare(metadata i32* %1, metadata !19, metadata !DIExpression()), !dbg !22
  %3 = call i32 @amount(), !dbg !23
  store i32 %3, i32* %1, align 4, !dbg !22
  br label %4, !dbg !24

4:                                                ; preds = %7, %2
  %5 = load i32, i32* %1, align 4, !dbg !25
  %6 = icmp sgt i32 %5, 0, !dbg !26
  br i1 %6, label %7, label %12, !dbg !24

7:                                                ; preds = %4
  %8 = load i32, i32* @total, align 4, !dbg !27
  %9 = add i32 %8, 4, !dbg !27
  store i32 %9, i32* @total, align 4, !dbg !27
  %10 = load i32, i32* %1, align 4, !dbg !29
  %11 = add nsw i32 %10, -1, !dbg !29
  store i32 %11, i32* %1, align 4, !dbg !29
  br label %4, !dbg !24, !llvm.loop !30

12:                                               ; preds = %4
  call void @report(), !dbg !33
  %13 = load i32, i32* @total, align 4, !dbg !34
  %14 = and i32 %13, 3, !dbg !36
  %15 = icmp ne i32 %14, 1, !dbg !37
  br i1 %15, label %16, label %17, !dbg !38

16:                                               ; preds = %12
  call void @reset(), !dbg !39
  br label %17, !dbg !39

17:                                               ; preds = %16, %12
  br label %2, !dbg !18, !llvm.loop !40
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

declare i32 @amount() #2

declare void @report() #2

declare void @reset() #2

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!6, !7, !8, !9, !10, !11, !12}
!llvm.ident = !{!13}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "total", scope: !2, file: !3, line: 6, type: !5, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "meter-3.c", directory: ".", checksumkind: CSK_MD5, checksum: "86a5165ee32b913a2b56cfc0a8474816")
!4 = !{!0}
!5 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!6 = !{i32 7, !"Dwarf Version", i32 5}
!7 = !{i32 2, !"Debug Info Version", i32 3}
!8 = !{i32 1, !"wchar_size", i32 4}
!9 = !{i32 7, !"PIC Level", i32 2}
!10 = !{i32 7, !"PIE Level", i32 2}
!11 = !{i32 7, !"uwtable", i32 1}
!12 = !{i32 7, !"frame-pointer", i32 2}
!13 = !{!"Debian clang version 14.0.6"}
!14 = distinct !DISubprogram(name: "meter", scope: !3, file: !3, line: 8, type: !15, scopeLine: 9, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !17)
!15 = !DISubroutineType(types: !16)
!16 = !{null}
!17 = !{}
!18 = !DILocation(line: 10, column: 5, scope: !14)
!19 = !DILocalVariable(name: "left", scope: !20, file: !3, line: 11, type: !21)
!20 = distinct !DILexicalBlock(scope: !14, file: !3, line: 10, column: 15)
!21 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!22 = !DILocation(line: 11, column: 13, scope: !20)
!23 = !DILocation(line: 11, column: 20, scope: !20)
!24 = !DILocation(line: 12, column: 9, scope: !20)
!25 = !DILocation(line: 12, column: 16, scope: !20)
!26 = !DILocation(line: 12, column: 21, scope: !20)
!27 = !DILocation(line: 13, column: 19, scope: !28)
!28 = distinct !DILexicalBlock(scope: !20, file: !3, line: 12, column: 26)
!29 = !DILocation(line: 14, column: 17, scope: !28)
!30 = distinct !{!30, !24, !31, !32}
!31 = !DILocation(line: 15, column: 9, scope: !20)
!32 = !{!"llvm.loop.mustprogress"}
!33 = !DILocation(line: 16, column: 9, scope: !20)
!34 = !DILocation(line: 17, column: 14, scope: !35)
!35 = distinct !DILexicalBlock(scope: !20, file: !3, line: 17, column: 13)
!36 = !DILocation(line: 17, column: 20, scope: !35)
!37 = !DILocation(line: 17, column: 25, scope: !35)
!38 = !DILocation(line: 17, column: 13, scope: !20)
!39 = !DILocation(line: 18, column: 13, scope: !35)
!40 = distinct !{!40, !18, !41}
!41 = !DILocation(line: 19, column: 5, scope: !14)
