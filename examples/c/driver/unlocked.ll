; ModuleID = 'unlocked.c'
source_filename = "unlocked.c"
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
  call void @leave(), !dbg !49
  store i32 1, i32* %2, align 4, !dbg !51
  br label %13, !dbg !51

8:                                                ; preds = %1
  %9 = call i32 @disk_status(), !dbg !52
  %10 = icmp eq i32 %9, 0, !dbg !54
  br i1 %10, label %11, label %12, !dbg !55

11:                                               ; preds = %8
  call void @start_next(), !dbg !56
  br label %12, !dbg !56

12:                                               ; preds = %11, %8
  call void @leave(), !dbg !57
  store i32 0, i32* %2, align 4, !dbg !58
  br label %13, !dbg !58

13:                                               ; preds = %12, %7
  %14 = load i32, i32* %2, align 4, !dbg !59
  ret i32 %14, !dbg !59
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: noinline nounwind uwtable
define internal void @enter() #0 !dbg !60 {
  call void @irq_disable(), !dbg !61
  call void @spin_lock(i32* noundef @disk_lock), !dbg !62
  ret void, !dbg !63
}

declare i32 @ring_put(i32 noundef) #2

; Function Attrs: noinline nounwind uwtable
define internal void @leave() #0 !dbg !64 {
  call void @spin_unlock(i32* noundef @disk_lock), !dbg !65
  call void @irq_enable(), !dbg !66
  ret void, !dbg !67
}

declare i32 @disk_status() #2

; Function Attrs: noinline nounwind uwtable
define internal void @start_next() #0 !dbg !68 {
  %1 = alloca i32, align 4
  call void @llvm.dbg.declare(metadata i32* %1, metadata !69, metadata !DIExpression()), !dbg !70
  %2 = call i32 @ring_get(i32* noundef %1), !dbg !71
  %3 = icmp eq i32 %2, 0, !dbg !73
  br i1 %3, label %4, label %6, !dbg !74

4:                                                ; preds = %0
  %5 = load i32, i32* %1, align 4, !dbg !75
  call void @disk_command(i32 noundef 1, i32 noundef %5), !dbg !76
  br label %6, !dbg !76

6:                                                ; preds = %4, %0
  ret void, !dbg !77
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @disk_reset() #0 !dbg !78 {
  %1 = alloca i32, align 4
  %2 = alloca i32, align 4
  call void @llvm.dbg.declare(metadata i32* %2, metadata !81, metadata !DIExpression()), !dbg !83
  store i32 0, i32* %2, align 4, !dbg !83
  br label %3, !dbg !84

3:                                                ; preds = %11, %0
  %4 = load i32, i32* %2, align 4, !dbg !85
  %5 = icmp slt i32 %4, 2, !dbg !87
  br i1 %5, label %6, label %14, !dbg !88

6:                                                ; preds = %3
  call void @enter(), !dbg !89
  %7 = call i32 @disk_status(), !dbg !91
  %8 = icmp eq i32 %7, 0, !dbg !93
  br i1 %8, label %9, label %10, !dbg !94

9:                                                ; preds = %6
  call void @disk_command(i32 noundef 2, i32 noundef 0), !dbg !95
  call void @leave(), !dbg !97
  store i32 0, i32* %1, align 4, !dbg !98
  br label %15, !dbg !98

10:                                               ; preds = %6
  call void @leave(), !dbg !99
  br label %11, !dbg !100

11:                                               ; preds = %10
  %12 = load i32, i32* %2, align 4, !dbg !101
  %13 = add nsw i32 %12, 1, !dbg !101
  store i32 %13, i32* %2, align 4, !dbg !101
  br label %3, !dbg !102, !llvm.loop !103

14:                                               ; preds = %3
  store i32 1, i32* %1, align 4, !dbg !106
  br label %15, !dbg !106

15:                                               ; preds = %14, %9
  %16 = load i32, i32* %1, align 4, !dbg !107
  ret i32 %16, !dbg !107
}

declare void @disk_command(i32 noundef, i32 noundef) #2

