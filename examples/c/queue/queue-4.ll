; ModuleID = 'queue-4.c'
source_filename = "queue-4.c"
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
  br i1 %12, label %13, label %18, !dbg !69

13:                                               ; preds = %2
  %14 = load %struct.queue*, %struct.queue** %4, align 8, !dbg !70
  %15 = getelementptr inbounds %struct.queue, %struct.queue* %14, i32 0, i32 2, !dbg !71
  %16 = load i32, i32* %15, align 4, !dbg !71
  %17 = icmp eq i32 %16, 3, !dbg !72
  br i1 %17, label %18, label %29, !dbg !73

18:                                               ; preds = %13, %2
  %19 = load %struct.queue*, %struct.queue** %4, align 8, !dbg !74
  %20 = getelementptr inbounds %struct.queue, %struct.queue* %19, i32 0, i32 1, !dbg !76
  %21 = load i8, i8* %20, align 4, !dbg !76
  %22 = zext i8 %21 to i32, !dbg !74
  %23 = icmp ne i32 %22, 0, !dbg !74
  %24 = zext i1 %23 to i64, !dbg !74
  %25 = select i1 %23, i32 1, i32 3, !dbg !74
  store i32 %25, i32* %6, align 4, !dbg !77
  %26 = load %struct.queue*, %struct.queue** %4, align 8, !dbg !78
  %27 = getelementptr inbounds %struct.queue, %struct.queue* %26, i32 0, i32 0, !dbg !79
  call void @semaphore_give(i32* noundef %27), !dbg !80
  %28 = load i32, i32* %6, align 4, !dbg !81
  store i32 %28, i32* %3, align 4, !dbg !82
  br label %50, !dbg !82

29:                                               ; preds = %13
  %30 = load i32, i32* %5, align 4, !dbg !83
  %31 = load %struct.queue*, %struct.queue** %4, align 8, !dbg !84
  %32 = getelementptr inbounds %struct.queue, %struct.queue* %31, i32 0, i32 4, !dbg !85
  %33 = load %struct.queue*, %struct.queue** %4, align 8, !dbg !86
  %34 = getelementptr inbounds %struct.queue, %struct.queue* %33, i32 0, i32 3, !dbg !87
  %35 = load i32, i32* %34, align 4, !dbg !87
  %36 = load %struct.queue*, %struct.queue** %4, align 8, !dbg !88
  %37 = getelementptr inbounds %struct.queue, %struct.queue* %36, i32 0, i32 2, !dbg !89
  %38 = load i32, i32* %37, align 4, !dbg !89
  %39 = add i32 %35, %38, !dbg !90
  %40 = urem i32 %39, 3, !dbg !91
  %41 = zext i32 %40 to i64, !dbg !84
  %42 = getelementptr inbounds [3 x i32], [3 x i32]* %32, i64 0, i64 %41, !dbg !84
  store i32 %30, i32* %42, align 4, !dbg !92
  %43 = load %struct.queue*, %struct.queue** %4, align 8, !dbg !93
  %44 = getelementptr inbounds %struct.queue, %struct.queue* %43, i32 0, i32 2, !dbg !94
  %45 = load i32, i32* %44, align 4, !dbg !95
  %46 = add i32 %45, 1, !dbg !95
  store i32 %46, i32* %44, align 4, !dbg !95
  %47 = load %struct.queue*, %struct.queue** %4, align 8, !dbg !96
  %48 = getelementptr inbounds %struct.queue, %struct.queue* %47, i32 0, i32 0, !dbg !97
  call void @semaphore_give(i32* noundef %48), !dbg !98
  %49 = load i32, i32* %6, align 4, !dbg !99
  store i32 %49, i32* %3, align 4, !dbg !100
  br label %50, !dbg !100

