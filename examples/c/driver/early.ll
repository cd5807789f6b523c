; ModuleID = 'early.c'
source_filename = "early.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@disk_interrupt.failures = internal global i32 0, align 4, !dbg !0
@disk_lock = internal global i32 0, align 4, !dbg !26

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @disk_submit(i32 noundef %0) #0 !dbg !38 {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  store i32 %0, i32* %3, align 4
  call void @llvm.dbg.declare(metadata i32* %3, metadata !41, metadata !DIExpression()), !dbg !42
  call void @enter(), !dbg !43
  %4 = load i32, i32* %3, align 4, !dbg !44
  %5 = call i32 @ring_put(i32 noundef %4), !dbg !46
  %6 = icmp ne i32 %5, 0, !dbg !47
  br i1 %6, label %7, label %8, !dbg !48

7:                                                ; preds = %1
  store i32 1, i32* %2, align 4, !dbg !49
  br label %13, !dbg !49

8:                                                ; preds = %1
  %9 = call i32 @disk_status(), !dbg !50
  %10 = icmp eq i32 %9, 0, !dbg !52
  br i1 %10, label %11, label %12, !dbg !53

11:                                               ; preds = %8
  call void @start_next(), !dbg !54
  br label %12, !dbg !54

12:                                               ; preds = %11, %8
  call void @leave(), !dbg !55
  store i32 0, i32* %2, align 4, !dbg !56
  br label %13, !dbg !56

13:                                               ; preds = %12, %7
  %14 = load i32, i32* %2, align 4, !dbg !57
  ret i32 %14, !dbg !57
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: noinline nounwind uwtable
define internal void @enter() #0 !dbg !58 {
  call void @irq_disable(), !dbg !59
  call void @spin_lock(i32* noundef @disk_lock), !dbg !60
  ret void, !dbg !61
}

declare i32 @ring_put(i32 noundef) #2

declare i32 @disk_status() #2

; Function Attrs: noinline nounwind uwtable
define internal void @start_next() #0 !dbg !62 {
  %1 = alloca i32, align 4
  call void @llvm.dbg.declare(metadata i32* %1, metadata !63, metadata !DIExpression()), !dbg !64
  %2 = call i32 @ring_get(i32* noundef %1), !dbg !65
  %3 = icmp eq i32 %2, 0, !dbg !67
  br i1 %3, label %4, label %6, !dbg !68

4:                                                ; preds = %0
  %5 = load i32, i32* %1, align 4, !dbg !69
  call void @disk_command(i32 noundef 1, i32 noundef %5), !dbg !70
  br label %6, !dbg !70

6:                                                ; preds = %4, %0
  ret void, !dbg !71
}

; Function Attrs: noinline nounwind uwtable
define internal void @leave() #0 !dbg !72 {
  call void @spin_unlock(i32* noundef @disk_lock), !dbg !73
  call void @irq_enable(), !dbg !74
  ret void, !dbg !75
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @disk_reset() #0 !dbg !76 {
  %1 = alloca i32, align 4
  %2 = alloca i32, align 4
  call void @llvm.dbg.declare(metadata i32* %2, metadata !79, metadata !DIExpression()), !dbg !81
  store i32 0, i32* %2, align 4, !dbg !81
  br label %3, !dbg !82

3:                                                ; preds = %11, %0
  %4 = load i32, i32* %2, align 4, !dbg !83
  %5 = icmp slt i32 %4, 2, !dbg !85
  br i1 %5, label %6, label %14, !dbg !86

6:                                                ; preds = %3
  call void @enter(), !dbg !87
  %7 = call i32 @disk_status(), !dbg !89
  %8 = icmp eq i32 %7, 0, !dbg !91
  br i1 %8, label %9, label %10, !dbg !92

9:                                                ; preds = %6
  call void @disk_command(i32 noundef 2, i32 noundef 0), !dbg !93
  call void @leave(), !dbg !95
  store i32 0, i32* %1, align 4, !dbg !96
  br label %15, !dbg !96

