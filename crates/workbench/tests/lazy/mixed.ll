; ModuleID = 'mixed.c'
source_filename = "mixed.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind optnone uwtable
define dso_local void @mixed() #0 !dbg !10 {
  %1 = alloca i32, align 4
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  call void @llvm.dbg.declare(metadata i32* %1, metadata !14, metadata !DIExpression()), !dbg !16
  %4 = call i32 @seed(), !dbg !17
  store i32 %4, i32* %1, align 4, !dbg !16
  call void @llvm.dbg.declare(metadata i32* %2, metadata !18, metadata !DIExpression()), !dbg !19
  %5 = load i32, i32* %1, align 4, !dbg !20
  store i32 %5, i32* %2, align 4, !dbg !19
  call void @llvm.dbg.declare(metadata i32* %3, metadata !21, metadata !DIExpression()), !dbg !22
  store i32 0, i32* %3, align 4, !dbg !23
  br label %6, !dbg !25

6:                                                ; preds = %16, %0
  %7 = load i32, i32* %3, align 4, !dbg !26
  %8 = icmp ult i32 %7, 5000, !dbg !28
  br i1 %8, label %9, label %19, !dbg !29

9:                                                ; preds = %6
  %10 = load i32, i32* %2, align 4, !dbg !30
  %11 = load i32, i32* %2, align 4, !dbg !31
  %12 = lshr i32 %11, 3, !dbg !32
  %13 = xor i32 %10, %12, !dbg !33
  %14 = mul i32 %13, 1664525, !dbg !34
  %15 = add i32 %14, 1013904223, !dbg !35
  store i32 %15, i32* %2, align 4, !dbg !36
  br label %16, !dbg !37

16:                                               ; preds = %9
  %17 = load i32, i32* %3, align 4, !dbg !38
  %18 = add i32 %17, 1, !dbg !38
  store i32 %18, i32* %3, align 4, !dbg !38
  br label %6, !dbg !39, !llvm.loop !40

19:                                               ; preds = %6
  call void @step(), !dbg !43
  %20 = load i32, i32* %2, align 4, !dbg !44
  %21 = xor i32 %20, 1540483477, !dbg !46
  %22 = load i32, i32* %1, align 4, !dbg !47
  %23 = icmp eq i32 %21, %22, !dbg !48
  br i1 %23, label %24, label %25, !dbg !49

24:                                               ; preds = %19
  call void @alarm(), !dbg !50
  br label %25, !dbg !50

25:                                               ; preds = %24, %19
  call void @done(), !dbg !51
  ret void, !dbg !52
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

declare i32 @seed() #2

declare void @step() #2

declare void @alarm() #2

declare void @done() #2

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7, !8}
!llvm.ident = !{!9}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "mixed.c", directory: ".", checksumkind: CSK_MD5, checksum: "26b286e98c29e8e1ac51a1b67f341a4f")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 7, !"PIC Level", i32 2}
!6 = !{i32 7, !"PIE Level", i32 2}
!7 = !{i32 7, !"uwtable", i32 1}
!8 = !{i32 7, !"frame-pointer", i32 2}
!9 = !{!"Debian clang version 14.0.6"}
!10 = distinct !DISubprogram(name: "mixed", scope: !1, file: !1, line: 7, type: !11, scopeLine: 8, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !13)
!11 = !DISubroutineType(types: !12)
!12 = !{null}
!13 = !{}
!14 = !DILocalVariable(name: "x", scope: !10, file: !1, line: 9, type: !15)
!15 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!16 = !DILocation(line: 9, column: 14, scope: !10)
!17 = !DILocation(line: 9, column: 18, scope: !10)
!18 = !DILocalVariable(name: "y", scope: !10, file: !1, line: 9, type: !15)
!19 = !DILocation(line: 9, column: 26, scope: !10)
!20 = !DILocation(line: 9, column: 30, scope: !10)
!21 = !DILocalVariable(name: "i", scope: !10, file: !1, line: 10, type: !15)
!22 = !DILocation(line: 10, column: 14, scope: !10)
!23 = !DILocation(line: 11, column: 12, scope: !24)
!24 = distinct !DILexicalBlock(scope: !10, file: !1, line: 11, column: 5)
!25 = !DILocation(line: 11, column: 10, scope: !24)
!26 = !DILocation(line: 11, column: 17, scope: !27)
!27 = distinct !DILexicalBlock(scope: !24, file: !1, line: 11, column: 5)
!28 = !DILocation(line: 11, column: 19, scope: !27)
!29 = !DILocation(line: 11, column: 5, scope: !24)
!30 = !DILocation(line: 12, column: 14, scope: !27)
!31 = !DILocation(line: 12, column: 19, scope: !27)
!32 = !DILocation(line: 12, column: 21, scope: !27)
!33 = !DILocation(line: 12, column: 16, scope: !27)
!34 = !DILocation(line: 12, column: 28, scope: !27)
!35 = !DILocation(line: 12, column: 39, scope: !27)
!36 = !DILocation(line: 12, column: 11, scope: !27)
!37 = !DILocation(line: 12, column: 9, scope: !27)
!38 = !DILocation(line: 11, column: 28, scope: !27)
!39 = !DILocation(line: 11, column: 5, scope: !27)
!40 = distinct !{!40, !29, !41, !42}
!41 = !DILocation(line: 12, column: 41, scope: !24)
!42 = !{!"llvm.loop.mustprogress"}
!43 = !DILocation(line: 13, column: 5, scope: !10)
!44 = !DILocation(line: 14, column: 10, scope: !45)
!45 = distinct !DILexicalBlock(scope: !10, file: !1, line: 14, column: 9)
!46 = !DILocation(line: 14, column: 12, scope: !45)
!47 = !DILocation(line: 14, column: 30, scope: !45)
!48 = !DILocation(line: 14, column: 27, scope: !45)
!49 = !DILocation(line: 14, column: 9, scope: !10)
!50 = !DILocation(line: 15, column: 9, scope: !45)
!51 = !DILocation(line: 16, column: 5, scope: !10)
!52 = !DILocation(line: 17, column: 1, scope: !10)
