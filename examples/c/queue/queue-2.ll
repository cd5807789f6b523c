; ModuleID = 'queue-2.c'
source_filename = "queue-2.c"
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
  %3 = alloca %struct.queue*, align 8
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  store %struct.queue* %0, %struct.queue** %3, align 8
  call void @llvm.dbg.declare(metadata %struct.queue** %3, metadata !57, metadata !DIExpression()), !dbg !58
  store i32 %1, i32* %4, align 4
  call void @llvm.dbg.declare(metadata i32* %4, metadata !59, metadata !DIExpression()), !dbg !60
  call void @llvm.dbg.declare(metadata i32* %5, metadata !61, metadata !DIExpression()), !dbg !62
  store i32 0, i32* %5, align 4, !dbg !62
  %6 = load %struct.queue*, %struct.queue** %3, align 8, !dbg !63
  %7 = getelementptr inbounds %struct.queue, %struct.queue* %6, i32 0, i32 0, !dbg !64
  call void @semaphore_take(i32* noundef %7), !dbg !65
  %8 = load %struct.queue*, %struct.queue** %3, align 8, !dbg !66
  %9 = getelementptr inbounds %struct.queue, %struct.queue* %8, i32 0, i32 1, !dbg !68
  %10 = load i8, i8* %9, align 4, !dbg !68
  %11 = icmp ne i8 %10, 0, !dbg !66
  br i1 %11, label %13, label %12, !dbg !69

12:                                               ; preds = %2
  store i32 3, i32* %5, align 4, !dbg !70
  br label %48, !dbg !71

13:                                               ; preds = %2
  %14 = load %struct.queue*, %struct.queue** %3, align 8, !dbg !72
  %15 = getelementptr inbounds %struct.queue, %struct.queue* %14, i32 0, i32 2, !dbg !75
  %16 = load i32, i32* %15, align 4, !dbg !75
  %17 = icmp eq i32 %16, 3, !dbg !76
  br i1 %17, label %18, label %30, !dbg !77

18:                                               ; preds = %13
  %19 = load %struct.queue*, %struct.queue** %3, align 8, !dbg !78
  %20 = getelementptr inbounds %struct.queue, %struct.queue* %19, i32 0, i32 3, !dbg !80
  %21 = load i32, i32* %20, align 4, !dbg !80
  %22 = add i32 %21, 1, !dbg !81
  %23 = urem i32 %22, 3, !dbg !82
  %24 = load %struct.queue*, %struct.queue** %3, align 8, !dbg !83
  %25 = getelementptr inbounds %struct.queue, %struct.queue* %24, i32 0, i32 3, !dbg !84
  store i32 %23, i32* %25, align 4, !dbg !85
  %26 = load %struct.queue*, %struct.queue** %3, align 8, !dbg !86
  %27 = getelementptr inbounds %struct.queue, %struct.queue* %26, i32 0, i32 2, !dbg !87
  %28 = load i32, i32* %27, align 4, !dbg !88
  %29 = add i32 %28, -1, !dbg !88
  store i32 %29, i32* %27, align 4, !dbg !88
  br label %30, !dbg !89

30:                                               ; preds = %18, %13
  %31 = load i32, i32* %4, align 4, !dbg !90
  %32 = load %struct.queue*, %struct.queue** %3, align 8, !dbg !91
  %33 = getelementptr inbounds %struct.queue, %struct.queue* %32, i32 0, i32 4, !dbg !92
  %34 = load %struct.queue*, %struct.queue** %3, align 8, !dbg !93
  %35 = getelementptr inbounds %struct.queue, %struct.queue* %34, i32 0, i32 3, !dbg !94
  %36 = load i32, i32* %35, align 4, !dbg !94
  %37 = load %struct.queue*, %struct.queue** %3, align 8, !dbg !95
  %38 = getelementptr inbounds %struct.queue, %struct.queue* %37, i32 0, i32 2, !dbg !96
  %39 = load i32, i32* %38, align 4, !dbg !96
  %40 = add i32 %36, %39, !dbg !97
  %41 = urem i32 %40, 3, !dbg !98
  %42 = zext i32 %41 to i64, !dbg !91
  %43 = getelementptr inbounds [3 x i32], [3 x i32]* %33, i64 0, i64 %42, !dbg !91
  store i32 %31, i32* %43, align 4, !dbg !99
  %44 = load %struct.queue*, %struct.queue** %3, align 8, !dbg !100
  %45 = getelementptr inbounds %struct.queue, %struct.queue* %44, i32 0, i32 2, !dbg !101
  %46 = load i32, i32* %45, align 4, !dbg !102
  %47 = add i32 %46, 1, !dbg !102
  store i32 %47, i32* %45, align 4, !dbg !102
  br label %48

