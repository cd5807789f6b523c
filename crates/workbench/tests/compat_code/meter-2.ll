; ModuleID = 'meter-2.c'
source_filename = "meter-2.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@total = internal global i32 0, align 4, !dbg !0

; Function Attrs: noinline nounwind uwtable
define dso_local void @meter() #0 !dbg !15 {
  %1 = alloca i32, align 4
  br label %2, !dbg !19

2:                                                ; preds = %0, %15
  call void @llvm.dbg.declare(metadata i32* %1, metadata !20, metadata !DIExpression()), !dbg !23
  %3 = call i32 @amount(), !dbg !24
  store i32 %3, i32* %1, align 4, !dbg !23
  %4 = load i32, i32* %1, align 4, !dbg !25
  %5 = icmp sgt i32 %4, 0, !dbg !27
  br i1 %5, label %6, label %10, !dbg !28

6:                                                ; preds = %2
  %7 = load i32, i32* %1, align 4, !dbg !29
  %8 = load i32, i32* @total, align 4, !dbg !30
  %9 = add i32 %8, %7, !dbg !30
  store i32 %9, i32* @total, align 4, !dbg !30
  br label %10, !dbg !31

10:                                               ; preds = %6, %2
  call void @report(), !dbg !32
  %11 = load i32, i32* @total, align 4, !dbg !33
  %12 = and i32 %11, 3, !dbg !35
  %13 = icmp eq i32 %12, 0, !dbg !36
  br i1 %13, label %14, label %15, !dbg !37

14:                                               ; preds = %10
  call void @reset(), !dbg !38
  br label %15, !dbg !38

15:                                               ; preds = %14, %10
  br label %2, !dbg !19, !llvm.loop !39
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
!llvm.module.flags = !{!7, !8, !9, !10, !11, !12, !13}
!llvm.ident = !{!14}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "total", scope: !2, file: !3, line: 6, type: !5, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !4, globals: !6, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "meter-2.c", directory: ".", checksumkind: CSK_MD5, checksum: "aec254f2b45b6bdee3865bb6e7dca504")
!4 = !{!5}
!5 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!6 = !{!0}
!7 = !{i32 7, !"Dwarf Version", i32 5}
!8 = !{i32 2, !"Debug Info Version", i32 3}
!9 = !{i32 1, !"wchar_size", i32 4}
!10 = !{i32 7, !"PIC Level", i32 2}
!11 = !{i32 7, !"PIE Level", i32 2}
!12 = !{i32 7, !"uwtable", i32 1}
!13 = !{i32 7, !"frame-pointer", i32 2}
!14 = !{!"Debian clang version 14.0.6"}
!15 = distinct !DISubprogram(name: "meter", scope: !3, file: !3, line: 8, type: !16, scopeLine: 9, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !18)
!16 = !DISubroutineType(types: !17)
!17 = !{null}
!18 = !{}
!19 = !DILocation(line: 10, column: 5, scope: !15)
!20 = !DILocalVariable(name: "left", scope: !21, file: !3, line: 11, type: !22)
!21 = distinct !DILexicalBlock(scope: !15, file: !3, line: 10, column: 15)
!22 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!23 = !DILocation(line: 11, column: 13, scope: !21)
!24 = !DILocation(line: 11, column: 20, scope: !21)
!25 = !DILocation(line: 12, column: 13, scope: !26)
!26 = distinct !DILexicalBlock(scope: !21, file: !3, line: 12, column: 13)
!27 = !DILocation(line: 12, column: 18, scope: !26)
!28 = !DILocation(line: 12, column: 13, scope: !21)
!29 = !DILocation(line: 13, column: 32, scope: !26)
!30 = !DILocation(line: 13, column: 19, scope: !26)
!31 = !DILocation(line: 13, column: 13, scope: !26)
!32 = !DILocation(line: 14, column: 9, scope: !21)
!33 = !DILocation(line: 15, column: 14, scope: !34)
!34 = distinct !DILexicalBlock(scope: !21, file: !3, line: 15, column: 13)
!35 = !DILocation(line: 15, column: 20, scope: !34)
!36 = !DILocation(line: 15, column: 25, scope: !34)
!37 = !DILocation(line: 15, column: 13, scope: !21)
!38 = !DILocation(line: 16, column: 13, scope: !34)
!39 = distinct !{!39, !19, !40}
!40 = !DILocation(line: 17, column: 5, scope: !15)
