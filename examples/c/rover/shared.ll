; ModuleID = 'shared.c'
source_filename = "shared.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_mutex_t = type { %struct.__pthread_mutex_s }
%struct.__pthread_mutex_s = type { i32, i32, i32, i32, i32, i16, i16, %struct.__pthread_internal_list }
%struct.__pthread_internal_list = type { %struct.__pthread_internal_list*, %struct.__pthread_internal_list* }
%union.pthread_cond_t = type { %struct.__pthread_cond_s }
%struct.__pthread_cond_s = type { %union.__atomic_wide_counter, %union.__atomic_wide_counter, [2 x i32], [2 x i32], i32, i32, [2 x i32] }
%union.__atomic_wide_counter = type { i64 }

@exec_mutex = internal global %union.pthread_mutex_t zeroinitializer, align 8, !dbg !0
@wake_ups = internal global %union.pthread_cond_t zeroinitializer, align 8, !dbg !23
@pending = internal global i32 0, align 4, !dbg !21
@.str = private unnamed_addr constant [9 x i8] c"!pending\00", align 1
@.str.1 = private unnamed_addr constant [9 x i8] c"shared.c\00", align 1
@__PRETTY_FUNCTION__.saved_read = private unnamed_addr constant [20 x i8] c"int saved_read(int)\00", align 1
@saved = internal global i32 0, align 4, !dbg !16
@list_mutex = internal global %union.pthread_mutex_t zeroinitializer, align 8, !dbg !61
@changed = internal global %union.pthread_cond_t zeroinitializer, align 8, !dbg !91
@changes = internal global i32 0, align 4, !dbg !19

; Function Attrs: noinline nounwind uwtable
define dso_local void @exec_lock() #0 !dbg !101 {
  %1 = call i32 @pthread_mutex_lock(%union.pthread_mutex_t* noundef @exec_mutex) #5, !dbg !105
  ret void, !dbg !106
}

; Function Attrs: nounwind
declare i32 @pthread_mutex_lock(%union.pthread_mutex_t* noundef) #1

; Function Attrs: noinline nounwind uwtable
define dso_local void @exec_unlock() #0 !dbg !107 {
  %1 = call i32 @pthread_mutex_unlock(%union.pthread_mutex_t* noundef @exec_mutex) #5, !dbg !108
  ret void, !dbg !109
}

; Function Attrs: nounwind
declare i32 @pthread_mutex_unlock(%union.pthread_mutex_t* noundef) #1

; Function Attrs: noinline nounwind uwtable
define dso_local void @exec_wait() #0 !dbg !110 {
  %1 = call i32 @pthread_cond_wait(%union.pthread_cond_t* noundef @wake_ups, %union.pthread_mutex_t* noundef @exec_mutex), !dbg !111
  ret void, !dbg !112
}

declare i32 @pthread_cond_wait(%union.pthread_cond_t* noundef, %union.pthread_mutex_t* noundef) #2

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @saved_read(i32 noundef %0) #0 !dbg !113 {
  %2 = alloca i32, align 4
  store i32 %0, i32* %2, align 4
  call void @llvm.dbg.declare(metadata i32* %2, metadata !116, metadata !DIExpression()), !dbg !117
  %3 = load i32, i32* %2, align 4, !dbg !118
  %4 = icmp eq i32 %3, 1, !dbg !120
  br i1 %4, label %5, label %11, !dbg !121

5:                                                ; preds = %1
  %6 = load i32, i32* @pending, align 4, !dbg !122
  %7 = icmp ne i32 %6, 0, !dbg !122
  br i1 %7, label %9, label %8, !dbg !125

8:                                                ; preds = %5
  br label %10, !dbg !125

