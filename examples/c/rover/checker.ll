; ModuleID = 'checker.c'
source_filename = "checker.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@evaluations = internal global i32 0, align 4, !dbg !0

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @monitor(i8* noundef %0) #0 !dbg !24 {
  %2 = alloca i8*, align 8
  store i8* %0, i8** %2, align 8
  call void @llvm.dbg.declare(metadata i8** %2, metadata !29, metadata !DIExpression()), !dbg !30
  %3 = load i8*, i8** %2, align 8, !dbg !31
  br label %4, !dbg !32

4:                                                ; preds = %4, %1
  call void @database_change(), !dbg !33
  call void @list_lock(), !dbg !37
  call void @changes_note(), !dbg !38
  call void @changed_signal(), !dbg !39
  call void @list_unlock(), !dbg !40
  br label %4, !dbg !41, !llvm.loop !42
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

declare void @database_change() #2

declare void @list_lock() #2

declare void @changes_note() #2

declare void @changed_signal() #2

declare void @list_unlock() #2

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @checker(i8* noundef %0) #0 !dbg !45 {
  %2 = alloca i8*, align 8
  %3 = alloca i32, align 4
  store i8* %0, i8** %2, align 8
  call void @llvm.dbg.declare(metadata i8** %2, metadata !46, metadata !DIExpression()), !dbg !47
  %4 = load i8*, i8** %2, align 8, !dbg !48
  br label %5, !dbg !49

5:                                                ; preds = %13, %1
  call void @wait_for_change(), !dbg !50
  %6 = load i32, i32* @evaluations, align 4, !dbg !54
  %7 = add i32 %6, 1, !dbg !54
  store i32 %7, i32* @evaluations, align 4, !dbg !54
  call void @llvm.dbg.declare(metadata i32* %3, metadata !55, metadata !DIExpression()), !dbg !57
  %8 = call i32 @condition_that_holds(), !dbg !58
  store i32 %8, i32* %3, align 4, !dbg !57
  %9 = load i32, i32* %3, align 4, !dbg !59
  %10 = icmp ne i32 %9, 0, !dbg !61
  br i1 %10, label %11, label %13, !dbg !62

11:                                               ; preds = %5
  %12 = load i32, i32* %3, align 4, !dbg !63
  call void @save(i32 noundef %12), !dbg !64
  br label %13, !dbg !64

13:                                               ; preds = %11, %5
  br label %5, !dbg !65, !llvm.loop !66
}

; Function Attrs: noinline nounwind uwtable
define internal void @wait_for_change() #0 !dbg !69 {
  call void @list_lock(), !dbg !72
  br label %1, !dbg !73

1:                                                ; preds = %5, %0
  %2 = call i32 @changes_take(), !dbg !74
  %3 = icmp ne i32 %2, 0, !dbg !75
  %4 = xor i1 %3, true, !dbg !75
  br i1 %4, label %5, label %6, !dbg !73

5:                                                ; preds = %1
  call void @changed_wait(), !dbg !76
  br label %1, !dbg !73, !llvm.loop !77

6:                                                ; preds = %1
  call void @list_unlock(), !dbg !80
  ret void, !dbg !81
}

declare i32 @condition_that_holds() #2

; Function Attrs: noinline nounwind uwtable
define internal void @save(i32 noundef %0) #0 !dbg !82 {
  %2 = alloca i32, align 4
  store i32 %0, i32* %2, align 4
  call void @llvm.dbg.declare(metadata i32* %2, metadata !85, metadata !DIExpression()), !dbg !86
  call void @exec_lock(), !dbg !87
  %3 = load i32, i32* %2, align 4, !dbg !88
  %4 = call i32 @saved_read(i32 noundef 1), !dbg !90
  %5 = icmp sgt i32 %3, %4, !dbg !91
  br i1 %5, label %6, label %8, !dbg !92

6:                                                ; preds = %1
  %7 = load i32, i32* %2, align 4, !dbg !93
  call void @saved_save(i32 noundef %7), !dbg !94
  br label %8, !dbg !94

8:                                                ; preds = %6, %1
  call void @exec_unlock(), !dbg !95
  ret void, !dbg !96
}

declare i32 @changes_take() #2

declare void @changed_wait() #2

declare void @exec_lock() #2

declare i32 @saved_read(i32 noundef) #2

declare void @saved_save(i32 noundef) #2