10:                                               ; preds = %6
  call void @leave(), !dbg !97
  br label %11, !dbg !98

11:                                               ; preds = %10
  %12 = load i32, i32* %2, align 4, !dbg !99
  %13 = add nsw i32 %12, 1, !dbg !99
  store i32 %13, i32* %2, align 4, !dbg !99
  br label %3, !dbg !100, !llvm.loop !101

14:                                               ; preds = %3
  store i32 1, i32* %1, align 4, !dbg !104
  br label %15, !dbg !104

15:                                               ; preds = %14, %9
  %16 = load i32, i32* %1, align 4, !dbg !105
  ret i32 %16, !dbg !105
}

declare void @disk_command(i32 noundef, i32 noundef) #2

; Function Attrs: noinline nounwind uwtable
define dso_local void @disk_interrupt() #0 !dbg !2 {
  call void @spin_lock(i32* noundef @disk_lock), !dbg !106
  %1 = call i32 @disk_status(), !dbg !107
  switch i32 %1, label %9 [
    i32 3, label %2
    i32 2, label %8
  ], !dbg !108

2:                                                ; preds = %0
  %3 = load i32, i32* @disk_interrupt.failures, align 4, !dbg !109
  %4 = add nsw i32 %3, 1, !dbg !109
  store i32 %4, i32* @disk_interrupt.failures, align 4, !dbg !109
  %5 = icmp eq i32 %4, 3, !dbg !112
  br i1 %5, label %6, label %7, !dbg !113

6:                                                ; preds = %2
  store i32 0, i32* @disk_interrupt.failures, align 4, !dbg !114
  call void @disk_command(i32 noundef 2, i32 noundef 0), !dbg !116
  br label %10, !dbg !117

7:                                                ; preds = %2
  br label %8, !dbg !118

8:                                                ; preds = %0, %7
  call void @disk_command(i32 noundef 3, i32 noundef 0), !dbg !119
  call void @start_next(), !dbg !120
  br label %10, !dbg !121

9:                                                ; preds = %0
  br label %10, !dbg !122

10:                                               ; preds = %9, %8, %6
  call void @spin_unlock(i32* noundef @disk_lock), !dbg !123
  ret void, !dbg !124
}

declare void @spin_lock(i32* noundef) #2

declare void @spin_unlock(i32* noundef) #2

declare void @irq_disable() #2

declare i32 @ring_get(i32* noundef) #2