9:                                                ; preds = %5
  call void @__assert_fail(i8* noundef getelementptr inbounds ([9 x i8], [9 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([9 x i8], [9 x i8]* @.str.1, i64 0, i64 0), i32 noundef 23, i8* noundef getelementptr inbounds ([20 x i8], [20 x i8]* @__PRETTY_FUNCTION__.saved_read, i64 0, i64 0)) #6, !dbg !122
  unreachable, !dbg !122

10:                                               ; preds = %8
  br label %15, !dbg !126

11:                                               ; preds = %1
  %12 = load i32, i32* @saved, align 4, !dbg !127
  %13 = icmp ne i32 %12, 0, !dbg !128
  %14 = zext i1 %13 to i32, !dbg !128
  store i32 %14, i32* @pending, align 4, !dbg !129
  br label %15

15:                                               ; preds = %11, %10
  %16 = load i32, i32* @saved, align 4, !dbg !130
  ret i32 %16, !dbg !131
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #3

; Function Attrs: noreturn nounwind
declare void @__assert_fail(i8* noundef, i8* noundef, i32 noundef, i8* noundef) #4

; Function Attrs: noinline nounwind uwtable
define dso_local void @saved_save(i32 noundef %0) #0 !dbg !132 {
  %2 = alloca i32, align 4
  store i32 %0, i32* %2, align 4
  call void @llvm.dbg.declare(metadata i32* %2, metadata !135, metadata !DIExpression()), !dbg !136
  %3 = load i32, i32* %2, align 4, !dbg !137
  store i32 %3, i32* @saved, align 4, !dbg !138
  %4 = call i32 @pthread_cond_signal(%union.pthread_cond_t* noundef @wake_ups) #5, !dbg !139
  ret void, !dbg !140
}

; Function Attrs: nounwind
declare i32 @pthread_cond_signal(%union.pthread_cond_t* noundef) #1

; Function Attrs: noinline nounwind uwtable
define dso_local void @saved_clear() #0 !dbg !141 {
  store i32 0, i32* @saved, align 4, !dbg !142
  store i32 0, i32* @pending, align 4, !dbg !143
  ret void, !dbg !144
}

; Function Attrs: noinline nounwind uwtable
define dso_local void @list_lock() #0 !dbg !145 {
  %1 = call i32 @pthread_mutex_lock(%union.pthread_mutex_t* noundef @list_mutex) #5, !dbg !146
  ret void, !dbg !147
}

; Function Attrs: noinline nounwind uwtable
define dso_local void @list_unlock() #0 !dbg !148 {
  %1 = call i32 @pthread_mutex_unlock(%union.pthread_mutex_t* noundef @list_mutex) #5, !dbg !149
  ret void, !dbg !150
}

; Function Attrs: noinline nounwind uwtable
define dso_local void @changed_wait() #0 !dbg !151 {
  %1 = call i32 @pthread_cond_wait(%union.pthread_cond_t* noundef @changed, %union.pthread_mutex_t* noundef @list_mutex), !dbg !152
  ret void, !dbg !153
}

; Function Attrs: noinline nounwind uwtable
define dso_local void @changed_signal() #0 !dbg !154 {
  %1 = call i32 @pthread_cond_signal(%union.pthread_cond_t* noundef @changed) #5, !dbg !155
  ret void, !dbg !156
}