48:                                               ; preds = %30, %12
  %49 = load %struct.queue*, %struct.queue** %3, align 8, !dbg !103
  %50 = getelementptr inbounds %struct.queue, %struct.queue* %49, i32 0, i32 0, !dbg !104
  call void @semaphore_give(i32* noundef %50), !dbg !105
  %51 = load i32, i32* %5, align 4, !dbg !106
  ret i32 %51, !dbg !107
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @queue_read(%struct.queue* noundef %0, i32* noundef %1) #0 !dbg !108 {
  %3 = alloca %struct.queue*, align 8
  %4 = alloca i32*, align 8
  %5 = alloca i32, align 4
  store %struct.queue* %0, %struct.queue** %3, align 8
  call void @llvm.dbg.declare(metadata %struct.queue** %3, metadata !112, metadata !DIExpression()), !dbg !113
  store i32* %1, i32** %4, align 8
  call void @llvm.dbg.declare(metadata i32** %4, metadata !114, metadata !DIExpression()), !dbg !115
  call void @llvm.dbg.declare(metadata i32* %5, metadata !116, metadata !DIExpression()), !dbg !117
  store i32 0, i32* %5, align 4, !dbg !117
  %6 = load %struct.queue*, %struct.queue** %3, align 8, !dbg !118
  %7 = getelementptr inbounds %struct.queue, %struct.queue* %6, i32 0, i32 0, !dbg !119
  call void @semaphore_take(i32* noundef %7), !dbg !120
  %8 = load %struct.queue*, %struct.queue** %3, align 8, !dbg !121
  %9 = getelementptr inbounds %struct.queue, %struct.queue* %8, i32 0, i32 1, !dbg !123
  %10 = load i8, i8* %9, align 4, !dbg !123
  %11 = icmp ne i8 %10, 0, !dbg !121
  br i1 %11, label %13, label %12, !dbg !124

12:                                               ; preds = %2
  store i32 3, i32* %5, align 4, !dbg !125
  br label %41, !dbg !126

13:                                               ; preds = %2
  %14 = load %struct.queue*, %struct.queue** %3, align 8, !dbg !127
  %15 = getelementptr inbounds %struct.queue, %struct.queue* %14, i32 0, i32 2, !dbg !129
  %16 = load i32, i32* %15, align 4, !dbg !129
  %17 = icmp eq i32 %16, 0, !dbg !130
  br i1 %17, label %18, label %19, !dbg !131

18:                                               ; preds = %13
  store i32 2, i32* %5, align 4, !dbg !132
  br label %40, !dbg !133

19:                                               ; preds = %13
  %20 = load %struct.queue*, %struct.queue** %3, align 8, !dbg !134
  %21 = getelementptr inbounds %struct.queue, %struct.queue* %20, i32 0, i32 4, !dbg !136
  %22 = load %struct.queue*, %struct.queue** %3, align 8, !dbg !137
  %23 = getelementptr inbounds %struct.queue, %struct.queue* %22, i32 0, i32 3, !dbg !138
  %24 = load i32, i32* %23, align 4, !dbg !138
  %25 = zext i32 %24 to i64, !dbg !134
  %26 = getelementptr inbounds [3 x i32], [3 x i32]* %21, i64 0, i64 %25, !dbg !134
  %27 = load i32, i32* %26, align 4, !dbg !134
  %28 = load i32*, i32** %4, align 8, !dbg !139
  store i32 %27, i32* %28, align 4, !dbg !140
  %29 = load %struct.queue*, %struct.queue** %3, align 8, !dbg !141
  %30 = getelementptr inbounds %struct.queue, %struct.queue* %29, i32 0, i32 3, !dbg !142
  %31 = load i32, i32* %30, align 4, !dbg !142
  %32 = add i32 %31, 1, !dbg !143
  %33 = urem i32 %32, 3, !dbg !144
  %34 = load %struct.queue*, %struct.queue** %3, align 8, !dbg !145
  %35 = getelementptr inbounds %struct.queue, %struct.queue* %34, i32 0, i32 3, !dbg !146
  store i32 %33, i32* %35, align 4, !dbg !147
  %36 = load %struct.queue*, %struct.queue** %3, align 8, !dbg !148
  %37 = getelementptr inbounds %struct.queue, %struct.queue* %36, i32 0, i32 2, !dbg !149
  %38 = load i32, i32* %37, align 4, !dbg !150
  %39 = add i32 %38, -1, !dbg !150
  store i32 %39, i32* %37, align 4, !dbg !150
  br label %40

