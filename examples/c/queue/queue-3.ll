; ModuleID = 'queue-3.c'
source_filename = "queue-3.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.queue = type { i32, i8, i32, i32, [3 x i32] }

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @queue_init(%struct.queue* noundef %0) #0 !dbg !19 {
  %2 = alloca %struct.queue*, align 8
  store %struct.queue* %0, %struct.queue** %2, align 8
  call void @llvm.dbg.declare(metadata %struct.queue** %2, metadata !36, metadata !DIExpression()), !dbg !37
  %3 = load %struct.queue*, %struct.queue** %2, align 8, !dbg !38
  %4 = getelementptr inbounds %struct.queue, %struct.queue* %3, i32 0, i32 0, !dbg !39
  call void @semaphore_take(i32* noundef %4), !dbg !40
  %5 = load %struct.queue*, %struct.queue** %2, align 8, !dbg !41
  %6 = getelementptr inbounds %struct.queue, %struct.queue* %5, i32 0, i32 1, !dbg !42
  store i8 1, i8* %6, align 4, !dbg !43
  %7 = load %struct.queue*, %struct.queue** %2, align 8, !dbg !44
  %8 = getelementptr inbounds %struct.queue, %struct.queue* %7, i32 0, i32 2, !dbg !45
  store i32 0, i32* %8, align 4, !dbg !46
  %9 = load %struct.queue*, %struct.queue** %2, align 8, !dbg !47
  %10 = getelementptr inbounds %struct.queue, %struct.queue* %9, i32 0, i32 3, !dbg !48
  store i32 0, i32* %10, align 4, !dbg !49
  %11 = load %struct.queue*, %struct.queue** %2, align 8, !dbg !50
  %12 = getelementptr inbounds %struct.queue, %struct.queue* %11, i32 0, i32 0, !dbg !51
  call void @semaphore_give(i32* noundef %12), !dbg !52
  ret i32 0, !dbg !53
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

declare void @semaphore_take(i32* noundef) #2

declare void @semaphore_give(i32* noundef) #2

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @queue_write(%struct.queue* noundef %0, i32 noundef %1) #0 !dbg !54 {
  %3 = alloca i32, align 4
  %4 = alloca %struct.queue*, align 8
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  store %struct.queue* %0, %struct.queue** %4, align 8
  call void @llvm.dbg.declare(metadata %struct.queue** %4, metadata !57, metadata !DIExpression()), !dbg !58
  store i32 %1, i32* %5, align 4
  call void @llvm.dbg.declare(metadata i32* %5, metadata !59, metadata !DIExpression()), !dbg !60
  call void @llvm.dbg.declare(metadata i32* %6, metadata !61, metadata !DIExpression()), !dbg !62
  store i32 0, i32* %6, align 4, !dbg !62
  %7 = load %struct.queue*, %struct.queue** %4, align 8, !dbg !63
  %8 = getelementptr inbounds %struct.queue, %struct.queue* %7, i32 0, i32 0, !dbg !64
  call void @semaphore_take(i32* noundef %8), !dbg !65
  %9 = load %struct.queue*, %struct.queue** %4, align 8, !dbg !66
  %10 = getelementptr inbounds %struct.queue, %struct.queue* %9, i32 0, i32 1, !dbg !68
  %11 = load i8, i8* %10, align 4, !dbg !68
  %12 = icmp ne i8 %11, 0, !dbg !66
  br i1 %12, label %14, label %13, !dbg !69

13:                                               ; preds = %2
  store i32 3, i32* %3, align 4, !dbg !70
  br label %42, !dbg !70

14:                                               ; preds = %2
  %15 = load %struct.queue*, %struct.queue** %4, align 8, !dbg !71
  %16 = getelementptr inbounds %struct.queue, %struct.queue* %15, i32 0, i32 2, !dbg !73
  %17 = load i32, i32* %16, align 4, !dbg !73
  %18 = icmp eq i32 %17, 3, !dbg !74
  br i1 %18, label %19, label %20, !dbg !75