; Function Attrs: noinline nounwind uwtable
define dso_local void @changes_note() #0 !dbg !157 {
  store i32 1, i32* @changes, align 4, !dbg !158
  ret void, !dbg !159
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @changes_take() #0 !dbg !160 {
  %1 = alloca i32, align 4
  call void @llvm.dbg.declare(metadata i32* %1, metadata !163, metadata !DIExpression()), !dbg !164
  %2 = load i32, i32* @changes, align 4, !dbg !165
  store i32 %2, i32* %1, align 4, !dbg !164
  store i32 0, i32* @changes, align 4, !dbg !166
  %3 = load i32, i32* %1, align 4, !dbg !167
  ret i32 %3, !dbg !168
}

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #4 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { nounwind }
attributes #6 = { noreturn nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!93, !94, !95, !96, !97, !98, !99}
!llvm.ident = !{!100}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "exec_mutex", scope: !2, file: !3, line: 6, type: !63, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, globals: !15, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "shared.c", directory: ".", checksumkind: CSK_MD5, checksum: "e32915ad34e553c9ee6a7e3e9434ab43")
!4 = !{!5, !11}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "who", file: !6, line: 5, baseType: !7, size: 32, elements: !8)
!6 = !DIFile(filename: "./rover.h", directory: ".", checksumkind: CSK_MD5, checksum: "a82d82a14201e1252dc3b201cc9c91da")
!7 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!8 = !{!9, !10}
!9 = !DIEnumerator(name: "EXECUTIVE", value: 0)
!10 = !DIEnumerator(name: "CHECKER", value: 1)
!11 = !DICompositeType(tag: DW_TAG_enumeration_type, file: !6, line: 6, baseType: !7, size: 32, elements: !12)
!12 = !{!13, !14}
!13 = !DIEnumerator(name: "NOTHING", value: 0)
!14 = !DIEnumerator(name: "WAKE_UP", value: 1)
!15 = !{!16, !19, !21, !0, !23, !61, !91}
!16 = !DIGlobalVariableExpression(var: !17, expr: !DIExpression())
!17 = distinct !DIGlobalVariable(name: "saved", scope: !2, file: !3, line: 11, type: !18, isLocal: true, isDefinition: true)
!18 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!19 = !DIGlobalVariableExpression(var: !20, expr: !DIExpression())
!20 = distinct !DIGlobalVariable(name: "changes", scope: !2, file: !3, line: 12, type: !18, isLocal: true, isDefinition: true)
!21 = !DIGlobalVariableExpression(var: !22, expr: !DIExpression())
!22 = distinct !DIGlobalVariable(name: "pending", scope: !2, file: !3, line: 13, type: !18, isLocal: true, isDefinition: true)
!23 = !DIGlobalVariableExpression(var: !24, expr: !DIExpression())
!24 = distinct !DIGlobalVariable(name: "wake_ups", scope: !2, file: !3, line: 8, type: !25, isLocal: true, isDefinition: true)
!25 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_cond_t", file: !26, line: 80, baseType: !27)
!26 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!27 = distinct !DICompositeType(tag: DW_TAG_union_type, file: !26, line: 75, size: 384, elements: !28)
!28 = !{!29, !54, !59}
!29 = !DIDerivedType(tag: DW_TAG_member, name: "__data", scope: !27, file: !26, line: 77, baseType: !30, size: 384)
!30 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__pthread_cond_s", file: !31, line: 94, size: 384, elements: !32)
!31 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/thread-shared-types.h", directory: "", checksumkind: CSK_MD5, checksum: "04c81e86d34dad9c99ad006d32e47a0d")
!32 = !{!33, !45, !46, !50, !51, !52, !53}
!33 = !DIDerivedType(tag: DW_TAG_member, name: "__wseq", scope: !30, file: !31, line: 96, baseType: !34, size: 64)
!34 = !DIDerivedType(tag: DW_TAG_typedef, name: "__atomic_wide_counter", file: !35, line: 33, baseType: !36)
!35 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/atomic_wide_counter.h", directory: "", checksumkind: CSK_MD5, checksum: "2708e6e61e266abad2d765ccef838dbe")
!36 = distinct !DICompositeType(tag: DW_TAG_union_type, file: !35, line: 25, size: 64, elements: !37)
!37 = !{!38, !40}
!38 = !DIDerivedType(tag: DW_TAG_member, name: "__value64", scope: !36, file: !35, line: 27, baseType: !39, size: 64)
!39 = !DIBasicType(name: "unsigned long long", size: 64, encoding: DW_ATE_unsigned)
!40 = !DIDerivedType(tag: DW_TAG_member, name: "__value32", scope: !36, file: !35, line: 32, baseType: !41, size: 64)
!41 = distinct !DICompositeType(tag: DW_TAG_structure_type, scope: !36, file: !35, line: 28, size: 64, elements: !42)
!42 = !{!43, !44}
!43 = !DIDerivedType(tag: DW_TAG_member, name: "__low", scope: !41, file: !35, line: 30, baseType: !7, size: 32)
!44 = !DIDerivedType(tag: DW_TAG_member, name: "__high", scope: !41, file: !35, line: 31, baseType: !7, size: 32, offset: 32)
!45 = !DIDerivedType(tag: DW_TAG_member, name: "__g1_start", scope: !30, file: !31, line: 97, baseType: !34, size: 64, offset: 64)
!46 = !DIDerivedType(tag: DW_TAG_member, name: "__g_refs", scope: !30, file: !31, line: 98, baseType: !47, size: 64, offset: 128)
!47 = !DICompositeType(tag: DW_TAG_array_type, baseType: !7, size: 64, elements: !48)
!48 = !{!49}
!49 = !DISubrange(count: 2)
!50 = !DIDerivedType(tag: DW_TAG_member, name: "__g_size", scope: !30, file: !31, line: 99, baseType: !47, size: 64, offset: 192)
!51 = !DIDerivedType(tag: DW_TAG_member, name: "__g1_orig_size", scope: !30, file: !31, line: 100, baseType: !7, size: 32, offset: 256)
!52 = !DIDerivedType(tag: DW_TAG_member, name: "__wrefs", scope: !30, file: !31, line: 101, baseType: !7, size: 32, offset: 288)
!53 = !DIDerivedType(tag: DW_TAG_member, name: "__g_signals", scope: !30, file: !31, line: 102, baseType: !47, size: 64, offset: 320)
!54 = !DIDerivedType(tag: DW_TAG_member, name: "__size", scope: !27, file: !26, line: 78, baseType: !55, size: 384)
!55 = !DICompositeType(tag: DW_TAG_array_type, baseType: !56, size: 384, elements: !57)
!56 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!57 = !{!58}
!58 = !DISubrange(count: 48)
!59 = !DIDerivedType(tag: DW_TAG_member, name: "__align", scope: !27, file: !26, line: 79, baseType: !60, size: 64)
!60 = !DIBasicType(name: "long long", size: 64, encoding: DW_ATE_signed)
!61 = !DIGlobalVariableExpression(var: !62, expr: !DIExpression())
!62 = distinct !DIGlobalVariable(name: "list_mutex", scope: !2, file: !3, line: 7, type: !63, isLocal: true, isDefinition: true)
!63 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_mutex_t", file: !26, line: 72, baseType: !64)
!64 = distinct !DICompositeType(tag: DW_TAG_union_type, file: !26, line: 67, size: 320, elements: !65)
!65 = !{!66, !85, !89}
!66 = !DIDerivedType(tag: DW_TAG_member, name: "__data", scope: !64, file: !26, line: 69, baseType: !67, size: 320)
!67 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__pthread_mutex_s", file: !68, line: 22, size: 320, elements: !69)
!68 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/struct_mutex.h", directory: "", checksumkind: CSK_MD5, checksum: "584baedd80e6041b81caae7f496091c0")
!69 = !{!70, !71, !72, !73, !74, !75, !77, !78}
!70 = !DIDerivedType(tag: DW_TAG_member, name: "__lock", scope: !67, file: !68, line: 24, baseType: !18, size: 32)
!71 = !DIDerivedType(tag: DW_TAG_member, name: "__count", scope: !67, file: !68, line: 25, baseType: !7, size: 32, offset: 32)
!72 = !DIDerivedType(tag: DW_TAG_member, name: "__owner", scope: !67, file: !68, line: 26, baseType: !18, size: 32, offset: 64)
!73 = !DIDerivedType(tag: DW_TAG_member, name: "__nusers", scope: !67, file: !68, line: 28, baseType: !7, size: 32, offset: 96)
!74 = !DIDerivedType(tag: DW_TAG_member, name: "__kind", scope: !67, file: !68, line: 32, baseType: !18, size: 32, offset: 128)
!75 = !DIDerivedType(tag: DW_TAG_member, name: "__spins", scope: !67, file: !68, line: 34, baseType: !76, size: 16, offset: 160)
!76 = !DIBasicType(name: "short", size: 16, encoding: DW_ATE_signed)
!77 = !DIDerivedType(tag: DW_TAG_member, name: "__elision", scope: !67, file: !68, line: 35, baseType: !76, size: 16, offset: 176)
!78 = !DIDerivedType(tag: DW_TAG_member, name: "__list", scope: !67, file: !68, line: 36, baseType: !79, size: 128, offset: 192)
!79 = !DIDerivedType(tag: DW_TAG_typedef, name: "__pthread_list_t", file: !31, line: 55, baseType: !80)
!80 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__pthread_internal_list", file: !31, line: 51, size: 128, elements: !81)
!81 = !{!82, !84}
!82 = !DIDerivedType(tag: DW_TAG_member, name: "__prev", scope: !80, file: !31, line: 53, baseType: !83, size: 64)
!83 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !80, size: 64)
!84 = !DIDerivedType(tag: DW_TAG_member, name: "__next", scope: !80, file: !31, line: 54, baseType: !83, size: 64, offset: 64)
!85 = !DIDerivedType(tag: DW_TAG_member, name: "__size", scope: !64, file: !26, line: 70, baseType: !86, size: 320)
!86 = !DICompositeType(tag: DW_TAG_array_type, baseType: !56, size: 320, elements: !87)
!87 = !{!88}
!88 = !DISubrange(count: 40)
!89 = !DIDerivedType(tag: DW_TAG_member, name: "__align", scope: !64, file: !26, line: 71, baseType: !90, size: 64)
!90 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!91 = !DIGlobalVariableExpression(var: !92, expr: !DIExpression())
!92 = distinct !DIGlobalVariable(name: "changed", scope: !2, file: !3, line: 9, type: !25, isLocal: true, isDefinition: true)
!93 = !{i32 7, !"Dwarf Version", i32 5}
!94 = !{i32 2, !"Debug Info Version", i32 3}
!95 = !{i32 1, !"wchar_size", i32 4}
!96 = !{i32 7, !"PIC Level", i32 2}
!97 = !{i32 7, !"PIE Level", i32 2}
!98 = !{i32 7, !"uwtable", i32 1}
!99 = !{i32 7, !"frame-pointer", i32 2}
!100 = !{!"Debian clang version 14.0.6"}
!101 = distinct !DISubprogram(name: "exec_lock", scope: !3, file: !3, line: 15, type: !102, scopeLine: 15, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !104)
!102 = !DISubroutineType(types: !103)
!103 = !{null}
!104 = !{}
!105 = !DILocation(line: 15, column: 24, scope: !101)
!106 = !DILocation(line: 15, column: 57, scope: !101)
!107 = distinct !DISubprogram(name: "exec_unlock", scope: !3, file: !3, line: 16, type: !102, scopeLine: 16, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !104)
!108 = !DILocation(line: 16, column: 26, scope: !107)
!109 = !DILocation(line: 16, column: 61, scope: !107)
!110 = distinct !DISubprogram(name: "exec_wait", scope: !3, file: !3, line: 17, type: !102, scopeLine: 17, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !104)
!111 = !DILocation(line: 17, column: 24, scope: !110)
!112 = !DILocation(line: 17, column: 67, scope: !110)
!113 = distinct !DISubprogram(name: "saved_read", scope: !3, file: !3, line: 20, type: !114, scopeLine: 21, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !104)
!114 = !DISubroutineType(types: !115)
!115 = !{!18, !18}
!116 = !DILocalVariable(name: "who", arg: 1, scope: !113, file: !3, line: 20, type: !18)
!117 = !DILocation(line: 20, column: 20, scope: !113)
!118 = !DILocation(line: 22, column: 9, scope: !119)
!119 = distinct !DILexicalBlock(scope: !113, file: !3, line: 22, column: 9)
!120 = !DILocation(line: 22, column: 13, scope: !119)
!121 = !DILocation(line: 22, column: 9, scope: !113)
!122 = !DILocation(line: 23, column: 9, scope: !123)
!123 = distinct !DILexicalBlock(scope: !124, file: !3, line: 23, column: 9)
!124 = distinct !DILexicalBlock(scope: !119, file: !3, line: 23, column: 9)
!125 = !DILocation(line: 23, column: 9, scope: !124)
!126 = !DILocation(line: 23, column: 9, scope: !119)
!127 = !DILocation(line: 25, column: 19, scope: !119)
!128 = !DILocation(line: 25, column: 25, scope: !119)
!129 = !DILocation(line: 25, column: 17, scope: !119)
!130 = !DILocation(line: 26, column: 12, scope: !113)
!131 = !DILocation(line: 26, column: 5, scope: !113)
!132 = distinct !DISubprogram(name: "saved_save", scope: !3, file: !3, line: 29, type: !133, scopeLine: 30, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !104)
!133 = !DISubroutineType(types: !134)
!134 = !{null, !18}
!135 = !DILocalVariable(name: "wake_up", arg: 1, scope: !132, file: !3, line: 29, type: !18)
!136 = !DILocation(line: 29, column: 21, scope: !132)
!137 = !DILocation(line: 31, column: 13, scope: !132)
!138 = !DILocation(line: 31, column: 11, scope: !132)
!139 = !DILocation(line: 32, column: 5, scope: !132)
!140 = !DILocation(line: 33, column: 1, scope: !132)
!141 = distinct !DISubprogram(name: "saved_clear", scope: !3, file: !3, line: 35, type: !102, scopeLine: 36, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !104)
!142 = !DILocation(line: 37, column: 11, scope: !141)
!143 = !DILocation(line: 38, column: 13, scope: !141)
!144 = !DILocation(line: 39, column: 1, scope: !141)
!145 = distinct !DISubprogram(name: "list_lock", scope: !3, file: !3, line: 41, type: !102, scopeLine: 41, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !104)
!146 = !DILocation(line: 41, column: 24, scope: !145)
!147 = !DILocation(line: 41, column: 57, scope: !145)
!148 = distinct !DISubprogram(name: "list_unlock", scope: !3, file: !3, line: 42, type: !102, scopeLine: 42, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !104)
!149 = !DILocation(line: 42, column: 26, scope: !148)
!150 = !DILocation(line: 42, column: 61, scope: !148)
!151 = distinct !DISubprogram(name: "changed_wait", scope: !3, file: !3, line: 43, type: !102, scopeLine: 43, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !104)
!152 = !DILocation(line: 43, column: 27, scope: !151)
!153 = !DILocation(line: 43, column: 69, scope: !151)
!154 = distinct !DISubprogram(name: "changed_signal", scope: !3, file: !3, line: 44, type: !102, scopeLine: 44, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !104)
!155 = !DILocation(line: 44, column: 29, scope: !154)
!156 = !DILocation(line: 44, column: 60, scope: !154)
!157 = distinct !DISubprogram(name: "changes_note", scope: !3, file: !3, line: 45, type: !102, scopeLine: 45, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !104)
!158 = !DILocation(line: 45, column: 35, scope: !157)
!159 = !DILocation(line: 45, column: 40, scope: !157)
!160 = distinct !DISubprogram(name: "changes_take", scope: !3, file: !3, line: 47, type: !161, scopeLine: 48, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !104)
!161 = !DISubroutineType(types: !162)
!162 = !{!18}
!163 = !DILocalVariable(name: "taken", scope: !160, file: !3, line: 49, type: !18)
!164 = !DILocation(line: 49, column: 9, scope: !160)
!165 = !DILocation(line: 49, column: 17, scope: !160)
!166 = !DILocation(line: 50, column: 13, scope: !160)
!167 = !DILocation(line: 51, column: 12, scope: !160)
!168 = !DILocation(line: 51, column: 5, scope: !160)