40:                                               ; preds = %19, %18
  br label %41

41:                                               ; preds = %40, %12
  %42 = load %struct.queue*, %struct.queue** %3, align 8, !dbg !151
  %43 = getelementptr inbounds %struct.queue, %struct.queue* %42, i32 0, i32 0, !dbg !152
  call void @semaphore_give(i32* noundef %43), !dbg !153
  %44 = load i32, i32* %5, align 4, !dbg !154
  ret i32 %44, !dbg !155
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @queue_delete(%struct.queue* noundef %0) #0 !dbg !156 {
  %2 = alloca %struct.queue*, align 8
  store %struct.queue* %0, %struct.queue** %2, align 8
  call void @llvm.dbg.declare(metadata %struct.queue** %2, metadata !157, metadata !DIExpression()), !dbg !158
  %3 = load %struct.queue*, %struct.queue** %2, align 8, !dbg !159
  %4 = getelementptr inbounds %struct.queue, %struct.queue* %3, i32 0, i32 0, !dbg !160
  call void @semaphore_take(i32* noundef %4), !dbg !161
  %5 = load %struct.queue*, %struct.queue** %2, align 8, !dbg !162
  %6 = getelementptr inbounds %struct.queue, %struct.queue* %5, i32 0, i32 1, !dbg !163
  store i8 0, i8* %6, align 4, !dbg !164
  %7 = load %struct.queue*, %struct.queue** %2, align 8, !dbg !165
  %8 = getelementptr inbounds %struct.queue, %struct.queue* %7, i32 0, i32 0, !dbg !166
  call void @semaphore_give(i32* noundef %8), !dbg !167
  ret i32 0, !dbg !168
}

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!11, !12, !13, !14, !15, !16, !17}
!llvm.ident = !{!18}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !2, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "queue-2.c", directory: ".", checksumkind: CSK_MD5, checksum: "56f7e832f049955a1b09e1ddc72ae7c4")
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
!70 = !DILocation(line: 19, column: 16, scope: !67)
!71 = !DILocation(line: 19, column: 9, scope: !67)
!72 = !DILocation(line: 21, column: 13, scope: !73)
!73 = distinct !DILexicalBlock(scope: !74, file: !1, line: 21, column: 13)
!74 = distinct !DILexicalBlock(scope: !67, file: !1, line: 20, column: 10)
!75 = !DILocation(line: 21, column: 16, scope: !73)
!76 = !DILocation(line: 21, column: 22, scope: !73)
!77 = !DILocation(line: 21, column: 13, scope: !74)
!78 = !DILocation(line: 22, column: 25, scope: !79)
!79 = distinct !DILexicalBlock(scope: !73, file: !1, line: 21, column: 35)
!80 = !DILocation(line: 22, column: 28, scope: !79)
!81 = !DILocation(line: 22, column: 34, scope: !79)
!82 = !DILocation(line: 22, column: 39, scope: !79)
!83 = !DILocation(line: 22, column: 13, scope: !79)
!84 = !DILocation(line: 22, column: 16, scope: !79)
!85 = !DILocation(line: 22, column: 22, scope: !79)
!86 = !DILocation(line: 23, column: 13, scope: !79)
!87 = !DILocation(line: 23, column: 16, scope: !79)
!88 = !DILocation(line: 23, column: 21, scope: !79)
!89 = !DILocation(line: 24, column: 9, scope: !79)
!90 = !DILocation(line: 25, column: 57, scope: !74)
!91 = !DILocation(line: 25, column: 9, scope: !74)
!92 = !DILocation(line: 25, column: 12, scope: !74)
!93 = !DILocation(line: 25, column: 22, scope: !74)
!94 = !DILocation(line: 25, column: 25, scope: !74)
!95 = !DILocation(line: 25, column: 33, scope: !74)
!96 = !DILocation(line: 25, column: 36, scope: !74)
!97 = !DILocation(line: 25, column: 31, scope: !74)
!98 = !DILocation(line: 25, column: 43, scope: !74)
!99 = !DILocation(line: 25, column: 55, scope: !74)
!100 = !DILocation(line: 26, column: 9, scope: !74)
!101 = !DILocation(line: 26, column: 12, scope: !74)
!102 = !DILocation(line: 26, column: 17, scope: !74)
!103 = !DILocation(line: 28, column: 21, scope: !54)
!104 = !DILocation(line: 28, column: 24, scope: !54)
!105 = !DILocation(line: 28, column: 5, scope: !54)
!106 = !DILocation(line: 29, column: 12, scope: !54)
!107 = !DILocation(line: 29, column: 5, scope: !54)
!108 = distinct !DISubprogram(name: "queue_read", scope: !1, file: !1, line: 32, type: !109, scopeLine: 33, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !35)
!109 = !DISubroutineType(types: !110)
!110 = !{!22, !23, !111}
!111 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !22, size: 64)
!112 = !DILocalVariable(name: "q", arg: 1, scope: !108, file: !1, line: 32, type: !23)
!113 = !DILocation(line: 32, column: 30, scope: !108)
!114 = !DILocalVariable(name: "message", arg: 2, scope: !108, file: !1, line: 32, type: !111)
!115 = !DILocation(line: 32, column: 38, scope: !108)
!116 = !DILocalVariable(name: "result", scope: !108, file: !1, line: 34, type: !22)
!117 = !DILocation(line: 34, column: 9, scope: !108)
!118 = !DILocation(line: 35, column: 21, scope: !108)
!119 = !DILocation(line: 35, column: 24, scope: !108)
!120 = !DILocation(line: 35, column: 5, scope: !108)
!121 = !DILocation(line: 36, column: 10, scope: !122)
!122 = distinct !DILexicalBlock(scope: !108, file: !1, line: 36, column: 9)
!123 = !DILocation(line: 36, column: 13, scope: !122)
!124 = !DILocation(line: 36, column: 9, scope: !108)
!125 = !DILocation(line: 37, column: 16, scope: !122)
!126 = !DILocation(line: 37, column: 9, scope: !122)
!127 = !DILocation(line: 38, column: 14, scope: !128)
!128 = distinct !DILexicalBlock(scope: !122, file: !1, line: 38, column: 14)
!129 = !DILocation(line: 38, column: 17, scope: !128)
!130 = !DILocation(line: 38, column: 23, scope: !128)
!131 = !DILocation(line: 38, column: 14, scope: !122)
!132 = !DILocation(line: 39, column: 16, scope: !128)
!133 = !DILocation(line: 39, column: 9, scope: !128)
!134 = !DILocation(line: 41, column: 20, scope: !135)
!135 = distinct !DILexicalBlock(scope: !128, file: !1, line: 40, column: 10)
!136 = !DILocation(line: 41, column: 23, scope: !135)
!137 = !DILocation(line: 41, column: 32, scope: !135)
!138 = !DILocation(line: 41, column: 35, scope: !135)
!139 = !DILocation(line: 41, column: 10, scope: !135)
!140 = !DILocation(line: 41, column: 18, scope: !135)
!141 = !DILocation(line: 42, column: 21, scope: !135)
!142 = !DILocation(line: 42, column: 24, scope: !135)
!143 = !DILocation(line: 42, column: 30, scope: !135)
!144 = !DILocation(line: 42, column: 35, scope: !135)
!145 = !DILocation(line: 42, column: 9, scope: !135)
!146 = !DILocation(line: 42, column: 12, scope: !135)
!147 = !DILocation(line: 42, column: 18, scope: !135)
!148 = !DILocation(line: 43, column: 9, scope: !135)
!149 = !DILocation(line: 43, column: 12, scope: !135)
!150 = !DILocation(line: 43, column: 17, scope: !135)
!151 = !DILocation(line: 45, column: 21, scope: !108)
!152 = !DILocation(line: 45, column: 24, scope: !108)
!153 = !DILocation(line: 45, column: 5, scope: !108)
!154 = !DILocation(line: 46, column: 12, scope: !108)
!155 = !DILocation(line: 46, column: 5, scope: !108)
!156 = distinct !DISubprogram(name: "queue_delete", scope: !1, file: !1, line: 49, type: !20, scopeLine: 50, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !35)
!157 = !DILocalVariable(name: "q", arg: 1, scope: !156, file: !1, line: 49, type: !23)
!158 = !DILocation(line: 49, column: 32, scope: !156)
!159 = !DILocation(line: 51, column: 21, scope: !156)
!160 = !DILocation(line: 51, column: 24, scope: !156)
!161 = !DILocation(line: 51, column: 5, scope: !156)
!162 = !DILocation(line: 52, column: 5, scope: !156)
!163 = !DILocation(line: 52, column: 8, scope: !156)
!164 = !DILocation(line: 52, column: 13, scope: !156)
!165 = !DILocation(line: 53, column: 21, scope: !156)
!166 = !DILocation(line: 53, column: 24, scope: !156)
!167 = !DILocation(line: 53, column: 5, scope: !156)
!168 = !DILocation(line: 54, column: 5, scope: !156)