declare void @irq_enable() #2

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!6}
!llvm.module.flags = !{!30, !31, !32, !33, !34, !35, !36}
!llvm.ident = !{!37}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "failures", scope: !2, file: !3, line: 53, type: !28, isLocal: true, isDefinition: true)
!2 = distinct !DISubprogram(name: "disk_interrupt", scope: !3, file: !3, line: 51, type: !4, scopeLine: 52, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !6, retainedNodes: !29)
!3 = !DIFile(filename: "early.c", directory: ".", checksumkind: CSK_MD5, checksum: "517f39cd235309e228a790a44bcfdf3d")
!4 = !DISubroutineType(types: !5)
!5 = !{null}
!6 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !7, globals: !25, splitDebugInlining: false, nameTableKind: None)
!7 = !{!8, !14, !20}
!8 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "result", file: !9, line: 5, baseType: !10, size: 32, elements: !11)
!9 = !DIFile(filename: "./driver.h", directory: ".", checksumkind: CSK_MD5, checksum: "83eca04f2300c34714295ef1c2609f8f")
!10 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!11 = !{!12, !13}
!12 = !DIEnumerator(name: "DONE", value: 0)
!13 = !DIEnumerator(name: "BUSY", value: 1)
!14 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "status", file: !9, line: 6, baseType: !10, size: 32, elements: !15)
!15 = !{!16, !17, !18, !19}
!16 = !DIEnumerator(name: "IDLE", value: 0)
!17 = !DIEnumerator(name: "RUNNING", value: 1)
!18 = !DIEnumerator(name: "FINISHED", value: 2)
!19 = !DIEnumerator(name: "BROKEN", value: 3)
!20 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "command", file: !9, line: 7, baseType: !10, size: 32, elements: !21)
!21 = !{!22, !23, !24}
!22 = !DIEnumerator(name: "START", value: 1)
!23 = !DIEnumerator(name: "RESET", value: 2)
!24 = !DIEnumerator(name: "ACKNOWLEDGE", value: 3)
!25 = !{!0, !26}
!26 = !DIGlobalVariableExpression(var: !27, expr: !DIExpression())
!27 = distinct !DIGlobalVariable(name: "disk_lock", scope: !6, file: !3, line: 4, type: !28, isLocal: true, isDefinition: true)
!28 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!29 = !{}
!30 = !{i32 7, !"Dwarf Version", i32 5}
!31 = !{i32 2, !"Debug Info Version", i32 3}
!32 = !{i32 1, !"wchar_size", i32 4}
!33 = !{i32 7, !"PIC Level", i32 2}
!34 = !{i32 7, !"PIE Level", i32 2}
!35 = !{i32 7, !"uwtable", i32 1}
!36 = !{i32 7, !"frame-pointer", i32 2}
!37 = !{!"Debian clang version 14.0.6"}
!38 = distinct !DISubprogram(name: "disk_submit", scope: !3, file: !3, line: 26, type: !39, scopeLine: 27, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !6, retainedNodes: !29)
!39 = !DISubroutineType(types: !40)
!40 = !{!28, !28}
!41 = !DILocalVariable(name: "block", arg: 1, scope: !38, file: !3, line: 26, type: !28)
!42 = !DILocation(line: 26, column: 21, scope: !38)
!43 = !DILocation(line: 28, column: 5, scope: !38)
!44 = !DILocation(line: 29, column: 18, scope: !45)
!45 = distinct !DILexicalBlock(scope: !38, file: !3, line: 29, column: 9)
!46 = !DILocation(line: 29, column: 9, scope: !45)
!47 = !DILocation(line: 29, column: 25, scope: !45)
!48 = !DILocation(line: 29, column: 9, scope: !38)
!49 = !DILocation(line: 30, column: 9, scope: !45)
!50 = !DILocation(line: 31, column: 9, scope: !51)
!51 = distinct !DILexicalBlock(scope: !38, file: !3, line: 31, column: 9)
!52 = !DILocation(line: 31, column: 23, scope: !51)
!53 = !DILocation(line: 31, column: 9, scope: !38)
!54 = !DILocation(line: 32, column: 9, scope: !51)
!55 = !DILocation(line: 33, column: 5, scope: !38)
!56 = !DILocation(line: 34, column: 5, scope: !38)
!57 = !DILocation(line: 35, column: 1, scope: !38)
!58 = distinct !DISubprogram(name: "enter", scope: !3, file: !3, line: 6, type: !4, scopeLine: 7, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !6, retainedNodes: !29)
!59 = !DILocation(line: 8, column: 5, scope: !58)
!60 = !DILocation(line: 9, column: 5, scope: !58)
!61 = !DILocation(line: 10, column: 1, scope: !58)
!62 = distinct !DISubprogram(name: "start_next", scope: !3, file: !3, line: 19, type: !4, scopeLine: 20, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !6, retainedNodes: !29)
!63 = !DILocalVariable(name: "block", scope: !62, file: !3, line: 21, type: !28)
!64 = !DILocation(line: 21, column: 9, scope: !62)
!65 = !DILocation(line: 22, column: 9, scope: !66)
!66 = distinct !DILexicalBlock(scope: !62, file: !3, line: 22, column: 9)
!67 = !DILocation(line: 22, column: 26, scope: !66)
!68 = !DILocation(line: 22, column: 9, scope: !62)
!69 = !DILocation(line: 23, column: 29, scope: !66)
!70 = !DILocation(line: 23, column: 9, scope: !66)
!71 = !DILocation(line: 24, column: 1, scope: !62)
!72 = distinct !DISubprogram(name: "leave", scope: !3, file: !3, line: 12, type: !4, scopeLine: 13, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !6, retainedNodes: !29)
!73 = !DILocation(line: 14, column: 5, scope: !72)
!74 = !DILocation(line: 15, column: 5, scope: !72)
!75 = !DILocation(line: 16, column: 1, scope: !72)
!76 = distinct !DISubprogram(name: "disk_reset", scope: !3, file: !3, line: 37, type: !77, scopeLine: 38, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !6, retainedNodes: !29)
!77 = !DISubroutineType(types: !78)
!78 = !{!28}
!79 = !DILocalVariable(name: "polls", scope: !80, file: !3, line: 39, type: !28)
!80 = distinct !DILexicalBlock(scope: !76, file: !3, line: 39, column: 5)
!81 = !DILocation(line: 39, column: 14, scope: !80)
!82 = !DILocation(line: 39, column: 10, scope: !80)
!83 = !DILocation(line: 39, column: 25, scope: !84)
!84 = distinct !DILexicalBlock(scope: !80, file: !3, line: 39, column: 5)
!85 = !DILocation(line: 39, column: 31, scope: !84)
!86 = !DILocation(line: 39, column: 5, scope: !80)
!87 = !DILocation(line: 40, column: 9, scope: !88)
!88 = distinct !DILexicalBlock(scope: !84, file: !3, line: 39, column: 49)
!89 = !DILocation(line: 41, column: 13, scope: !90)
!90 = distinct !DILexicalBlock(scope: !88, file: !3, line: 41, column: 13)
!91 = !DILocation(line: 41, column: 27, scope: !90)
!92 = !DILocation(line: 41, column: 13, scope: !88)
!93 = !DILocation(line: 42, column: 13, scope: !94)
!94 = distinct !DILexicalBlock(scope: !90, file: !3, line: 41, column: 36)
!95 = !DILocation(line: 43, column: 13, scope: !94)
!96 = !DILocation(line: 44, column: 13, scope: !94)
!97 = !DILocation(line: 46, column: 9, scope: !88)
!98 = !DILocation(line: 47, column: 5, scope: !88)
!99 = !DILocation(line: 39, column: 45, scope: !84)
!100 = !DILocation(line: 39, column: 5, scope: !84)
!101 = distinct !{!101, !86, !102, !103}
!102 = !DILocation(line: 47, column: 5, scope: !80)
!103 = !{!"llvm.loop.mustprogress"}
!104 = !DILocation(line: 48, column: 5, scope: !76)
!105 = !DILocation(line: 49, column: 1, scope: !76)
!106 = !DILocation(line: 54, column: 5, scope: !2)
!107 = !DILocation(line: 55, column: 13, scope: !2)
!108 = !DILocation(line: 55, column: 5, scope: !2)
!109 = !DILocation(line: 57, column: 13, scope: !110)
!110 = distinct !DILexicalBlock(scope: !111, file: !3, line: 57, column: 13)
!111 = distinct !DILexicalBlock(scope: !2, file: !3, line: 55, column: 28)
!112 = !DILocation(line: 57, column: 24, scope: !110)
!113 = !DILocation(line: 57, column: 13, scope: !111)
!114 = !DILocation(line: 58, column: 22, scope: !115)
!115 = distinct !DILexicalBlock(scope: !110, file: !3, line: 57, column: 30)
!116 = !DILocation(line: 59, column: 13, scope: !115)
!117 = !DILocation(line: 60, column: 13, scope: !115)
!118 = !DILocation(line: 57, column: 27, scope: !110)
!119 = !DILocation(line: 64, column: 9, scope: !111)
!120 = !DILocation(line: 65, column: 9, scope: !111)
!121 = !DILocation(line: 66, column: 9, scope: !111)
!122 = !DILocation(line: 68, column: 9, scope: !111)
!123 = !DILocation(line: 70, column: 5, scope: !2)
!124 = !DILocation(line: 71, column: 1, scope: !2)