50:                                               ; preds = %29, %18
  %51 = load i32, i32* %3, align 4, !dbg !101
  ret i32 %51, !dbg !101
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @queue_read(%struct.queue* noundef %0, i32* noundef %1) #0 !dbg !102 {
  %3 = alloca %struct.queue*, align 8
  %4 = alloca i32*, align 8
  %5 = alloca i32, align 4
  store %struct.queue* %0, %struct.queue** %3, align 8
  call void @llvm.dbg.declare(metadata %struct.queue** %3, metadata !106, metadata !DIExpression()), !dbg !107
  store i32* %1, i32** %4, align 8
  call void @llvm.dbg.declare(metadata i32** %4, metadata !108, metadata !DIExpression()), !dbg !109
  call void @llvm.dbg.declare(metadata i32* %5, metadata !110, metadata !DIExpression()), !dbg !111
  store i32 0, i32* %5, align 4, !dbg !111
  %6 = load %struct.queue*, %struct.queue** %3, align 8, !dbg !112
  %7 = getelementptr inbounds %struct.queue, %struct.queue* %6, i32 0, i32 0, !dbg !113
  call void @semaphore_take(i32* noundef %7), !dbg !114
  %8 = load %struct.queue*, %struct.queue** %3, align 8, !dbg !115
  %9 = getelementptr inbounds %struct.queue, %struct.queue* %8, i32 0, i32 1, !dbg !117
  %10 = load i8, i8* %9, align 4, !dbg !117
  %11 = icmp ne i8 %10, 0, !dbg !115
  br i1 %11, label %13, label %12, !dbg !118

12:                                               ; preds = %2
  store i32 3, i32* %5, align 4, !dbg !119
  br label %41, !dbg !120

13:                                               ; preds = %2
  %14 = load %struct.queue*, %struct.queue** %3, align 8, !dbg !121
  %15 = getelementptr inbounds %struct.queue, %struct.queue* %14, i32 0, i32 2, !dbg !123
  %16 = load i32, i32* %15, align 4, !dbg !123
  %17 = icmp eq i32 %16, 0, !dbg !124
  br i1 %17, label %18, label %19, !dbg !125

18:                                               ; preds = %13
  store i32 2, i32* %5, align 4, !dbg !126
  br label %40, !dbg !127

19:                                               ; preds = %13
  %20 = load %struct.queue*, %struct.queue** %3, align 8, !dbg !128
  %21 = getelementptr inbounds %struct.queue, %struct.queue* %20, i32 0, i32 4, !dbg !130
  %22 = load %struct.queue*, %struct.queue** %3, align 8, !dbg !131
  %23 = getelementptr inbounds %struct.queue, %struct.queue* %22, i32 0, i32 3, !dbg !132
  %24 = load i32, i32* %23, align 4, !dbg !132
  %25 = zext i32 %24 to i64, !dbg !128
  %26 = getelementptr inbounds [3 x i32], [3 x i32]* %21, i64 0, i64 %25, !dbg !128
  %27 = load i32, i32* %26, align 4, !dbg !128
  %28 = load i32*, i32** %4, align 8, !dbg !133
  store i32 %27, i32* %28, align 4, !dbg !134
  %29 = load %struct.queue*, %struct.queue** %3, align 8, !dbg !135
  %30 = getelementptr inbounds %struct.queue, %struct.queue* %29, i32 0, i32 3, !dbg !136
  %31 = load i32, i32* %30, align 4, !dbg !136
  %32 = add i32 %31, 1, !dbg !137
  %33 = urem i32 %32, 3, !dbg !138
  %34 = load %struct.queue*, %struct.queue** %3, align 8, !dbg !139
  %35 = getelementptr inbounds %struct.queue, %struct.queue* %34, i32 0, i32 3, !dbg !140
  store i32 %33, i32* %35, align 4, !dbg !141
  %36 = load %struct.queue*, %struct.queue** %3, align 8, !dbg !142
  %37 = getelementptr inbounds %struct.queue, %struct.queue* %36, i32 0, i32 2, !dbg !143
  %38 = load i32, i32* %37, align 4, !dbg !144
  %39 = add i32 %38, -1, !dbg !144
  store i32 %39, i32* %37, align 4, !dbg !144
  br label %40

40:                                               ; preds = %19, %18
  br label %41

