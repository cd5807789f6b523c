; ModuleID = 'pulses.c'
source_filename = "pulses.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@count = internal global i32 0, align 4, !dbg !0

; Function Attrs: noinline nounwind optnone uwtable
define dso_local void @tick() #0 !dbg !14 {
  %1 = load i32, i32* @count, align 4, !dbg !18
  %2 = add i32 %1, 1, !dbg !18
  store i32 %2, i32* @count, align 4, !dbg !18
  %3 = load i32, i32* @count, align 4, !dbg !19
  %4 = icmp eq i32 %3, 0, !dbg !21
  br i1 %4, label %5, label %6, !dbg !22

5:                                                ; preds = %0
  call void @start_again(), !dbg !23
  br label %6, !dbg !23

6:                                                ; preds = %5, %0
  %7 = load i32, i32* @count, align 4, !dbg !24
  %8 = urem i32 %7, 4, !dbg !26
  %9 = icmp eq i32 %8, 0, !dbg !27
  br i1 %9, label %10, label %11, !dbg !28

10:                                               ; preds = %6
  call void @frame(), !dbg !29
  br label %12, !dbg !29

11:                                               ; preds = %6
  call void @pulse(), !dbg !30
  br label %12

12:                                               ; preds = %11, %10
  ret void, !dbg !31
}

declare void @start_again() #1

declare void @frame() #1

declare void @pulse() #1

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!6, !7, !8, !9, !10, !11, !12}
!llvm.ident = !{!13}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "count", scope: !2, file: !3, line: 6, type: !5, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "pulses.c", directory: ".", checksumkind: CSK_MD5, checksum: "db181ffc645502b52d647d1ccb80ba76")
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
!14 = distinct !DISubprogram(name: "tick", scope: !3, file: !3, line: 8, type: !15, scopeLine: 9, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !17)
!15 = !DISubroutineType(types: !16)
!16 = !{null}
!17 = !{}
!18 = !DILocation(line: 10, column: 10, scope: !14)
!19 = !DILocation(line: 11, column: 9, scope: !20)
!20 = distinct !DILexicalBlock(scope: !14, file: !3, line: 11, column: 9)
!21 = !DILocation(line: 11, column: 15, scope: !20)
!22 = !DILocation(line: 11, column: 9, scope: !14)
!23 = !DILocation(line: 12, column: 9, scope: !20)
!24 = !DILocation(line: 13, column: 9, scope: !25)
!25 = distinct !DILexicalBlock(scope: !14, file: !3, line: 13, column: 9)
!26 = !DILocation(line: 13, column: 15, scope: !25)
!27 = !DILocation(line: 13, column: 19, scope: !25)
!28 = !DILocation(line: 13, column: 9, scope: !14)
!29 = !DILocation(line: 14, column: 9, scope: !25)
!30 = !DILocation(line: 16, column: 9, scope: !25)
!31 = !DILocation(line: 17, column: 1, scope: !14)
