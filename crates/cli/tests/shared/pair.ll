; ModuleID = 'pair.c'
source_filename = "pair.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.box = type { i32 }

@count = internal global i32 0, align 4, !dbg !0
@pressure = external global i32, align 4

; Function Attrs: noinline nounwind uwtable
define dso_local void @producer() #0 !dbg !17 {
  br label %1, !dbg !21

1:                                                ; preds = %8, %0
  %2 = load i32, i32* @count, align 4, !dbg !22
  %3 = icmp slt i32 %2, 2, !dbg !27
  br i1 %3, label %4, label %7, !dbg !28

4:                                                ; preds = %1
  %5 = load i32, i32* @count, align 4, !dbg !29
  %6 = add nsw i32 %5, 1, !dbg !29
  store i32 %6, i32* @count, align 4, !dbg !29
  call void @note_more(), !dbg !31
  br label %8, !dbg !32

7:                                                ; preds = %1
  call void @note_full(), !dbg !33
  br label %8

8:                                                ; preds = %7, %4
  br label %1, !dbg !35, !llvm.loop !36
}

declare void @note_more() #1

declare void @note_full() #1

; Function Attrs: noinline nounwind uwtable
define dso_local void @consumer() #0 !dbg !39 {
  br label %1, !dbg !40

1:                                                ; preds = %7, %0
  %2 = load i32, i32* @count, align 4, !dbg !41
  %3 = icmp sgt i32 %2, 0, !dbg !46
  br i1 %3, label %4, label %7, !dbg !47

4:                                                ; preds = %1
  %5 = load i32, i32* @count, align 4, !dbg !48
  %6 = add nsw i32 %5, -1, !dbg !48
  store i32 %6, i32* @count, align 4, !dbg !48
  br label %7, !dbg !49

7:                                                ; preds = %4, %1
  call void @note_full(), !dbg !50
  br label %1, !dbg !51, !llvm.loop !52
}

; Function Attrs: noinline nounwind uwtable
define dso_local void @fill(%struct.box* noundef %0) #0 !dbg !55 {
  %2 = alloca %struct.box*, align 8
  store %struct.box* %0, %struct.box** %2, align 8
  call void @llvm.dbg.declare(metadata %struct.box** %2, metadata !62, metadata !DIExpression()), !dbg !63
  %3 = load %struct.box*, %struct.box** %2, align 8, !dbg !64
  %4 = getelementptr inbounds %struct.box, %struct.box* %3, i32 0, i32 0, !dbg !65
  store i32 1, i32* %4, align 4, !dbg !66
  call void @note_more(), !dbg !67
  ret void, !dbg !68
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #2

; Function Attrs: noinline nounwind uwtable
define dso_local void @take(%struct.box* noundef %0) #0 !dbg !69 {
  %2 = alloca %struct.box*, align 8
  store %struct.box* %0, %struct.box** %2, align 8
  call void @llvm.dbg.declare(metadata %struct.box** %2, metadata !70, metadata !DIExpression()), !dbg !71
  %3 = load %struct.box*, %struct.box** %2, align 8, !dbg !72
  %4 = getelementptr inbounds %struct.box, %struct.box* %3, i32 0, i32 0, !dbg !74
  %5 = load i32, i32* %4, align 4, !dbg !74
  %6 = icmp ne i32 %5, 0, !dbg !72
  br i1 %6, label %7, label %8, !dbg !75

7:                                                ; preds = %1
  call void @note_full(), !dbg !76
  br label %8, !dbg !76

8:                                                ; preds = %7, %1
  ret void, !dbg !77
}

; Function Attrs: noinline nounwind uwtable
define dso_local void @harmless() #0 !dbg !78 {
  %1 = alloca i32, align 4
  call void @llvm.dbg.declare(metadata i32* %1, metadata !79, metadata !DIExpression()), !dbg !81
  store i32 0, i32* %1, align 4, !dbg !81
  br label %2, !dbg !82

2:                                                ; preds = %6, %0
  %3 = load i32, i32* %1, align 4, !dbg !83
  %4 = icmp slt i32 %3, 2, !dbg !85
  br i1 %4, label %5, label %9, !dbg !86

5:                                                ; preds = %2
  call void @note_full(), !dbg !87
  br label %6, !dbg !87

6:                                                ; preds = %5
  %7 = load i32, i32* %1, align 4, !dbg !88
  %8 = add nsw i32 %7, 1, !dbg !88
  store i32 %8, i32* %1, align 4, !dbg !88
  br label %2, !dbg !89, !llvm.loop !90

9:                                                ; preds = %2
  ret void, !dbg !93
}

