; ModuleID = 'late-1.c'
source_filename = "late-1.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@n = internal global i32 0, align 4, !dbg !0

; Function Attrs: noinline nounwind uwtable
define dso_local void @late() #0 !dbg !14 {
  br label %1, !dbg !18

1:                                                ; preds = %0, %5
  %2 = load i32, i32* @n, align 4, !dbg !19
  %3 = icmp eq i32 %2, 1000000, !dbg !22
  br i1 %3, label %4, label %5, !dbg !23

4:                                                ; preds = %1
  call void @alarm(), !dbg !24
  store i32 0, i32* @n, align 4, !dbg !26
  br label %5, !dbg !27

5:                                                ; preds = %4, %1
  call void @tick(), !dbg !28
  %6 = load i32, i32* @n, align 4, !dbg !29
  %7 = add i32 %6, 1, !dbg !29
  store i32 %7, i32* @n, align 4, !dbg !29
  br label %1, !dbg !18, !llvm.loop !30
}

declare void @alarm() #1

declare void @tick() #1

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!6, !7, !8, !9, !10, !11, !12}
!llvm.ident = !{!13}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "n", scope: !2, file: !3, line: 5, type: !5, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "late-1.c", directory: ".", checksumkind: CSK_MD5, checksum: "76009835ea9a236c3b32ac29d70ae318")
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
!14 = distinct !DISubprogram(name: "late", scope: !3, file: !3, line: 7, type: !15, scopeLine: 8, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !17)
!15 = !DISubroutineType(types: !16)
!16 = !{null}
!17 = !{}
!18 = !DILocation(line: 9, column: 5, scope: !14)
!19 = !DILocation(line: 10, column: 13, scope: !20)
!20 = distinct !DILexicalBlock(scope: !21, file: !3, line: 10, column: 13)
!21 = distinct !DILexicalBlock(scope: !14, file: !3, line: 9, column: 15)
!22 = !DILocation(line: 10, column: 15, scope: !20)
!23 = !DILocation(line: 10, column: 13, scope: !21)
!24 = !DILocation(line: 11, column: 13, scope: !25)
!25 = distinct !DILexicalBlock(scope: !20, file: !3, line: 10, column: 27)
!26 = !DILocation(line: 12, column: 15, scope: !25)
!27 = !DILocation(line: 13, column: 9, scope: !25)
!28 = !DILocation(line: 14, column: 9, scope: !21)
!29 = !DILocation(line: 15, column: 10, scope: !21)
!30 = distinct !{!30, !18, !31}
!31 = !DILocation(line: 16, column: 5, scope: !14)