41:                                               ; preds = %40, %12
  %42 = load %struct.queue*, %struct.queue** %3, align 8, !dbg !145
  %43 = getelementptr inbounds %struct.queue, %struct.queue* %42, i32 0, i32 0, !dbg !146
  call void @semaphore_give(i32* noundef %43), !dbg !147
  %44 = load i32, i32* %5, align 4, !dbg !148
  ret i32 %44, !dbg !149
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @queue_delete(%struct.queue* noundef %0) #0 !dbg !150 {
  %2 = alloca %struct.queue*, align 8
  store %struct.queue* %0, %struct.queue** %2, align 8
  call void @llvm.dbg.declare(metadata %struct.queue** %2, metadata !151, metadata !DIExpression()), !dbg !152
  %3 = load %struct.queue*, %struct.queue** %2, align 8, !dbg !153
  %4 = getelementptr inbounds %struct.queue, %struct.queue* %3, i32 0, i32 0, !dbg !154
  call void @semaphore_take(i32* noundef %4), !dbg !155
  %5 = load %struct.queue*, %struct.queue** %2, align 8, !dbg !156
  %6 = getelementptr inbounds %struct.queue, %struct.queue* %5, i32 0, i32 1, !dbg !157
  store i8 0, i8* %6, align 4, !dbg !158
  %7 = load %struct.queue*, %struct.queue** %2, align 8, !dbg !159
  %8 = getelementptr inbounds %struct.queue, %struct.queue* %7, i32 0, i32 0, !dbg !160
  call void @semaphore_give(i32* noundef %8), !dbg !161
  ret i32 0, !dbg !162
}

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!11, !12, !13, !14, !15, !16, !17}
!llvm.ident = !{!18}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !2, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "queue-4.c", directory: ".", checksumkind: CSK_MD5, checksum: "6ef692aeadc7317f4a1866d8041faed2")
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
!69 = !DILocation(line: 18, column: 18, scope: !67)
!70 = !DILocation(line: 18, column: 21, scope: !67)
!71 = !DILocation(line: 18, column: 24, scope: !67)
!72 = !DILocation(line: 18, column: 30, scope: !67)
!73 = !DILocation(line: 18, column: 9, scope: !54)
!74 = !DILocation(line: 19, column: 18, scope: !75)
!75 = distinct !DILexicalBlock(scope: !67, file: !1, line: 18, column: 43)
!76 = !DILocation(line: 19, column: 21, scope: !75)
!77 = !DILocation(line: 19, column: 16, scope: !75)
!78 = !DILocation(line: 20, column: 25, scope: !75)
!79 = !DILocation(line: 20, column: 28, scope: !75)
!80 = !DILocation(line: 20, column: 9, scope: !75)
!81 = !DILocation(line: 21, column: 16, scope: !75)
!82 = !DILocation(line: 21, column: 9, scope: !75)
!83 = !DILocation(line: 23, column: 53, scope: !54)
!84 = !DILocation(line: 23, column: 5, scope: !54)
!85 = !DILocation(line: 23, column: 8, scope: !54)
!86 = !DILocation(line: 23, column: 18, scope: !54)
!87 = !DILocation(line: 23, column: 21, scope: !54)
!88 = !DILocation(line: 23, column: 29, scope: !54)
!89 = !DILocation(line: 23, column: 32, scope: !54)
!90 = !DILocation(line: 23, column: 27, scope: !54)
!91 = !DILocation(line: 23, column: 39, scope: !54)
!92 = !DILocation(line: 23, column: 51, scope: !54)
!93 = !DILocation(line: 24, column: 5, scope: !54)
!94 = !DILocation(line: 24, column: 8, scope: !54)
!95 = !DILocation(line: 24, column: 13, scope: !54)
!96 = !DILocation(line: 25, column: 21, scope: !54)
!97 = !DILocation(line: 25, column: 24, scope: !54)
!98 = !DILocation(line: 25, column: 5, scope: !54)
!99 = !DILocation(line: 26, column: 12, scope: !54)
!100 = !DILocation(line: 26, column: 5, scope: !54)
!101 = !DILocation(line: 27, column: 1, scope: !54)
!102 = distinct !DISubprogram(name: "queue_read", scope: !1, file: !1, line: 29, type: !103, scopeLine: 30, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !35)
!103 = !DISubroutineType(types: !104)
!104 = !{!22, !23, !105}
!105 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !22, size: 64)
!106 = !DILocalVariable(name: "q", arg: 1, scope: !102, file: !1, line: 29, type: !23)
!107 = !DILocation(line: 29, column: 30, scope: !102)
!108 = !DILocalVariable(name: "message", arg: 2, scope: !102, file: !1, line: 29, type: !105)
!109 = !DILocation(line: 29, column: 38, scope: !102)
!110 = !DILocalVariable(name: "result", scope: !102, file: !1, line: 31, type: !22)
!111 = !DILocation(line: 31, column: 9, scope: !102)
!112 = !DILocation(line: 32, column: 21, scope: !102)
!113 = !DILocation(line: 32, column: 24, scope: !102)
!114 = !DILocation(line: 32, column: 5, scope: !102)
!115 = !DILocation(line: 33, column: 10, scope: !116)
!116 = distinct !DILexicalBlock(scope: !102, file: !1, line: 33, column: 9)
!117 = !DILocation(line: 33, column: 13, scope: !116)
!118 = !DILocation(line: 33, column: 9, scope: !102)
!119 = !DILocation(line: 34, column: 16, scope: !116)
!120 = !DILocation(line: 34, column: 9, scope: !116)
!121 = !DILocation(line: 35, column: 14, scope: !122)
!122 = distinct !DILexicalBlock(scope: !116, file: !1, line: 35, column: 14)
!123 = !DILocation(line: 35, column: 17, scope: !122)
!124 = !DILocation(line: 35, column: 23, scope: !122)
!125 = !DILocation(line: 35, column: 14, scope: !116)
!126 = !DILocation(line: 36, column: 16, scope: !122)
!127 = !DILocation(line: 36, column: 9, scope: !122)
!128 = !DILocation(line: 38, column: 20, scope: !129)
!129 = distinct !DILexicalBlock(scope: !122, file: !1, line: 37, column: 10)
!130 = !DILocation(line: 38, column: 23, scope: !129)
!131 = !DILocation(line: 38, column: 32, scope: !129)
!132 = !DILocation(line: 38, column: 35, scope: !129)
!133 = !DILocation(line: 38, column: 10, scope: !129)
!134 = !DILocation(line: 38, column: 18, scope: !129)
!135 = !DILocation(line: 39, column: 21, scope: !129)
!136 = !DILocation(line: 39, column: 24, scope: !129)
!137 = !DILocation(line: 39, column: 30, scope: !129)
!138 = !DILocation(line: 39, column: 35, scope: !129)
!139 = !DILocation(line: 39, column: 9, scope: !129)
!140 = !DILocation(line: 39, column: 12, scope: !129)
!141 = !DILocation(line: 39, column: 18, scope: !129)
!142 = !DILocation(line: 40, column: 9, scope: !129)
!143 = !DILocation(line: 40, column: 12, scope: !129)
!144 = !DILocation(line: 40, column: 17, scope: !129)
!145 = !DILocation(line: 42, column: 21, scope: !102)
!146 = !DILocation(line: 42, column: 24, scope: !102)
!147 = !DILocation(line: 42, column: 5, scope: !102)
!148 = !DILocation(line: 43, column: 12, scope: !102)
!149 = !DILocation(line: 43, column: 5, scope: !102)
!150 = distinct !DISubprogram(name: "queue_delete", scope: !1, file: !1, line: 46, type: !20, scopeLine: 47, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !35)
!151 = !DILocalVariable(name: "q", arg: 1, scope: !150, file: !1, line: 46, type: !23)
!152 = !DILocation(line: 46, column: 32, scope: !150)
!153 = !DILocation(line: 48, column: 21, scope: !150)
!154 = !DILocation(line: 48, column: 24, scope: !150)
!155 = !DILocation(line: 48, column: 5, scope: !150)
!156 = !DILocation(line: 49, column: 5, scope: !150)
!157 = !DILocation(line: 49, column: 8, scope: !150)
!158 = !DILocation(line: 49, column: 13, scope: !150)
!159 = !DILocation(line: 50, column: 21, scope: !150)
!160 = !DILocation(line: 50, column: 24, scope: !150)
!161 = !DILocation(line: 50, column: 5, scope: !150)
!162 = !DILocation(line: 51, column: 5, scope: !150)
