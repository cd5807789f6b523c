; ModuleID = 'lock_fixed.c'
source_filename = "lock_fixed.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@locked = internal global i32 0, align 4, !dbg !0

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !14 {
  %1 = alloca i32, align 4
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  store i32 0, i32* %1, align 4
  call void @llvm.dbg.declare(metadata i32* %2, metadata !18, metadata !DIExpression()), !dbg !19
  %4 = call i32 @__VERIFIER_nondet_int(), !dbg !20
  store i32 %4, i32* %2, align 4, !dbg !19
  call void @llvm.dbg.declare(metadata i32* %3, metadata !21, metadata !DIExpression()), !dbg !23
  store i32 0, i32* %3, align 4, !dbg !23
  br label %5, !dbg !24

5:                                                ; preds = %16, %0
  %6 = load i32, i32* %3, align 4, !dbg !25
  %7 = load i32, i32* %2, align 4, !dbg !27
  %8 = icmp slt i32 %6, %7, !dbg !28
  br i1 %8, label %9, label %19, !dbg !29

9:                                                ; preds = %5
  call void @lock(), !dbg !30
  %10 = load i32, i32* %3, align 4, !dbg !32
  %11 = icmp eq i32 %10, 2, !dbg !34
  br i1 %11, label %12, label %15, !dbg !35

12:                                               ; preds = %9
  %13 = load i32, i32* %2, align 4, !dbg !36
  %14 = add nsw i32 %13, -1, !dbg !36
  store i32 %14, i32* %2, align 4, !dbg !36
  br label %15, !dbg !37

15:                                               ; preds = %12, %9
  call void @unlock(), !dbg !38
  br label %16, !dbg !39

16:                                               ; preds = %15
  %17 = load i32, i32* %3, align 4, !dbg !40
  %18 = add nsw i32 %17, 1, !dbg !40
  store i32 %18, i32* %3, align 4, !dbg !40
  br label %5, !dbg !41, !llvm.loop !42

19:                                               ; preds = %5
  ret i32 0, !dbg !45
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

declare i32 @__VERIFIER_nondet_int() #2

; Function Attrs: noinline nounwind uwtable
define internal void @lock() #0 !dbg !46 {
  %1 = load i32, i32* @locked, align 4, !dbg !49
  %2 = icmp ne i32 %1, 0, !dbg !49
  br i1 %2, label %3, label %4, !dbg !51

3:                                                ; preds = %0
  call void @reach_error(), !dbg !52
  br label %4, !dbg !52

4:                                                ; preds = %3, %0
  store i32 1, i32* @locked, align 4, !dbg !53
  ret void, !dbg !54
}

; Function Attrs: noinline nounwind uwtable
define internal void @unlock() #0 !dbg !55 {
  store i32 0, i32* @locked, align 4, !dbg !56
  ret void, !dbg !57
}

declare void @reach_error() #2

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!6, !7, !8, !9, !10, !11, !12}
!llvm.ident = !{!13}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "locked", scope: !2, file: !3, line: 6, type: !5, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "lock_fixed.c", directory: ".", checksumkind: CSK_MD5, checksum: "775947b1dd8ecd88fda4dca2c0754680")
!4 = !{!0}
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!6 = !{i32 7, !"Dwarf Version", i32 5}
!7 = !{i32 2, !"Debug Info Version", i32 3}
!8 = !{i32 1, !"wchar_size", i32 4}
!9 = !{i32 7, !"PIC Level", i32 2}
!10 = !{i32 7, !"PIE Level", i32 2}
!11 = !{i32 7, !"uwtable", i32 1}
!12 = !{i32 7, !"frame-pointer", i32 2}
!13 = !{!"Debian clang version 14.0.6"}
!14 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 18, type: !15, scopeLine: 18, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !17)
!15 = !DISubroutineType(types: !16)
!16 = !{!5}
!17 = !{}
!18 = !DILocalVariable(name: "n", scope: !14, file: !3, line: 19, type: !5)
!19 = !DILocation(line: 19, column: 9, scope: !14)
!20 = !DILocation(line: 19, column: 13, scope: !14)
!21 = !DILocalVariable(name: "i", scope: !22, file: !3, line: 20, type: !5)
!22 = distinct !DILexicalBlock(scope: !14, file: !3, line: 20, column: 5)
!23 = !DILocation(line: 20, column: 14, scope: !22)
!24 = !DILocation(line: 20, column: 10, scope: !22)
!25 = !DILocation(line: 20, column: 21, scope: !26)
!26 = distinct !DILexicalBlock(scope: !22, file: !3, line: 20, column: 5)
!27 = !DILocation(line: 20, column: 25, scope: !26)
!28 = !DILocation(line: 20, column: 23, scope: !26)
!29 = !DILocation(line: 20, column: 5, scope: !22)
!30 = !DILocation(line: 21, column: 9, scope: !31)
!31 = distinct !DILexicalBlock(scope: !26, file: !3, line: 20, column: 33)
!32 = !DILocation(line: 22, column: 13, scope: !33)
!33 = distinct !DILexicalBlock(scope: !31, file: !3, line: 22, column: 13)
!34 = !DILocation(line: 22, column: 15, scope: !33)
!35 = !DILocation(line: 22, column: 13, scope: !31)
!36 = !DILocation(line: 23, column: 14, scope: !33)
!37 = !DILocation(line: 23, column: 13, scope: !33)
!38 = !DILocation(line: 24, column: 9, scope: !31)
!39 = !DILocation(line: 25, column: 5, scope: !31)
!40 = !DILocation(line: 20, column: 29, scope: !26)
!41 = !DILocation(line: 20, column: 5, scope: !26)
!42 = distinct !{!42, !29, !43, !44}
!43 = !DILocation(line: 25, column: 5, scope: !22)
!44 = !{!"llvm.loop.mustprogress"}
!45 = !DILocation(line: 26, column: 5, scope: !14)
!46 = distinct !DISubprogram(name: "lock", scope: !3, file: !3, line: 8, type: !47, scopeLine: 8, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !17)
!47 = !DISubroutineType(types: !48)
!48 = !{null}
!49 = !DILocation(line: 9, column: 9, scope: !50)
!50 = distinct !DILexicalBlock(scope: !46, file: !3, line: 9, column: 9)
!51 = !DILocation(line: 9, column: 9, scope: !46)
!52 = !DILocation(line: 10, column: 9, scope: !50)
!53 = !DILocation(line: 11, column: 12, scope: !46)
!54 = !DILocation(line: 12, column: 1, scope: !46)
!55 = distinct !DISubprogram(name: "unlock", scope: !3, file: !3, line: 14, type: !47, scopeLine: 14, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !17)
!56 = !DILocation(line: 15, column: 12, scope: !55)
!57 = !DILocation(line: 16, column: 1, scope: !55)