19:                                               ; preds = %14
  store i32 1, i32* %6, align 4, !dbg !76
  br label %38, !dbg !77

20:                                               ; preds = %14
  %21 = load i32, i32* %5, align 4, !dbg !78
  %22 = load %struct.queue*, %struct.queue** %4, align 8, !dbg !80
  %23 = getelementptr inbounds %struct.queue, %struct.queue* %22, i32 0, i32 4, !dbg !81
  %24 = load %struct.queue*, %struct.queue** %4, align 8, !dbg !82
  %25 = getelementptr inbounds %struct.queue, %struct.queue* %24, i32 0, i32 3, !dbg !83
  %26 = load i32, i32* %25, align 4, !dbg !83
  %27 = load %struct.queue*, %struct.queue** %4, align 8, !dbg !84
  %28 = getelementptr inbounds %struct.queue, %struct.queue* %27, i32 0, i32 2, !dbg !85
  %29 = load i32, i32* %28, align 4, !dbg !85
  %30 = add i32 %26, %29, !dbg !86
  %31 = urem i32 %30, 3, !dbg !87
  %32 = zext i32 %31 to i64, !dbg !80
  %33 = getelementptr inbounds [3 x i32], [3 x i32]* %23, i64 0, i64 %32, !dbg !80
  store i32 %21, i32* %33, align 4, !dbg !88
  %34 = load %struct.queue*, %struct.queue** %4, align 8, !dbg !89
  %35 = getelementptr inbounds %struct.queue, %struct.queue* %34, i32 0, i32 2, !dbg !90
  %36 = load i32, i32* %35, align 4, !dbg !91
  %37 = add i32 %36, 1, !dbg !91
  store i32 %37, i32* %35, align 4, !dbg !91
  br label %38

38:                                               ; preds = %20, %19
  %39 = load %struct.queue*, %struct.queue** %4, align 8, !dbg !92
  %40 = getelementptr inbounds %struct.queue, %struct.queue* %39, i32 0, i32 0, !dbg !93
  call void @semaphore_give(i32* noundef %40), !dbg !94
  %41 = load i32, i32* %6, align 4, !dbg !95
  store i32 %41, i32* %3, align 4, !dbg !96
  br label %42, !dbg !96

42:                                               ; preds = %38, %13
  %43 = load i32, i32* %3, align 4, !dbg !97
  ret i32 %43, !dbg !97
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @queue_read(%struct.queue* noundef %0, i32* noundef %1) #0 !dbg !98 {
  %3 = alloca %struct.queue*, align 8
  %4 = alloca i32*, align 8
  %5 = alloca i32, align 4
  store %struct.queue* %0, %struct.queue** %3, align 8
  call void @llvm.dbg.declare(metadata %struct.queue** %3, metadata !102, metadata !DIExpression()), !dbg !103
  store i32* %1, i32** %4, align 8
  call void @llvm.dbg.declare(metadata i32** %4, metadata !104, metadata !DIExpression()), !dbg !105
  call void @llvm.dbg.declare(metadata i32* %5, metadata !106, metadata !DIExpression()), !dbg !107
  store i32 0, i32* %5, align 4, !dbg !107
  %6 = load %struct.queue*, %struct.queue** %3, align 8, !dbg !108
  %7 = getelementptr inbounds %struct.queue, %struct.queue* %6, i32 0, i32 0, !dbg !109
  call void @semaphore_take(i32* noundef %7), !dbg !110
  %8 = load %struct.queue*, %struct.queue** %3, align 8, !dbg !111
  %9 = getelementptr inbounds %struct.queue, %struct.queue* %8, i32 0, i32 1, !dbg !113
  %10 = load i8, i8* %9, align 4, !dbg !113
  %11 = icmp ne i8 %10, 0, !dbg !111
  br i1 %11, label %13, label %12, !dbg !114

12:                                               ; preds = %2
  store i32 3, i32* %5, align 4, !dbg !115
  br label %41, !dbg !116