declare void @exec_unlock() #2

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!16, !17, !18, !19, !20, !21, !22}
!llvm.ident = !{!23}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "evaluations", scope: !2, file: !3, line: 5, type: !7, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, globals: !15, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "checker.c", directory: ".", checksumkind: CSK_MD5, checksum: "410befc82f46d7fd8426f386ee987b2b")
!4 = !{!5, !11}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, file: !6, line: 6, baseType: !7, size: 32, elements: !8)
!6 = !DIFile(filename: "./rover.h", directory: ".", checksumkind: CSK_MD5, checksum: "a82d82a14201e1252dc3b201cc9c91da")
!7 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!8 = !{!9, !10}
!9 = !DIEnumerator(name: "NOTHING", value: 0)
!10 = !DIEnumerator(name: "WAKE_UP", value: 1)
!11 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "who", file: !6, line: 5, baseType: !7, size: 32, elements: !12)
!12 = !{!13, !14}
!13 = !DIEnumerator(name: "EXECUTIVE", value: 0)
!14 = !DIEnumerator(name: "CHECKER", value: 1)
!15 = !{!0}
!16 = !{i32 7, !"Dwarf Version", i32 5}
!17 = !{i32 2, !"Debug Info Version", i32 3}
!18 = !{i32 1, !"wchar_size", i32 4}
!19 = !{i32 7, !"PIC Level", i32 2}
!20 = !{i32 7, !"PIE Level", i32 2}
!21 = !{i32 7, !"uwtable", i32 1}
!22 = !{i32 7, !"frame-pointer", i32 2}
!23 = !{!"Debian clang version 14.0.6"}
!24 = distinct !DISubprogram(name: "monitor", scope: !3, file: !3, line: 7, type: !25, scopeLine: 8, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !28)
!25 = !DISubroutineType(types: !26)
!26 = !{!27, !27}
!27 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!28 = !{}
!29 = !DILocalVariable(name: "unused", arg: 1, scope: !24, file: !3, line: 7, type: !27)
!30 = !DILocation(line: 7, column: 21, scope: !24)
!31 = !DILocation(line: 9, column: 11, scope: !24)
!32 = !DILocation(line: 10, column: 5, scope: !24)
!33 = !DILocation(line: 11, column: 9, scope: !34)
!34 = distinct !DILexicalBlock(scope: !35, file: !3, line: 10, column: 14)
!35 = distinct !DILexicalBlock(scope: !36, file: !3, line: 10, column: 5)
!36 = distinct !DILexicalBlock(scope: !24, file: !3, line: 10, column: 5)
!37 = !DILocation(line: 12, column: 9, scope: !34)
!38 = !DILocation(line: 13, column: 9, scope: !34)
!39 = !DILocation(line: 14, column: 9, scope: !34)
!40 = !DILocation(line: 15, column: 9, scope: !34)
!41 = !DILocation(line: 10, column: 5, scope: !35)
!42 = distinct !{!42, !43, !44}
!43 = !DILocation(line: 10, column: 5, scope: !36)
!44 = !DILocation(line: 16, column: 5, scope: !36)
!45 = distinct !DISubprogram(name: "checker", scope: !3, file: !3, line: 37, type: !25, scopeLine: 38, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !28)
!46 = !DILocalVariable(name: "unused", arg: 1, scope: !45, file: !3, line: 37, type: !27)
!47 = !DILocation(line: 37, column: 21, scope: !45)
!48 = !DILocation(line: 39, column: 11, scope: !45)
!49 = !DILocation(line: 40, column: 5, scope: !45)
!50 = !DILocation(line: 41, column: 9, scope: !51)
!51 = distinct !DILexicalBlock(scope: !52, file: !3, line: 40, column: 14)
!52 = distinct !DILexicalBlock(scope: !53, file: !3, line: 40, column: 5)
!53 = distinct !DILexicalBlock(scope: !45, file: !3, line: 40, column: 5)
!54 = !DILocation(line: 42, column: 20, scope: !51)
!55 = !DILocalVariable(name: "wake_up", scope: !51, file: !3, line: 43, type: !56)
!56 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!57 = !DILocation(line: 43, column: 13, scope: !51)
!58 = !DILocation(line: 43, column: 23, scope: !51)
!59 = !DILocation(line: 44, column: 13, scope: !60)
!60 = distinct !DILexicalBlock(scope: !51, file: !3, line: 44, column: 13)
!61 = !DILocation(line: 44, column: 21, scope: !60)
!62 = !DILocation(line: 44, column: 13, scope: !51)
!63 = !DILocation(line: 45, column: 18, scope: !60)
!64 = !DILocation(line: 45, column: 13, scope: !60)
!65 = !DILocation(line: 40, column: 5, scope: !52)
!66 = distinct !{!66, !67, !68}
!67 = !DILocation(line: 40, column: 5, scope: !53)
!68 = !DILocation(line: 46, column: 5, scope: !53)
!69 = distinct !DISubprogram(name: "wait_for_change", scope: !3, file: !3, line: 20, type: !70, scopeLine: 21, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !28)
!70 = !DISubroutineType(types: !71)
!71 = !{null}
!72 = !DILocation(line: 22, column: 5, scope: !69)
!73 = !DILocation(line: 23, column: 5, scope: !69)
!74 = !DILocation(line: 23, column: 13, scope: !69)
!75 = !DILocation(line: 23, column: 12, scope: !69)
!76 = !DILocation(line: 24, column: 9, scope: !69)
!77 = distinct !{!77, !73, !78, !79}
!78 = !DILocation(line: 24, column: 22, scope: !69)
!79 = !{!"llvm.loop.mustprogress"}
!80 = !DILocation(line: 25, column: 5, scope: !69)
!81 = !DILocation(line: 26, column: 1, scope: !69)
!82 = distinct !DISubprogram(name: "save", scope: !3, file: !3, line: 29, type: !83, scopeLine: 30, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !28)
!83 = !DISubroutineType(types: !84)
!84 = !{null, !56}
!85 = !DILocalVariable(name: "wake_up", arg: 1, scope: !82, file: !3, line: 29, type: !56)
!86 = !DILocation(line: 29, column: 22, scope: !82)
!87 = !DILocation(line: 31, column: 5, scope: !82)
!88 = !DILocation(line: 32, column: 9, scope: !89)
!89 = distinct !DILexicalBlock(scope: !82, file: !3, line: 32, column: 9)
!90 = !DILocation(line: 32, column: 19, scope: !89)
!91 = !DILocation(line: 32, column: 17, scope: !89)
!92 = !DILocation(line: 32, column: 9, scope: !82)
!93 = !DILocation(line: 33, column: 20, scope: !89)
!94 = !DILocation(line: 33, column: 9, scope: !89)
!95 = !DILocation(line: 34, column: 5, scope: !82)
!96 = !DILocation(line: 35, column: 1, scope: !82)