; Function Attrs: noinline nounwind uwtable
define dso_local void @disk_interrupt() #0 !dbg !2 {
  %1 = call i32 @disk_status(), !dbg !108
  switch i32 %1, label %9 [
    i32 3, label %2
    i32 2, label %8
  ], !dbg !109

2:                                                ; preds = %0
  %3 = load i32, i32* @disk_interrupt.failures, align 4, !dbg !110
  %4 = add nsw i32 %3, 1, !dbg !110
  store i32 %4, i32* @disk_interrupt.failures, align 4, !dbg !110
  %5 = icmp eq i32 %4, 3, !dbg !113
  br i1 %5, label %6, label %7, !dbg !114

6:                                                ; preds = %2
  store i32 0, i32* @disk_interrupt.failures, align 4, !dbg !115
  call void @disk_command(i32 noundef 2, i32 noundef 0), !dbg !117
  br label %10, !dbg !118

7:                                                ; preds = %2
  br label %8, !dbg !119

8:                                                ; preds = %0, %7
  call void @disk_command(i32 noundef 3, i32 noundef 0), !dbg !120
  call void @start_next(), !dbg !121
  br label %10, !dbg !122

9:                                                ; preds = %0
  br label %10, !dbg !123

10:                                               ; preds = %9, %8, %6
  ret void, !dbg !124
}

declare void @irq_disable() #2

declare void @spin_lock(i32* noundef) #2

declare void @spin_unlock(i32* noundef) #2

declare void @irq_enable() #2

