; ModuleID = 'waits.c'
source_filename = "waits.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind optnone uwtable
define dso_local void @waits() #0 !dbg !10 {
  %1 = alloca i32, align 4
  call void @llvm.dbg.declare(metadata i32* %1, metadata !14, metadata !DIExpression()), !dbg !16
  %2 = call i32 @amount(), !dbg !17
  store i32 %2, i32* %1, align 4, !dbg !16
  br label %3, !dbg !18

3:                                                ; preds = %13, %0
  %4 = load i32, i32* %1, align 4, !dbg !19
  %5 = icmp sgt i32 %4, 0, !dbg !20
  br i1 %5, label %6, label %14, !dbg !18

6:                                                ; preds = %3
  call void @work(), !dbg !21
  %7 = load i32, i32* %1, align 4, !dbg !23
  %8 = add nsw i32 %7, -1, !dbg !23
  store i32 %8, i32* %1, align 4, !dbg !23
  br label %9, !dbg !24

9:                                                ; preds = %12, %6
  %10 = call i32 @tired(), !dbg !25
  %11 = icmp ne i32 %10, 0, !dbg !24
  br i1 %11, label %12, label %13, !dbg !24

12:                                               ; preds = %9
  br label %9, !dbg !24, !llvm.loop !26

13:                                               ; preds = %9
  br label %3, !dbg !18, !llvm.loop !29

14:                                               ; preds = %3
  call void @rest(), !dbg !31
  ret void, !dbg !32
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

declare i32 @amount() #2

declare void @work() #2

declare i32 @tired() #2

declare void @rest() #2

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7, !8}
!llvm.ident = !{!9}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "waits.c", directory: ".", checksumkind: CSK_MD5, checksum: "d324e89f51cc2f9494609a4d7359e068")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 7, !"PIC Level", i32 2}
!6 = !{i32 7, !"PIE Level", i32 2}
!7 = !{i32 7, !"uwtable", i32 1}
!8 = !{i32 7, !"frame-pointer", i32 2}
!9 = !{!"Debian clang version 14.0.6"}
!10 = distinct !DISubprogram(name: "waits", scope: !1, file: !1, line: 7, type: !11, scopeLine: 8, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !13)
!11 = !DISubroutineType(types: !12)
!12 = !{null}
!13 = !{}
!14 = !DILocalVariable(name: "left", scope: !10, file: !1, line: 9, type: !15)
!15 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!16 = !DILocation(line: 9, column: 9, scope: !10)
!17 = !DILocation(line: 9, column: 16, scope: !10)
!18 = !DILocation(line: 10, column: 5, scope: !10)
!19 = !DILocation(line: 10, column: 12, scope: !10)
!20 = !DILocation(line: 10, column: 17, scope: !10)
!21 = !DILocation(line: 11, column: 9, scope: !22)
!22 = distinct !DILexicalBlock(scope: !10, file: !1, line: 10, column: 22)
!23 = !DILocation(line: 12, column: 13, scope: !22)
!24 = !DILocation(line: 13, column: 9, scope: !22)
!25 = !DILocation(line: 13, column: 16, scope: !22)
!26 = distinct !{!26, !24, !27, !28}
!27 = !DILocation(line: 14, column: 13, scope: !22)
!28 = !{!"llvm.loop.mustprogress"}
!29 = distinct !{!29, !18, !30, !28}
!30 = !DILocation(line: 15, column: 5, scope: !10)
!31 = !DILocation(line: 16, column: 5, scope: !10)
!32 = !DILocation(line: 17, column: 1, scope: !10)