13:                                               ; preds = %2
  %14 = load %struct.queue*, %struct.queue** %3, align 8, !dbg !117
  %15 = getelementptr inbounds %struct.queue, %struct.queue* %14, i32 0, i32 2, !dbg !119
  %16 = load i32, i32* %15, align 4, !dbg !119
  %17 = icmp eq i32 %16, 0, !dbg !120
  br i1 %17, label %18, label %19, !dbg !121

18:                                               ; preds = %13
  store i32 2, i32* %5, align 4, !dbg !122
  br label %40, !dbg !123

19:                                               ; preds = %13
  %20 = load %struct.queue*, %struct.queue** %3, align 8, !dbg !124
  %21 = getelementptr inbounds %struct.queue, %struct.queue* %20, i32 0, i32 4, !dbg !126
  %22 = load %struct.queue*, %struct.queue** %3, align 8, !dbg !127
  %23 = getelementptr inbounds %struct.queue, %struct.queue* %22, i32 0, i32 3, !dbg !128
  %24 = load i32, i32* %23, align 4, !dbg !128
  %25 = zext i32 %24 to i64, !dbg !124
  %26 = getelementptr inbounds [3 x i32], [3 x i32]* %21, i64 0, i64 %25, !dbg !124
  %27 = load i32, i32* %26, align 4, !dbg !124
  %28 = load i32*, i32** %4, align 8, !dbg !129
  store i32 %27, i32* %28, align 4, !dbg !130
  %29 = load %struct.queue*, %struct.queue** %3, align 8, !dbg !131
  %30 = getelementptr inbounds %struct.queue, %struct.queue* %29, i32 0, i32 3, !dbg !132
  %31 = load i32, i32* %30, align 4, !dbg !132
  %32 = add i32 %31, 1, !dbg !133
  %33 = urem i32 %32, 3, !dbg !134
  %34 = load %struct.queue*, %struct.queue** %3, align 8, !dbg !135
  %35 = getelementptr inbounds %struct.queue, %struct.queue* %34, i32 0, i32 3, !dbg !136
  store i32 %33, i32* %35, align 4, !dbg !137
  %36 = load %struct.queue*, %struct.queue** %3, align 8, !dbg !138
  %37 = getelementptr inbounds %struct.queue, %struct.queue* %36, i32 0, i32 2, !dbg !139
  %38 = load i32, i32* %37, align 4, !dbg !140
  %39 = add i32 %38, -1, !dbg !140
  store i32 %39, i32* %37, align 4, !dbg !140
  br label %40

40:                                               ; preds = %19, %18
  br label %41

