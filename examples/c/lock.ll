; ModuleID = 'lock.c'
source_filename = "lock.c"
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

5:                                                ; preds = %14, %0
  %6 = load i32, i32* %3, align 4, !dbg !25
  %7 = load i32, i32* %2, align 4, !dbg !27
  %8 = icmp slt i32 %6, %7, !dbg !28
  br i1 %8, label %9, label %17, !dbg !29

9:                                                ; preds = %5
  call void @lock(), !dbg !30
  %10 = load i32, i32* %3, align 4, !dbg !32
  %11 = icmp eq i32 %10, 2, !dbg !34
  br i1 %11, label %12, label %13, !dbg !35

12:                                               ; preds = %9
  br label %14, !dbg !36

13:                                               ; preds = %9
  call void @unlock(), !dbg !37
  br label %14, !dbg !38

14:                                               ; preds = %13, %12
  %15 = load i32, i32* %3, align 4, !dbg !39
  %16 = add nsw i32 %15, 1, !dbg !39
  store i32 %16, i32* %3, align 4, !dbg !39
  br label %5, !dbg !40, !llvm.loop !41

17:                                               ; preds = %5
  ret i32 0, !dbg !44
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

declare i32 @__VERIFIER_nondet_int() #2

; Function Attrs: noinline nounwind uwtable
define internal void @lock() #0 !dbg !45 {
  %1 = load i32, i32* @locked, align 4, !dbg !48
  %2 = icmp ne i32 %1, 0, !dbg !48
  br i1 %2, label %3, label %4, !dbg !50

3:                                                ; preds = %0
  call void @reach_error(), !dbg !51
  br label %4, !dbg !51

4:                                                ; preds = %3, %0
  store i32 1, i32* @locked, align 4, !dbg !52
  ret void, !dbg !53
}

; Function Attrs: noinline nounwind uwtable
define internal void @unlock() #0 !dbg !54 {
  store i32 0, i32* @locked, align 4, !dbg !55
  ret void, !dbg !56
}

declare void @reach_error() #2

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!6, !7, !8, !9, !10, !11, !12}
!llvm.ident = !{!13}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "locked", scope: !2, file: !3, line: 5, type: !5, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "lock.c", directory: ".", checksumkind: CSK_MD5, checksum: "2af258edbb1db13f89480e6e6197a668")
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
!14 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 17, type: !15, scopeLine: 17, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !17)
!15 = !DISubroutineType(types: !16)
!16 = !{!5}
!17 = !{}
!18 = !DILocalVariable(name: "n", scope: !14, file: !3, line: 18, type: !5)
!19 = !DILocation(line: 18, column: 9, scope: !14)
!20 = !DILocation(line: 18, column: 13, scope: !14)
!21 = !DILocalVariable(name: "i", scope: !22, file: !3, line: 19, type: !5)
!22 = distinct !DILexicalBlock(scope: !14, file: !3, line: 19, column: 5)
!23 = !DILocation(line: 19, column: 14, scope: !22)
!24 = !DILocation(line: 19, column: 10, scope: !22)
!25 = !DILocation(line: 19, column: 21, scope: !26)
!26 = distinct !DILexicalBlock(scope: !22, file: !3, line: 19, column: 5)
!27 = !DILocation(line: 19, column: 25, scope: !26)
!28 = !DILocation(line: 19, column: 23, scope: !26)
!29 = !DILocation(line: 19, column: 5, scope: !22)
!30 = !DILocation(line: 20, column: 9, scope: !31)
!31 = distinct !DILexicalBlock(scope: !26, file: !3, line: 19, column: 33)
!32 = !DILocation(line: 21, column: 13, scope: !33)
!33 = distinct !DILexicalBlock(scope: !31, file: !3, line: 21, column: 13)
!34 = !DILocation(line: 21, column: 15, scope: !33)
!35 = !DILocation(line: 21, column: 13, scope: !31)
!36 = !DILocation(line: 22, column: 13, scope: !33)
!37 = !DILocation(line: 23, column: 9, scope: !31)
!38 = !DILocation(line: 24, column: 5, scope: !31)
!39 = !DILocation(line: 19, column: 29, scope: !26)
!40 = !DILocation(line: 19, column: 5, scope: !26)
!41 = distinct !{!41, !29, !42, !43}
!42 = !DILocation(line: 24, column: 5, scope: !22)
!43 = !{!"llvm.loop.mustprogress"}
!44 = !DILocation(line: 25, column: 5, scope: !14)
!45 = distinct !DISubprogram(name: "lock", scope: !3, file: !3, line: 7, type: !46, scopeLine: 7, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !17)
!46 = !DISubroutineType(types: !47)
!47 = !{null}
!48 = !DILocation(line: 8, column: 9, scope: !49)
!49 = distinct !DILexicalBlock(scope: !45, file: !3, line: 8, column: 9)
!50 = !DILocation(line: 8, column: 9, scope: !45)
!51 = !DILocation(line: 9, column: 9, scope: !49)
!52 = !DILocation(line: 10, column: 12, scope: !45)
!53 = !DILocation(line: 11, column: 1, scope: !45)
!54 = distinct !DISubprogram(name: "unlock", scope: !3, file: !3, line: 13, type: !46, scopeLine: 13, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !17)
!55 = !DILocation(line: 14, column: 12, scope: !54)
!56 = !DILocation(line: 15, column: 1, scope: !54)