declare i32 @ring_get(i32* noundef) #2

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!6}
!llvm.module.flags = !{!30, !31, !32, !33, !34, !35, !36}
!llvm.ident = !{!37}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "failures", scope: !2, file: !3, line: 55, type: !28, isLocal: true, isDefinition: true)
!2 = distinct !DISubprogram(name: "disk_interrupt", scope: !3, file: !3, line: 53, type: !4, scopeLine: 54, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !6, retainedNodes: !29)
!3 = !DIFile(filename: "unlocked.c", directory: ".", checksumkind: CSK_MD5, checksum: "963b69c7823f23492b722464016c949c")
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
!49 = !DILocation(line: 30, column: 9, scope: !50)
!50 = distinct !DILexicalBlock(scope: !45, file: !3, line: 29, column: 34)
!51 = !DILocation(line: 31, column: 9, scope: !50)
!52 = !DILocation(line: 33, column: 9, scope: !53)
!53 = distinct !DILexicalBlock(scope: !38, file: !3, line: 33, column: 9)
!54 = !DILocation(line: 33, column: 23, scope: !53)
!55 = !DILocation(line: 33, column: 9, scope: !38)
!56 = !DILocation(line: 34, column: 9, scope: !53)
!57 = !DILocation(line: 35, column: 5, scope: !38)
!58 = !DILocation(line: 36, column: 5, scope: !38)
!59 = !DILocation(line: 37, column: 1, scope: !38)
!60 = distinct !DISubprogram(name: "enter", scope: !3, file: !3, line: 6, type: !4, scopeLine: 7, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !6, retainedNodes: !29)
!61 = !DILocation(line: 8, column: 5, scope: !60)
!62 = !DILocation(line: 9, column: 5, scope: !60)
!63 = !DILocation(line: 10, column: 1, scope: !60)
!64 = distinct !DISubprogram(name: "leave", scope: !3, file: !3, line: 12, type: !4, scopeLine: 13, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !6, retainedNodes: !29)
!65 = !DILocation(line: 14, column: 5, scope: !64)
!66 = !DILocation(line: 15, column: 5, scope: !64)
!67 = !DILocation(line: 16, column: 1, scope: !64)
!68 = distinct !DISubprogram(name: "start_next", scope: !3, file: !3, line: 19, type: !4, scopeLine: 20, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !6, retainedNodes: !29)
!69 = !DILocalVariable(name: "block", scope: !68, file: !3, line: 21, type: !28)
!70 = !DILocation(line: 21, column: 9, scope: !68)
!71 = !DILocation(line: 22, column: 9, scope: !72)
!72 = distinct !DILexicalBlock(scope: !68, file: !3, line: 22, column: 9)
!73 = !DILocation(line: 22, column: 26, scope: !72)
!74 = !DILocation(line: 22, column: 9, scope: !68)
!75 = !DILocation(line: 23, column: 29, scope: !72)
!76 = !DILocation(line: 23, column: 9, scope: !72)
!77 = !DILocation(line: 24, column: 1, scope: !68)
!78 = distinct !DISubprogram(name: "disk_reset", scope: !3, file: !3, line: 39, type: !79, scopeLine: 40, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !6, retainedNodes: !29)
!79 = !DISubroutineType(types: !80)
!80 = !{!28}
!81 = !DILocalVariable(name: "polls", scope: !82, file: !3, line: 41, type: !28)
!82 = distinct !DILexicalBlock(scope: !78, file: !3, line: 41, column: 5)
!83 = !DILocation(line: 41, column: 14, scope: !82)
!84 = !DILocation(line: 41, column: 10, scope: !82)
!85 = !DILocation(line: 41, column: 25, scope: !86)
!86 = distinct !DILexicalBlock(scope: !82, file: !3, line: 41, column: 5)
!87 = !DILocation(line: 41, column: 31, scope: !86)
!88 = !DILocation(line: 41, column: 5, scope: !82)
!89 = !DILocation(line: 42, column: 9, scope: !90)
!90 = distinct !DILexicalBlock(scope: !86, file: !3, line: 41, column: 49)
!91 = !DILocation(line: 43, column: 13, scope: !92)
!92 = distinct !DILexicalBlock(scope: !90, file: !3, line: 43, column: 13)
!93 = !DILocation(line: 43, column: 27, scope: !92)
!94 = !DILocation(line: 43, column: 13, scope: !90)
!95 = !DILocation(line: 44, column: 13, scope: !96)
!96 = distinct !DILexicalBlock(scope: !92, file: !3, line: 43, column: 36)
!97 = !DILocation(line: 45, column: 13, scope: !96)
!98 = !DILocation(line: 46, column: 13, scope: !96)
!99 = !DILocation(line: 48, column: 9, scope: !90)
!100 = !DILocation(line: 49, column: 5, scope: !90)
!101 = !DILocation(line: 41, column: 45, scope: !86)
!102 = !DILocation(line: 41, column: 5, scope: !86)
!103 = distinct !{!103, !88, !104, !105}
!104 = !DILocation(line: 49, column: 5, scope: !82)
!105 = !{!"llvm.loop.mustprogress"}
!106 = !DILocation(line: 50, column: 5, scope: !78)
!107 = !DILocation(line: 51, column: 1, scope: !78)
!108 = !DILocation(line: 56, column: 13, scope: !2)
!109 = !DILocation(line: 56, column: 5, scope: !2)
!110 = !DILocation(line: 58, column: 13, scope: !111)
!111 = distinct !DILexicalBlock(scope: !112, file: !3, line: 58, column: 13)
!112 = distinct !DILexicalBlock(scope: !2, file: !3, line: 56, column: 28)
!113 = !DILocation(line: 58, column: 24, scope: !111)
!114 = !DILocation(line: 58, column: 13, scope: !112)
!115 = !DILocation(line: 59, column: 22, scope: !116)
!116 = distinct !DILexicalBlock(scope: !111, file: !3, line: 58, column: 30)
!117 = !DILocation(line: 60, column: 13, scope: !116)
!118 = !DILocation(line: 61, column: 13, scope: !116)
!119 = !DILocation(line: 58, column: 27, scope: !111)
!120 = !DILocation(line: 65, column: 9, scope: !112)
!121 = !DILocation(line: 66, column: 9, scope: !112)
!122 = !DILocation(line: 67, column: 9, scope: !112)
!123 = !DILocation(line: 69, column: 9, scope: !112)
!124 = !DILocation(line: 71, column: 1, scope: !2)