41:                                               ; preds = %40, %12
  %42 = load %struct.queue*, %struct.queue** %3, align 8, !dbg !141
  %43 = getelementptr inbounds %struct.queue, %struct.queue* %42, i32 0, i32 0, !dbg !142
  call void @semaphore_give(i32* noundef %43), !dbg !143
  %44 = load i32, i32* %5, align 4, !dbg !144
  ret i32 %44, !dbg !145
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @queue_delete(%struct.queue* noundef %0) #0 !dbg !146 {
  %2 = alloca %struct.queue*, align 8
  store %struct.queue* %0, %struct.queue** %2, align 8
  call void @llvm.dbg.declare(metadata %struct.queue** %2, metadata !147, metadata !DIExpression()), !dbg !148
  %3 = load %struct.queue*, %struct.queue** %2, align 8, !dbg !149
  %4 = getelementptr inbounds %struct.queue, %struct.queue* %3, i32 0, i32 0, !dbg !150
  call void @semaphore_take(i32* noundef %4), !dbg !151
  %5 = load %struct.queue*, %struct.queue** %2, align 8, !dbg !152
  %6 = getelementptr inbounds %struct.queue, %struct.queue* %5, i32 0, i32 1, !dbg !153
  store i8 0, i8* %6, align 4, !dbg !154
  %7 = load %struct.queue*, %struct.queue** %2, align 8, !dbg !155
  %8 = getelementptr inbounds %struct.queue, %struct.queue* %7, i32 0, i32 0, !dbg !156
  call void @semaphore_give(i32* noundef %8), !dbg !157
  ret i32 0, !dbg !158
}

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!11, !12, !13, !14, !15, !16, !17}
!llvm.ident = !{!18}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !2, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "queue-3.c", directory: ".", checksumkind: CSK_MD5, checksum: "f802c759a7c6ce5b2bf3103056638de7")
!2 = !{!3}
!3 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "result", file: !4, line: 7, baseType: !5, size: 32, elements: !6)
!4 = !DIFile(filename: "./queue.h", directory: ".", checksumkind: CSK_MD5, checksum: "9b534a1fe59308615f417ef1e944b18d")
!5 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!6 = !{!7, !8, !9, !10}
!7 = !DIEnumerator(name: "OK", value: 0)
!8 = !DIEnumerator(name: "FULL", value: 1)
!9 = !DIEnumerator(name: "EMPTY", value: 2)
!10 = !DIEnumerator(name: "CLOSED", value: 3)
!11 = !{i32 7, !"Dwarf Version", i32 5}
!12 = !{i32 2, !"Debug Info Version", i32 3}
!13 = !{i32 1, !"wchar_size", i32 4}
!14 = !{i32 7, !"PIC Level", i32 2}
!15 = !{i32 7, !"PIE Level", i32 2}
!16 = !{i32 7, !"uwtable", i32 1}
!17 = !{i32 7, !"frame-pointer", i32 2}
!18 = !{!"Debian clang version 14.0.6"}
!19 = distinct !DISubprogram(name: "queue_init", scope: !1, file: !1, line: 4, type: !20, scopeLine: 5, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !35)
!20 = !DISubroutineType(types: !21)
!21 = !{!22, !23}
!22 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!23 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !24, size: 64)
!24 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "queue", file: !4, line: 9, size: 224, elements: !25)
!25 = !{!26, !27, !29, !30, !31}
!26 = !DIDerivedType(tag: DW_TAG_member, name: "lock", scope: !24, file: !4, line: 10, baseType: !22, size: 32)
!27 = !DIDerivedType(tag: DW_TAG_member, name: "open", scope: !24, file: !4, line: 11, baseType: !28, size: 8, offset: 32)
!28 = !DIBasicType(name: "unsigned char", size: 8, encoding: DW_ATE_unsigned_char)
!29 = !DIDerivedType(tag: DW_TAG_member, name: "count", scope: !24, file: !4, line: 12, baseType: !5, size: 32, offset: 64)
!30 = !DIDerivedType(tag: DW_TAG_member, name: "first", scope: !24, file: !4, line: 13, baseType: !5, size: 32, offset: 96)
!31 = !DIDerivedType(tag: DW_TAG_member, name: "messages", scope: !24, file: !4, line: 14, baseType: !32, size: 96, offset: 128)
!32 = !DICompositeType(tag: DW_TAG_array_type, baseType: !22, size: 96, elements: !33)
!33 = !{!34}
!34 = !DISubrange(count: 3)
!35 = !{}
!36 = !DILocalVariable(name: "q", arg: 1, scope: !19, file: !1, line: 4, type: !23)
!37 = !DILocation(line: 4, column: 30, scope: !19)
!38 = !DILocation(line: 6, column: 21, scope: !19)
!39 = !DILocation(line: 6, column: 24, scope: !19)
!40 = !DILocation(line: 6, column: 5, scope: !19)
!41 = !DILocation(line: 7, column: 5, scope: !19)
!42 = !DILocation(line: 7, column: 8, scope: !19)
!43 = !DILocation(line: 7, column: 13, scope: !19)
!44 = !DILocation(line: 8, column: 5, scope: !19)
!45 = !DILocation(line: 8, column: 8, scope: !19)
!46 = !DILocation(line: 8, column: 14, scope: !19)
!47 = !DILocation(line: 9, column: 5, scope: !19)
!48 = !DILocation(line: 9, column: 8, scope: !19)
!49 = !DILocation(line: 9, column: 14, scope: !19)
!50 = !DILocation(line: 10, column: 21, scope: !19)
!51 = !DILocation(line: 10, column: 24, scope: !19)
!52 = !DILocation(line: 10, column: 5, scope: !19)
!53 = !DILocation(line: 11, column: 5, scope: !19)
!54 = distinct !DISubprogram(name: "queue_write", scope: !1, file: !1, line: 14, type: !55, scopeLine: 15, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !35)
!55 = !DISubroutineType(types: !56)
!56 = !{!22, !23, !22}
!57 = !DILocalVariable(name: "q", arg: 1, scope: !54, file: !1, line: 14, type: !23)
!58 = !DILocation(line: 14, column: 31, scope: !54)
!59 = !DILocalVariable(name: "message", arg: 2, scope: !54, file: !1, line: 14, type: !22)
!60 = !DILocation(line: 14, column: 38, scope: !54)
!61 = !DILocalVariable(name: "result", scope: !54, file: !1, line: 16, type: !22)
!62 = !DILocation(line: 16, column: 9, scope: !54)
!63 = !DILocation(line: 17, column: 21, scope: !54)
!64 = !DILocation(line: 17, column: 24, scope: !54)
!65 = !DILocation(line: 17, column: 5, scope: !54)
!66 = !DILocation(line: 18, column: 10, scope: !67)
!67 = distinct !DILexicalBlock(scope: !54, file: !1, line: 18, column: 9)
!68 = !DILocation(line: 18, column: 13, scope: !67)
!69 = !DILocation(line: 18, column: 9, scope: !54)
!70 = !DILocation(line: 19, column: 9, scope: !67)
!71 = !DILocation(line: 20, column: 9, scope: !72)
!72 = distinct !DILexicalBlock(scope: !54, file: !1, line: 20, column: 9)
!73 = !DILocation(line: 20, column: 12, scope: !72)
!74 = !DILocation(line: 20, column: 18, scope: !72)
!75 = !DILocation(line: 20, column: 9, scope: !54)
!76 = !DILocation(line: 21, column: 16, scope: !72)
!77 = !DILocation(line: 21, column: 9, scope: !72)
!78 = !DILocation(line: 23, column: 57, scope: !79)
!79 = distinct !DILexicalBlock(scope: !72, file: !1, line: 22, column: 10)
!80 = !DILocation(line: 23, column: 9, scope: !79)
!81 = !DILocation(line: 23, column: 12, scope: !79)
!82 = !DILocation(line: 23, column: 22, scope: !79)
!83 = !DILocation(line: 23, column: 25, scope: !79)
!84 = !DILocation(line: 23, column: 33, scope: !79)
!85 = !DILocation(line: 23, column: 36, scope: !79)
!86 = !DILocation(line: 23, column: 31, scope: !79)
!87 = !DILocation(line: 23, column: 43, scope: !79)
!88 = !DILocation(line: 23, column: 55, scope: !79)
!89 = !DILocation(line: 24, column: 9, scope: !79)
!90 = !DILocation(line: 24, column: 12, scope: !79)
!91 = !DILocation(line: 24, column: 17, scope: !79)
!92 = !DILocation(line: 26, column: 21, scope: !54)
!93 = !DILocation(line: 26, column: 24, scope: !54)
!94 = !DILocation(line: 26, column: 5, scope: !54)
!95 = !DILocation(line: 27, column: 12, scope: !54)
!96 = !DILocation(line: 27, column: 5, scope: !54)
!97 = !DILocation(line: 28, column: 1, scope: !54)
!98 = distinct !DISubprogram(name: "queue_read", scope: !1, file: !1, line: 30, type: !99, scopeLine: 31, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !35)
!99 = !DISubroutineType(types: !100)
!100 = !{!22, !23, !101}
!101 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !22, size: 64)
!102 = !DILocalVariable(name: "q", arg: 1, scope: !98, file: !1, line: 30, type: !23)
!103 = !DILocation(line: 30, column: 30, scope: !98)
!104 = !DILocalVariable(name: "message", arg: 2, scope: !98, file: !1, line: 30, type: !101)
!105 = !DILocation(line: 30, column: 38, scope: !98)
!106 = !DILocalVariable(name: "result", scope: !98, file: !1, line: 32, type: !22)
!107 = !DILocation(line: 32, column: 9, scope: !98)
!108 = !DILocation(line: 33, column: 21, scope: !98)
!109 = !DILocation(line: 33, column: 24, scope: !98)
!110 = !DILocation(line: 33, column: 5, scope: !98)
!111 = !DILocation(line: 34, column: 10, scope: !112)
!112 = distinct !DILexicalBlock(scope: !98, file: !1, line: 34, column: 9)
!113 = !DILocation(line: 34, column: 13, scope: !112)
!114 = !DILocation(line: 34, column: 9, scope: !98)
!115 = !DILocation(line: 35, column: 16, scope: !112)
!116 = !DILocation(line: 35, column: 9, scope: !112)
!117 = !DILocation(line: 36, column: 14, scope: !118)
!118 = distinct !DILexicalBlock(scope: !112, file: !1, line: 36, column: 14)
!119 = !DILocation(line: 36, column: 17, scope: !118)
!120 = !DILocation(line: 36, column: 23, scope: !118)
!121 = !DILocation(line: 36, column: 14, scope: !112)
!122 = !DILocation(line: 37, column: 16, scope: !118)
!123 = !DILocation(line: 37, column: 9, scope: !118)
!124 = !DILocation(line: 39, column: 20, scope: !125)
!125 = distinct !DILexicalBlock(scope: !118, file: !1, line: 38, column: 10)
!126 = !DILocation(line: 39, column: 23, scope: !125)
!127 = !DILocation(line: 39, column: 32, scope: !125)
!128 = !DILocation(line: 39, column: 35, scope: !125)
!129 = !DILocation(line: 39, column: 10, scope: !125)
!130 = !DILocation(line: 39, column: 18, scope: !125)
!131 = !DILocation(line: 40, column: 21, scope: !125)
!132 = !DILocation(line: 40, column: 24, scope: !125)
!133 = !DILocation(line: 40, column: 30, scope: !125)
!134 = !DILocation(line: 40, column: 35, scope: !125)
!135 = !DILocation(line: 40, column: 9, scope: !125)
!136 = !DILocation(line: 40, column: 12, scope: !125)
!137 = !DILocation(line: 40, column: 18, scope: !125)
!138 = !DILocation(line: 41, column: 9, scope: !125)
!139 = !DILocation(line: 41, column: 12, scope: !125)
!140 = !DILocation(line: 41, column: 17, scope: !125)
!141 = !DILocation(line: 43, column: 21, scope: !98)
!142 = !DILocation(line: 43, column: 24, scope: !98)
!143 = !DILocation(line: 43, column: 5, scope: !98)
!144 = !DILocation(line: 44, column: 12, scope: !98)
!145 = !DILocation(line: 44, column: 5, scope: !98)
!146 = distinct !DISubprogram(name: "queue_delete", scope: !1, file: !1, line: 47, type: !20, scopeLine: 48, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !35)
!147 = !DILocalVariable(name: "q", arg: 1, scope: !146, file: !1, line: 47, type: !23)
!148 = !DILocation(line: 47, column: 32, scope: !146)
!149 = !DILocation(line: 49, column: 21, scope: !146)
!150 = !DILocation(line: 49, column: 24, scope: !146)
!151 = !DILocation(line: 49, column: 5, scope: !146)
!152 = !DILocation(line: 50, column: 5, scope: !146)
!153 = !DILocation(line: 50, column: 8, scope: !146)
!154 = !DILocation(line: 50, column: 13, scope: !146)
!155 = !DILocation(line: 51, column: 21, scope: !146)
!156 = !DILocation(line: 51, column: 24, scope: !146)
!157 = !DILocation(line: 51, column: 5, scope: !146)
!158 = !DILocation(line: 52, column: 5, scope: !146)