; Function Attrs: noinline nounwind uwtable
define dso_local void @pump() #0 !dbg !94 {
  store i32 4, i32* @pressure, align 4, !dbg !95
  call void @note_more(), !dbg !96
  ret void, !dbg !97
}

; Function Attrs: noinline nounwind uwtable
define dso_local void @step() #0 !dbg !98 {
  %1 = load i32, i32* @count, align 4, !dbg !99
  %2 = icmp ne i32 %1, 0, !dbg !99
  br i1 %2, label %3, label %4, !dbg !101

3:                                                ; preds = %0
  call void @note_full(), !dbg !102
  br label %5, !dbg !102

4:                                                ; preds = %0
  call void @note_more(), !dbg !103
  br label %5

5:                                                ; preds = %4, %3
  %6 = load i32, i32* @count, align 4, !dbg !104
  %7 = icmp ne i32 %6, 0, !dbg !105
  %8 = xor i1 %7, true, !dbg !105
  %9 = zext i1 %8 to i32, !dbg !105
  store i32 %9, i32* @count, align 4, !dbg !106
  ret void, !dbg !107
}

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nofree nosync nounwind readnone speculatable willreturn }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!9, !10, !11, !12, !13, !14, !15}
!llvm.ident = !{!16}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "count", scope: !2, file: !3, line: 4, type: !8, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "pair.c", directory: ".", checksumkind: CSK_MD5, checksum: "d5c5a1cca85151f6cec2ca6477c088ba")
!4 = !{!5, !0}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression(DW_OP_constu, 2, DW_OP_stack_value))
!6 = distinct !DIGlobalVariable(name: "LIMIT", scope: !2, file: !3, line: 5, type: !7, isLocal: true, isDefinition: true)
!7 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !8)
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!9 = !{i32 7, !"Dwarf Version", i32 5}
!10 = !{i32 2, !"Debug Info Version", i32 3}
!11 = !{i32 1, !"wchar_size", i32 4}
!12 = !{i32 7, !"PIC Level", i32 2}
!13 = !{i32 7, !"PIE Level", i32 2}
!14 = !{i32 7, !"uwtable", i32 1}
!15 = !{i32 7, !"frame-pointer", i32 2}
!16 = !{!"Debian clang version 14.0.6"}
!17 = distinct !DISubprogram(name: "producer", scope: !3, file: !3, line: 8, type: !18, scopeLine: 9, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !20)
!18 = !DISubroutineType(types: !19)
!19 = !{null}
!20 = !{}
!21 = !DILocation(line: 10, column: 5, scope: !17)
!22 = !DILocation(line: 11, column: 13, scope: !23)
!23 = distinct !DILexicalBlock(scope: !24, file: !3, line: 11, column: 13)
!24 = distinct !DILexicalBlock(scope: !25, file: !3, line: 10, column: 14)
!25 = distinct !DILexicalBlock(scope: !26, file: !3, line: 10, column: 5)
!26 = distinct !DILexicalBlock(scope: !17, file: !3, line: 10, column: 5)
!27 = !DILocation(line: 11, column: 19, scope: !23)
!28 = !DILocation(line: 11, column: 13, scope: !24)
!29 = !DILocation(line: 12, column: 18, scope: !30)
!30 = distinct !DILexicalBlock(scope: !23, file: !3, line: 11, column: 28)
!31 = !DILocation(line: 13, column: 13, scope: !30)
!32 = !DILocation(line: 14, column: 9, scope: !30)
!33 = !DILocation(line: 15, column: 13, scope: !34)
!34 = distinct !DILexicalBlock(scope: !23, file: !3, line: 14, column: 16)
!35 = !DILocation(line: 10, column: 5, scope: !25)
!36 = distinct !{!36, !37, !38}
!37 = !DILocation(line: 10, column: 5, scope: !26)
!38 = !DILocation(line: 17, column: 5, scope: !26)
!39 = distinct !DISubprogram(name: "consumer", scope: !3, file: !3, line: 20, type: !18, scopeLine: 21, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !20)
!40 = !DILocation(line: 22, column: 5, scope: !39)
!41 = !DILocation(line: 23, column: 13, scope: !42)
!42 = distinct !DILexicalBlock(scope: !43, file: !3, line: 23, column: 13)
!43 = distinct !DILexicalBlock(scope: !44, file: !3, line: 22, column: 14)
!44 = distinct !DILexicalBlock(scope: !45, file: !3, line: 22, column: 5)
!45 = distinct !DILexicalBlock(scope: !39, file: !3, line: 22, column: 5)
!46 = !DILocation(line: 23, column: 19, scope: !42)
!47 = !DILocation(line: 23, column: 13, scope: !43)
!48 = !DILocation(line: 24, column: 18, scope: !42)
!49 = !DILocation(line: 24, column: 13, scope: !42)
!50 = !DILocation(line: 25, column: 9, scope: !43)
!51 = !DILocation(line: 22, column: 5, scope: !44)
!52 = distinct !{!52, !53, !54}
!53 = !DILocation(line: 22, column: 5, scope: !45)
!54 = !DILocation(line: 26, column: 5, scope: !45)
!55 = distinct !DISubprogram(name: "fill", scope: !3, file: !3, line: 31, type: !56, scopeLine: 32, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !20)
!56 = !DISubroutineType(types: !57)
!57 = !{null, !58}
!58 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !59, size: 64)
!59 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "box", file: !3, line: 29, size: 32, elements: !60)
!60 = !{!61}
!61 = !DIDerivedType(tag: DW_TAG_member, name: "value", scope: !59, file: !3, line: 29, baseType: !8, size: 32)
!62 = !DILocalVariable(name: "box", arg: 1, scope: !55, file: !3, line: 31, type: !58)
!63 = !DILocation(line: 31, column: 23, scope: !55)
!64 = !DILocation(line: 33, column: 5, scope: !55)
!65 = !DILocation(line: 33, column: 10, scope: !55)
!66 = !DILocation(line: 33, column: 16, scope: !55)
!67 = !DILocation(line: 34, column: 5, scope: !55)
!68 = !DILocation(line: 35, column: 1, scope: !55)
!69 = distinct !DISubprogram(name: "take", scope: !3, file: !3, line: 37, type: !56, scopeLine: 38, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !20)
!70 = !DILocalVariable(name: "box", arg: 1, scope: !69, file: !3, line: 37, type: !58)
!71 = !DILocation(line: 37, column: 23, scope: !69)
!72 = !DILocation(line: 39, column: 9, scope: !73)
!73 = distinct !DILexicalBlock(scope: !69, file: !3, line: 39, column: 9)
!74 = !DILocation(line: 39, column: 14, scope: !73)
!75 = !DILocation(line: 39, column: 9, scope: !69)
!76 = !DILocation(line: 40, column: 9, scope: !73)
!77 = !DILocation(line: 41, column: 1, scope: !69)
!78 = distinct !DISubprogram(name: "harmless", scope: !3, file: !3, line: 43, type: !18, scopeLine: 44, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !20)
!79 = !DILocalVariable(name: "i", scope: !80, file: !3, line: 45, type: !8)
!80 = distinct !DILexicalBlock(scope: !78, file: !3, line: 45, column: 5)
!81 = !DILocation(line: 45, column: 14, scope: !80)
!82 = !DILocation(line: 45, column: 10, scope: !80)
!83 = !DILocation(line: 45, column: 21, scope: !84)
!84 = distinct !DILexicalBlock(scope: !80, file: !3, line: 45, column: 5)
!85 = !DILocation(line: 45, column: 23, scope: !84)
!86 = !DILocation(line: 45, column: 5, scope: !80)
!87 = !DILocation(line: 46, column: 9, scope: !84)
!88 = !DILocation(line: 45, column: 33, scope: !84)
!89 = !DILocation(line: 45, column: 5, scope: !84)
!90 = distinct !{!90, !86, !91, !92}
!91 = !DILocation(line: 46, column: 19, scope: !80)
!92 = !{!"llvm.loop.mustprogress"}
!93 = !DILocation(line: 47, column: 1, scope: !78)
!94 = distinct !DISubprogram(name: "pump", scope: !3, file: !3, line: 49, type: !18, scopeLine: 50, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !20)
!95 = !DILocation(line: 51, column: 14, scope: !94)
!96 = !DILocation(line: 52, column: 5, scope: !94)
!97 = !DILocation(line: 53, column: 1, scope: !94)
!98 = distinct !DISubprogram(name: "step", scope: !3, file: !3, line: 55, type: !18, scopeLine: 56, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !20)
!99 = !DILocation(line: 57, column: 9, scope: !100)
!100 = distinct !DILexicalBlock(scope: !98, file: !3, line: 57, column: 9)
!101 = !DILocation(line: 57, column: 9, scope: !98)
!102 = !DILocation(line: 58, column: 9, scope: !100)
!103 = !DILocation(line: 60, column: 9, scope: !100)
!104 = !DILocation(line: 61, column: 14, scope: !98)
!105 = !DILocation(line: 61, column: 13, scope: !98)
!106 = !DILocation(line: 61, column: 11, scope: !98)
!107 = !DILocation(line: 62, column: 1, scope: !98)
