; ModuleID = 'buggy.c'
source_filename = "buggy.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@actions = internal global i32 0, align 4, !dbg !0

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @executive(i8* noundef %0) #0 !dbg !24 {
  %2 = alloca i8*, align 8
  %3 = alloca i32, align 4
  store i8* %0, i8** %2, align 8
  call void @llvm.dbg.declare(metadata i8** %2, metadata !29, metadata !DIExpression()), !dbg !30
  %4 = load i8*, i8** %2, align 8, !dbg !31
  br label %5, !dbg !32

5:                                                ; preds = %10, %1
  call void @llvm.dbg.declare(metadata i32* %3, metadata !33, metadata !DIExpression()), !dbg !38
  call void @exec_lock(), !dbg !39
  br label %6, !dbg !40

6:                                                ; preds = %9, %5
  %7 = call i32 @take_wake_up(), !dbg !41
  store i32 %7, i32* %3, align 4, !dbg !42
  %8 = icmp eq i32 %7, 0, !dbg !43
  br i1 %8, label %9, label %10, !dbg !40

9:                                                ; preds = %6
  call void @exec_wait(), !dbg !44
  br label %6, !dbg !40, !llvm.loop !45

10:                                               ; preds = %6
  call void @exec_unlock(), !dbg !48
  %11 = load i32, i32* @actions, align 4, !dbg !49
  %12 = add i32 %11, 1, !dbg !49
  store i32 %12, i32* @actions, align 4, !dbg !49
  %13 = load i32, i32* %3, align 4, !dbg !50
  call void @act(i32 noundef %13), !dbg !51
  br label %5, !dbg !52, !llvm.loop !53
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

declare void @exec_lock() #2

; Function Attrs: noinline nounwind uwtable
define internal i32 @take_wake_up() #0 !dbg !56 {
  %1 = alloca i32, align 4
  %2 = alloca i32, align 4
  call void @llvm.dbg.declare(metadata i32* %2, metadata !59, metadata !DIExpression()), !dbg !60
  %3 = call i32 @saved_read(i32 noundef 0), !dbg !61
  store i32 %3, i32* %2, align 4, !dbg !60
  %4 = load i32, i32* %2, align 4, !dbg !62
  %5 = icmp eq i32 %4, 0, !dbg !64
  br i1 %5, label %6, label %7, !dbg !65

6:                                                ; preds = %0
  store i32 0, i32* %1, align 4, !dbg !66
  br label %14, !dbg !66

7:                                                ; preds = %0
  %8 = load i32, i32* %2, align 4, !dbg !67
  %9 = call i32 @is_relevant(i32 noundef %8), !dbg !69
  %10 = icmp ne i32 %9, 0, !dbg !69
  br i1 %10, label %12, label %11, !dbg !70

11:                                               ; preds = %7
  store i32 0, i32* %1, align 4, !dbg !71
  br label %14, !dbg !71

12:                                               ; preds = %7
  call void @saved_clear(), !dbg !72
  %13 = load i32, i32* %2, align 4, !dbg !73
  store i32 %13, i32* %1, align 4, !dbg !74
  br label %14, !dbg !74

14:                                               ; preds = %12, %11, %6
  %15 = load i32, i32* %1, align 4, !dbg !75
  ret i32 %15, !dbg !75
}

declare void @exec_wait() #2

declare void @exec_unlock() #2

declare void @act(i32 noundef) #2

declare i32 @saved_read(i32 noundef) #2

declare i32 @is_relevant(i32 noundef) #2

declare void @saved_clear() #2

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!16, !17, !18, !19, !20, !21, !22}
!llvm.ident = !{!23}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "actions", scope: !2, file: !3, line: 5, type: !7, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, globals: !15, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "buggy.c", directory: ".", checksumkind: CSK_MD5, checksum: "b9ef46b6b94da6761da485dcb10fd26d")
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
!24 = distinct !DISubprogram(name: "executive", scope: !3, file: !3, line: 19, type: !25, scopeLine: 20, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !28)
!25 = !DISubroutineType(types: !26)
!26 = !{!27, !27}
!27 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!28 = !{}
!29 = !DILocalVariable(name: "unused", arg: 1, scope: !24, file: !3, line: 19, type: !27)
!30 = !DILocation(line: 19, column: 23, scope: !24)
!31 = !DILocation(line: 21, column: 11, scope: !24)
!32 = !DILocation(line: 22, column: 5, scope: !24)
!33 = !DILocalVariable(name: "wake_up", scope: !34, file: !3, line: 23, type: !37)
!34 = distinct !DILexicalBlock(scope: !35, file: !3, line: 22, column: 14)
!35 = distinct !DILexicalBlock(scope: !36, file: !3, line: 22, column: 5)
!36 = distinct !DILexicalBlock(scope: !24, file: !3, line: 22, column: 5)
!37 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!38 = !DILocation(line: 23, column: 13, scope: !34)
!39 = !DILocation(line: 24, column: 9, scope: !34)
!40 = !DILocation(line: 25, column: 9, scope: !34)
!41 = !DILocation(line: 25, column: 27, scope: !34)
!42 = !DILocation(line: 25, column: 25, scope: !34)
!43 = !DILocation(line: 25, column: 43, scope: !34)
!44 = !DILocation(line: 26, column: 13, scope: !34)
!45 = distinct !{!45, !40, !46, !47}
!46 = !DILocation(line: 26, column: 23, scope: !34)
!47 = !{!"llvm.loop.mustprogress"}
!48 = !DILocation(line: 27, column: 9, scope: !34)
!49 = !DILocation(line: 28, column: 16, scope: !34)
!50 = !DILocation(line: 29, column: 13, scope: !34)
!51 = !DILocation(line: 29, column: 9, scope: !34)
!52 = !DILocation(line: 22, column: 5, scope: !35)
!53 = distinct !{!53, !54, !55}
!54 = !DILocation(line: 22, column: 5, scope: !36)
!55 = !DILocation(line: 30, column: 5, scope: !36)
!56 = distinct !DISubprogram(name: "take_wake_up", scope: !3, file: !3, line: 8, type: !57, scopeLine: 9, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !28)
!57 = !DISubroutineType(types: !58)
!58 = !{!37}
!59 = !DILocalVariable(name: "wake_up", scope: !56, file: !3, line: 10, type: !37)
!60 = !DILocation(line: 10, column: 9, scope: !56)
!61 = !DILocation(line: 10, column: 19, scope: !56)
!62 = !DILocation(line: 11, column: 9, scope: !63)
!63 = distinct !DILexicalBlock(scope: !56, file: !3, line: 11, column: 9)
!64 = !DILocation(line: 11, column: 17, scope: !63)
!65 = !DILocation(line: 11, column: 9, scope: !56)
!66 = !DILocation(line: 12, column: 9, scope: !63)
!67 = !DILocation(line: 13, column: 22, scope: !68)
!68 = distinct !DILexicalBlock(scope: !56, file: !3, line: 13, column: 9)
!69 = !DILocation(line: 13, column: 10, scope: !68)
!70 = !DILocation(line: 13, column: 9, scope: !56)
!71 = !DILocation(line: 14, column: 9, scope: !68)
!72 = !DILocation(line: 15, column: 5, scope: !56)
!73 = !DILocation(line: 16, column: 12, scope: !56)
!74 = !DILocation(line: 16, column: 5, scope: !56)
!75 = !DILocation(line: 17, column: 1, scope: !56)
