; ModuleID = 'stale.c'
source_filename = "stale.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.client = type { i32, i32, i32, i8 }

@self = internal global %struct.client zeroinitializer, align 4, !dbg !0

; Function Attrs: noinline nounwind uwtable
define dso_local void @client() #0 !dbg !51 {
  store i32 0, i32* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 0), align 4, !dbg !55
  br label %1, !dbg !56

1:                                                ; preds = %1, %0
  call void @step(), !dbg !57
  br label %1, !dbg !60, !llvm.loop !61
}

; Function Attrs: noinline nounwind uwtable
define internal void @step() #0 !dbg !64 {
  %1 = load i32, i32* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 0), align 4, !dbg !65
  switch i32 %1, label %9 [
    i32 0, label %2
    i32 1, label %3
    i32 2, label %4
    i32 3, label %5
    i32 4, label %6
    i32 5, label %7
    i32 6, label %8
  ], !dbg !66

2:                                                ; preds = %0
  call void @start(), !dbg !67
  br label %9, !dbg !69

3:                                                ; preds = %0
  call void @wait_accept(), !dbg !70
  br label %9, !dbg !71

4:                                                ; preds = %0
  call void @send_key(), !dbg !72
  br label %9, !dbg !73

5:                                                ; preds = %0
  call void @send_finished(), !dbg !74
  br label %9, !dbg !75

6:                                                ; preds = %0
  call void @wait_finished(), !dbg !76
  br label %9, !dbg !77

7:                                                ; preds = %0
  call void @connected(), !dbg !78
  br label %9, !dbg !79

8:                                                ; preds = %0
  store i32 0, i32* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 1), align 4, !dbg !80
  store i32 0, i32* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 2), align 4, !dbg !81
  store i32 0, i32* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 0), align 4, !dbg !82
  br label %9, !dbg !83

9:                                                ; preds = %0, %8, %7, %6, %5, %4, %3, %2
  ret void, !dbg !84
}

; Function Attrs: noinline nounwind uwtable
define internal void @start() #0 !dbg !85 {
  %1 = load i8, i8* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 3), align 4, !dbg !86
  %2 = lshr i8 %1, 2, !dbg !86
  %3 = and i8 %2, 1, !dbg !86
  %4 = load i8, i8* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 3), align 4, !dbg !87
  %5 = and i8 %3, 1, !dbg !87
  %6 = shl i8 %5, 1, !dbg !87
  %7 = and i8 %4, -3, !dbg !87
  %8 = or i8 %7, %6, !dbg !87
  store i8 %8, i8* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 3), align 4, !dbg !87
  call void @timer_start(), !dbg !88
  %9 = load i8, i8* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 3), align 4, !dbg !89
  %10 = lshr i8 %9, 1, !dbg !89
  %11 = and i8 %10, 1, !dbg !89
  %12 = zext i8 %11 to i32, !dbg !90
  %13 = icmp ne i32 %12, 0, !dbg !90
  %14 = zext i1 %13 to i64, !dbg !90
  %15 = select i1 %13, i32 2, i32 1, !dbg !90
  call void @send_message(i32 noundef %15), !dbg !91
  store i32 1, i32* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 0), align 4, !dbg !92
  ret void, !dbg !93
}

; Function Attrs: noinline nounwind uwtable
define internal void @wait_accept() #0 !dbg !94 {
  %1 = alloca i32, align 4
  call void @llvm.dbg.declare(metadata i32* %1, metadata !95, metadata !DIExpression()), !dbg !97
  %2 = call i32 @receive_message(), !dbg !98
  store i32 %2, i32* %1, align 4, !dbg !97
  %3 = load i32, i32* %1, align 4, !dbg !99
  switch i32 %3, label %29 [
    i32 3, label %4
    i32 4, label %14
    i32 5, label %22
  ], !dbg !100

4:                                                ; preds = %0
  %5 = load i32, i32* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 1), align 4, !dbg !101
  %6 = icmp eq i32 %5, 2, !dbg !104
  br i1 %6, label %7, label %8, !dbg !105

7:                                                ; preds = %4
  call void @fail(i32 noundef 1), !dbg !106
  br label %31, !dbg !108

8:                                                ; preds = %4
  %9 = load i32, i32* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 1), align 4, !dbg !109
  %10 = add i32 %9, 1, !dbg !109
  store i32 %10, i32* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 1), align 4, !dbg !109
  %11 = load i8, i8* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 3), align 4, !dbg !110
  %12 = and i8 %11, -5, !dbg !110
  %13 = or i8 %12, 0, !dbg !110
  store i8 %13, i8* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 3), align 4, !dbg !110
  call void @timer_stop(), !dbg !111
  store i32 0, i32* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 0), align 4, !dbg !112
  br label %31, !dbg !113

14:                                               ; preds = %0
  %15 = load i8, i8* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 3), align 4, !dbg !114
  %16 = and i8 %15, -3, !dbg !114
  %17 = or i8 %16, 0, !dbg !114
  store i8 %17, i8* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 3), align 4, !dbg !114
  %18 = call i32 @certificate_is_good(), !dbg !115
  %19 = icmp ne i32 %18, 0, !dbg !115
  br i1 %19, label %21, label %20, !dbg !117

20:                                               ; preds = %14
  call void @fail(i32 noundef 1), !dbg !118
  br label %31, !dbg !120

21:                                               ; preds = %14
  store i32 2, i32* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 0), align 4, !dbg !121
  br label %31, !dbg !122

22:                                               ; preds = %0
  %23 = load i8, i8* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 3), align 4, !dbg !123
  %24 = lshr i8 %23, 1, !dbg !123
  %25 = and i8 %24, 1, !dbg !123
  %26 = icmp ne i8 %25, 0, !dbg !125
  br i1 %26, label %28, label %27, !dbg !126

27:                                               ; preds = %22
  call void @fail(i32 noundef 1), !dbg !127
  br label %31, !dbg !129

28:                                               ; preds = %22
  call void @derive_keys(i32 noundef 1), !dbg !130
  store i32 3, i32* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 0), align 4, !dbg !131
  br label %31, !dbg !132

29:                                               ; preds = %0
  %30 = load i32, i32* %1, align 4, !dbg !133
  call void @unexpected(i32 noundef %30), !dbg !134
  br label %31, !dbg !135

31:                                               ; preds = %29, %28, %27, %21, %20, %8, %7
  ret void, !dbg !136
}

; Function Attrs: noinline nounwind uwtable
define internal void @send_key() #0 !dbg !137 {
  %1 = load i8, i8* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 3), align 4, !dbg !138
  %2 = and i8 %1, 1, !dbg !138
  %3 = icmp ne i8 %2, 0, !dbg !140
  br i1 %3, label %8, label %4, !dbg !141

4:                                                ; preds = %0
  call void @send_message(i32 noundef 6), !dbg !142
  %5 = load i8, i8* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 3), align 4, !dbg !144
  %6 = and i8 %5, -2, !dbg !144
  %7 = or i8 %6, 1, !dbg !144
  store i8 %7, i8* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 3), align 4, !dbg !144
  br label %8, !dbg !145

8:                                                ; preds = %4, %0
  call void @derive_keys(i32 noundef 0), !dbg !146
  store i32 3, i32* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 0), align 4, !dbg !147
  ret void, !dbg !148
}

; Function Attrs: noinline nounwind uwtable
define internal void @send_finished() #0 !dbg !149 {
  call void @send_message(i32 noundef 7), !dbg !150
  store i32 4, i32* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 0), align 4, !dbg !151
  ret void, !dbg !152
}

; Function Attrs: noinline nounwind uwtable
define internal void @wait_finished() #0 !dbg !153 {
  %1 = alloca i32, align 4
  call void @llvm.dbg.declare(metadata i32* %1, metadata !154, metadata !DIExpression()), !dbg !155
  %2 = call i32 @receive_message(), !dbg !156
  store i32 %2, i32* %1, align 4, !dbg !155
  %3 = load i32, i32* %1, align 4, !dbg !157
  %4 = icmp ne i32 %3, 7, !dbg !159
  br i1 %4, label %5, label %7, !dbg !160

5:                                                ; preds = %0
  %6 = load i32, i32* %1, align 4, !dbg !161
  call void @unexpected(i32 noundef %6), !dbg !163
  br label %22, !dbg !164

7:                                                ; preds = %0
  %8 = call i32 @checksum_is_good(), !dbg !165
  %9 = icmp ne i32 %8, 0, !dbg !165
  br i1 %9, label %11, label %10, !dbg !167

10:                                               ; preds = %7
  call void @fail(i32 noundef 1), !dbg !168
  br label %22, !dbg !170

11:                                               ; preds = %7
  call void @timer_stop(), !dbg !171
  %12 = load i8, i8* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 3), align 4, !dbg !172
  %13 = and i8 %12, -5, !dbg !172
  %14 = or i8 %13, 4, !dbg !172
  store i8 %14, i8* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 3), align 4, !dbg !172
  %15 = load i8, i8* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 3), align 4, !dbg !173
  %16 = lshr i8 %15, 1, !dbg !173
  %17 = and i8 %16, 1, !dbg !173
  %18 = zext i8 %17 to i32, !dbg !174
  %19 = icmp ne i32 %18, 0, !dbg !174
  %20 = zext i1 %19 to i64, !dbg !174
  %21 = select i1 %19, i32 1, i32 0, !dbg !174
  call void @established(i32 noundef %21), !dbg !175
  store i32 5, i32* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 0), align 4, !dbg !176
  br label %22, !dbg !177

22:                                               ; preds = %11, %10, %5
  ret void, !dbg !177
}

; Function Attrs: noinline nounwind uwtable
define internal void @connected() #0 !dbg !178 {
  %1 = call i32 @application_wants_more(), !dbg !179
  %2 = icmp ne i32 %1, 0, !dbg !179
  br i1 %2, label %3, label %4, !dbg !181

3:                                                ; preds = %0
  call void @send_message(i32 noundef 9), !dbg !182
  br label %5, !dbg !184

4:                                                ; preds = %0
  call void @send_message(i32 noundef 10), !dbg !185
  store i32 6, i32* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 0), align 4, !dbg !186
  br label %5, !dbg !187

5:                                                ; preds = %4, %3
  ret void, !dbg !187
}

declare void @timer_start() #1

declare void @send_message(i32 noundef) #1

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #2

declare i32 @receive_message() #1

; Function Attrs: noinline nounwind uwtable
define internal void @fail(i32 noundef %0) #0 !dbg !188 {
  %2 = alloca i32, align 4
  store i32 %0, i32* %2, align 4
  call void @llvm.dbg.declare(metadata i32* %2, metadata !191, metadata !DIExpression()), !dbg !192
  call void @timer_stop(), !dbg !193
  %3 = load i32, i32* %2, align 4, !dbg !194
  %4 = icmp ne i32 %3, 0, !dbg !194
  br i1 %4, label %5, label %6, !dbg !196

5:                                                ; preds = %1
  call void @send_message(i32 noundef 8), !dbg !197
  br label %6, !dbg !197

6:                                                ; preds = %5, %1
  %7 = load i8, i8* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 3), align 4, !dbg !198
  %8 = and i8 %7, -5, !dbg !198
  %9 = or i8 %8, 0, !dbg !198
  store i8 %9, i8* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 3), align 4, !dbg !198
  store i32 6, i32* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 0), align 4, !dbg !199
  ret void, !dbg !200
}

declare void @timer_stop() #1

declare i32 @certificate_is_good() #1

declare void @derive_keys(i32 noundef) #1

; Function Attrs: noinline nounwind uwtable
define internal void @unexpected(i32 noundef %0) #0 !dbg !201 {
  %2 = alloca i32, align 4
  store i32 %0, i32* %2, align 4
  call void @llvm.dbg.declare(metadata i32* %2, metadata !202, metadata !DIExpression()), !dbg !203
  %3 = load i32, i32* %2, align 4, !dbg !204
  switch i32 %3, label %13 [
    i32 8, label %4
    i32 0, label %5
  ], !dbg !205

4:                                                ; preds = %1
  call void @fail(i32 noundef 0), !dbg !206
  br label %14, !dbg !208

5:                                                ; preds = %1
  %6 = load i32, i32* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 2), align 4, !dbg !209
  %7 = icmp eq i32 %6, 1, !dbg !211
  br i1 %7, label %8, label %9, !dbg !212

8:                                                ; preds = %5
  call void @fail(i32 noundef 1), !dbg !213
  br label %12, !dbg !213

9:                                                ; preds = %5
  %10 = load i32, i32* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 2), align 4, !dbg !214
  %11 = add i32 %10, 1, !dbg !214
  store i32 %11, i32* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 2), align 4, !dbg !214
  br label %12

12:                                               ; preds = %9, %8
  br label %14, !dbg !215

13:                                               ; preds = %1
  call void @fail(i32 noundef 1), !dbg !216
  br label %14, !dbg !217

14:                                               ; preds = %13, %12, %4
  ret void, !dbg !218
}

declare i32 @checksum_is_good() #1

declare void @established(i32 noundef) #1

declare i32 @application_wants_more() #1

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nofree nosync nounwind readnone speculatable willreturn }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!43, !44, !45, !46, !47, !48, !49}
!llvm.ident = !{!50}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "self", scope: !2, file: !3, line: 26, type: !34, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, globals: !33, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "stale.c", directory: ".", checksumkind: CSK_MD5, checksum: "cbaff0279c688f6f60af4bc9aa5558e5")
!4 = !{!5, !15, !29}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "state", file: !3, line: 7, baseType: !6, size: 32, elements: !7)
!6 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!7 = !{!8, !9, !10, !11, !12, !13, !14}
!8 = !DIEnumerator(name: "START", value: 0)
!9 = !DIEnumerator(name: "WAIT_ACCEPT", value: 1)
!10 = !DIEnumerator(name: "SEND_KEY", value: 2)
!11 = !DIEnumerator(name: "SEND_FINISHED", value: 3)
!12 = !DIEnumerator(name: "WAIT_FINISHED", value: 4)
!13 = !DIEnumerator(name: "CONNECTED", value: 5)
!14 = !DIEnumerator(name: "CLOSED", value: 6)
!15 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "message", file: !16, line: 5, baseType: !6, size: 32, elements: !17)
!16 = !DIFile(filename: "./handshake.h", directory: ".", checksumkind: CSK_MD5, checksum: "237729b853ac480da866bd5a1b807429")
!17 = !{!18, !19, !20, !21, !22, !23, !24, !25, !26, !27, !28}
!18 = !DIEnumerator(name: "TIMEOUT", value: 0)
!19 = !DIEnumerator(name: "HELLO", value: 1)
!20 = !DIEnumerator(name: "RESUME", value: 2)
!21 = !DIEnumerator(name: "RETRY", value: 3)
!22 = !DIEnumerator(name: "ACCEPT", value: 4)
!23 = !DIEnumerator(name: "RESUMED", value: 5)
!24 = !DIEnumerator(name: "KEY", value: 6)
!25 = !DIEnumerator(name: "FINISHED", value: 7)
!26 = !DIEnumerator(name: "ALERT", value: 8)
!27 = !DIEnumerator(name: "DATA", value: 9)
!28 = !DIEnumerator(name: "CLOSE", value: 10)
!29 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "kind", file: !16, line: 19, baseType: !6, size: 32, elements: !30)
!30 = !{!31, !32}
!31 = !DIEnumerator(name: "FULL", value: 0)
!32 = !DIEnumerator(name: "SHORT", value: 1)
!33 = !{!0}
!34 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "client", file: !3, line: 17, size: 128, elements: !35)
!35 = !{!36, !37, !38, !39, !41, !42}
!36 = !DIDerivedType(tag: DW_TAG_member, name: "state", scope: !34, file: !3, line: 18, baseType: !5, size: 32)
!37 = !DIDerivedType(tag: DW_TAG_member, name: "retries", scope: !34, file: !3, line: 19, baseType: !6, size: 32, offset: 32)
!38 = !DIDerivedType(tag: DW_TAG_member, name: "timeouts", scope: !34, file: !3, line: 20, baseType: !6, size: 32, offset: 64)
!39 = !DIDerivedType(tag: DW_TAG_member, name: "key_sent", scope: !34, file: !3, line: 21, baseType: !40, size: 1, offset: 96, flags: DIFlagBitField, extraData: i64 96)
!40 = !DIBasicType(name: "unsigned char", size: 8, encoding: DW_ATE_unsigned_char)
!41 = !DIDerivedType(tag: DW_TAG_member, name: "resuming", scope: !34, file: !3, line: 22, baseType: !40, size: 1, offset: 97, flags: DIFlagBitField, extraData: i64 96)
!42 = !DIDerivedType(tag: DW_TAG_member, name: "has_ticket", scope: !34, file: !3, line: 23, baseType: !40, size: 1, offset: 98, flags: DIFlagBitField, extraData: i64 96)
!43 = !{i32 7, !"Dwarf Version", i32 5}
!44 = !{i32 2, !"Debug Info Version", i32 3}
!45 = !{i32 1, !"wchar_size", i32 4}
!46 = !{i32 7, !"PIC Level", i32 2}
!47 = !{i32 7, !"PIE Level", i32 2}
!48 = !{i32 7, !"uwtable", i32 1}
!49 = !{i32 7, !"frame-pointer", i32 2}
!50 = !{!"Debian clang version 14.0.6"}
!51 = distinct !DISubprogram(name: "client", scope: !3, file: !3, line: 174, type: !52, scopeLine: 175, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !54)
!52 = !DISubroutineType(types: !53)
!53 = !{null}
!54 = !{}
!55 = !DILocation(line: 176, column: 16, scope: !51)
!56 = !DILocation(line: 177, column: 5, scope: !51)
!57 = !DILocation(line: 178, column: 9, scope: !58)
!58 = distinct !DILexicalBlock(scope: !59, file: !3, line: 177, column: 5)
!59 = distinct !DILexicalBlock(scope: !51, file: !3, line: 177, column: 5)
!60 = !DILocation(line: 177, column: 5, scope: !58)
!61 = distinct !{!61, !62, !63}
!62 = !DILocation(line: 177, column: 5, scope: !59)
!63 = !DILocation(line: 178, column: 14, scope: !59)
!64 = distinct !DISubprogram(name: "step", scope: !3, file: !3, line: 145, type: !52, scopeLine: 146, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !54)
!65 = !DILocation(line: 147, column: 18, scope: !64)
!66 = !DILocation(line: 147, column: 5, scope: !64)
!67 = !DILocation(line: 149, column: 9, scope: !68)
!68 = distinct !DILexicalBlock(scope: !64, file: !3, line: 147, column: 25)
!69 = !DILocation(line: 150, column: 9, scope: !68)
!70 = !DILocation(line: 152, column: 9, scope: !68)
!71 = !DILocation(line: 153, column: 9, scope: !68)
!72 = !DILocation(line: 155, column: 9, scope: !68)
!73 = !DILocation(line: 156, column: 9, scope: !68)
!74 = !DILocation(line: 158, column: 9, scope: !68)
!75 = !DILocation(line: 159, column: 9, scope: !68)
!76 = !DILocation(line: 161, column: 9, scope: !68)
!77 = !DILocation(line: 162, column: 9, scope: !68)
!78 = !DILocation(line: 164, column: 9, scope: !68)
!79 = !DILocation(line: 165, column: 9, scope: !68)
!80 = !DILocation(line: 167, column: 22, scope: !68)
!81 = !DILocation(line: 168, column: 23, scope: !68)
!82 = !DILocation(line: 169, column: 20, scope: !68)
!83 = !DILocation(line: 170, column: 9, scope: !68)
!84 = !DILocation(line: 172, column: 1, scope: !64)
!85 = distinct !DISubprogram(name: "start", scope: !3, file: !3, line: 57, type: !52, scopeLine: 58, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !54)
!86 = !DILocation(line: 59, column: 26, scope: !85)
!87 = !DILocation(line: 59, column: 19, scope: !85)
!88 = !DILocation(line: 60, column: 5, scope: !85)
!89 = !DILocation(line: 61, column: 23, scope: !85)
!90 = !DILocation(line: 61, column: 18, scope: !85)
!91 = !DILocation(line: 61, column: 5, scope: !85)
!92 = !DILocation(line: 62, column: 16, scope: !85)
!93 = !DILocation(line: 63, column: 1, scope: !85)
!94 = distinct !DISubprogram(name: "wait_accept", scope: !3, file: !3, line: 65, type: !52, scopeLine: 66, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !54)
!95 = !DILocalVariable(name: "message", scope: !94, file: !3, line: 67, type: !96)
!96 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!97 = !DILocation(line: 67, column: 9, scope: !94)
!98 = !DILocation(line: 67, column: 19, scope: !94)
!99 = !DILocation(line: 68, column: 13, scope: !94)
!100 = !DILocation(line: 68, column: 5, scope: !94)
!101 = !DILocation(line: 70, column: 18, scope: !102)
!102 = distinct !DILexicalBlock(scope: !103, file: !3, line: 70, column: 13)
!103 = distinct !DILexicalBlock(scope: !94, file: !3, line: 68, column: 22)
!104 = !DILocation(line: 70, column: 26, scope: !102)
!105 = !DILocation(line: 70, column: 13, scope: !103)
!106 = !DILocation(line: 71, column: 13, scope: !107)
!107 = distinct !DILexicalBlock(scope: !102, file: !3, line: 70, column: 42)
!108 = !DILocation(line: 72, column: 13, scope: !107)
!109 = !DILocation(line: 74, column: 21, scope: !103)
!110 = !DILocation(line: 75, column: 25, scope: !103)
!111 = !DILocation(line: 76, column: 9, scope: !103)
!112 = !DILocation(line: 77, column: 20, scope: !103)
!113 = !DILocation(line: 78, column: 9, scope: !103)
!114 = !DILocation(line: 81, column: 23, scope: !103)
!115 = !DILocation(line: 82, column: 14, scope: !116)
!116 = distinct !DILexicalBlock(scope: !103, file: !3, line: 82, column: 13)
!117 = !DILocation(line: 82, column: 13, scope: !103)
!118 = !DILocation(line: 83, column: 13, scope: !119)
!119 = distinct !DILexicalBlock(scope: !116, file: !3, line: 82, column: 37)
!120 = !DILocation(line: 84, column: 13, scope: !119)
!121 = !DILocation(line: 86, column: 20, scope: !103)
!122 = !DILocation(line: 87, column: 9, scope: !103)
!123 = !DILocation(line: 89, column: 19, scope: !124)
!124 = distinct !DILexicalBlock(scope: !103, file: !3, line: 89, column: 13)
!125 = !DILocation(line: 89, column: 14, scope: !124)
!126 = !DILocation(line: 89, column: 13, scope: !103)
!127 = !DILocation(line: 90, column: 13, scope: !128)
!128 = distinct !DILexicalBlock(scope: !124, file: !3, line: 89, column: 29)
!129 = !DILocation(line: 91, column: 13, scope: !128)
!130 = !DILocation(line: 93, column: 9, scope: !103)
!131 = !DILocation(line: 94, column: 20, scope: !103)
!132 = !DILocation(line: 95, column: 9, scope: !103)
!133 = !DILocation(line: 97, column: 20, scope: !103)
!134 = !DILocation(line: 97, column: 9, scope: !103)
!135 = !DILocation(line: 98, column: 9, scope: !103)
!136 = !DILocation(line: 100, column: 1, scope: !94)
!137 = distinct !DISubprogram(name: "send_key", scope: !3, file: !3, line: 102, type: !52, scopeLine: 103, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !54)
!138 = !DILocation(line: 104, column: 15, scope: !139)
!139 = distinct !DILexicalBlock(scope: !137, file: !3, line: 104, column: 9)
!140 = !DILocation(line: 104, column: 10, scope: !139)
!141 = !DILocation(line: 104, column: 9, scope: !137)
!142 = !DILocation(line: 105, column: 9, scope: !143)
!143 = distinct !DILexicalBlock(scope: !139, file: !3, line: 104, column: 25)
!144 = !DILocation(line: 106, column: 23, scope: !143)
!145 = !DILocation(line: 107, column: 5, scope: !143)
!146 = !DILocation(line: 108, column: 5, scope: !137)
!147 = !DILocation(line: 109, column: 16, scope: !137)
!148 = !DILocation(line: 110, column: 1, scope: !137)
!149 = distinct !DISubprogram(name: "send_finished", scope: !3, file: !3, line: 112, type: !52, scopeLine: 113, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !54)
!150 = !DILocation(line: 114, column: 5, scope: !149)
!151 = !DILocation(line: 115, column: 16, scope: !149)
!152 = !DILocation(line: 116, column: 1, scope: !149)
!153 = distinct !DISubprogram(name: "wait_finished", scope: !3, file: !3, line: 118, type: !52, scopeLine: 119, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !54)
!154 = !DILocalVariable(name: "message", scope: !153, file: !3, line: 120, type: !96)
!155 = !DILocation(line: 120, column: 9, scope: !153)
!156 = !DILocation(line: 120, column: 19, scope: !153)
!157 = !DILocation(line: 121, column: 9, scope: !158)
!158 = distinct !DILexicalBlock(scope: !153, file: !3, line: 121, column: 9)
!159 = !DILocation(line: 121, column: 17, scope: !158)
!160 = !DILocation(line: 121, column: 9, scope: !153)
!161 = !DILocation(line: 122, column: 20, scope: !162)
!162 = distinct !DILexicalBlock(scope: !158, file: !3, line: 121, column: 30)
!163 = !DILocation(line: 122, column: 9, scope: !162)
!164 = !DILocation(line: 123, column: 9, scope: !162)
!165 = !DILocation(line: 125, column: 10, scope: !166)
!166 = distinct !DILexicalBlock(scope: !153, file: !3, line: 125, column: 9)
!167 = !DILocation(line: 125, column: 9, scope: !153)
!168 = !DILocation(line: 126, column: 9, scope: !169)
!169 = distinct !DILexicalBlock(scope: !166, file: !3, line: 125, column: 30)
!170 = !DILocation(line: 127, column: 9, scope: !169)
!171 = !DILocation(line: 129, column: 5, scope: !153)
!172 = !DILocation(line: 130, column: 21, scope: !153)
!173 = !DILocation(line: 131, column: 22, scope: !153)
!174 = !DILocation(line: 131, column: 17, scope: !153)
!175 = !DILocation(line: 131, column: 5, scope: !153)
!176 = !DILocation(line: 132, column: 16, scope: !153)
!177 = !DILocation(line: 133, column: 1, scope: !153)
!178 = distinct !DISubprogram(name: "connected", scope: !3, file: !3, line: 135, type: !52, scopeLine: 136, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !54)
!179 = !DILocation(line: 137, column: 9, scope: !180)
!180 = distinct !DILexicalBlock(scope: !178, file: !3, line: 137, column: 9)
!181 = !DILocation(line: 137, column: 9, scope: !178)
!182 = !DILocation(line: 138, column: 9, scope: !183)
!183 = distinct !DILexicalBlock(scope: !180, file: !3, line: 137, column: 35)
!184 = !DILocation(line: 139, column: 9, scope: !183)
!185 = !DILocation(line: 141, column: 5, scope: !178)
!186 = !DILocation(line: 142, column: 16, scope: !178)
!187 = !DILocation(line: 143, column: 1, scope: !178)
!188 = distinct !DISubprogram(name: "fail", scope: !3, file: !3, line: 29, type: !189, scopeLine: 30, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !54)
!189 = !DISubroutineType(types: !190)
!190 = !{null, !96}
!191 = !DILocalVariable(name: "tell", arg: 1, scope: !188, file: !3, line: 29, type: !96)
!192 = !DILocation(line: 29, column: 22, scope: !188)
!193 = !DILocation(line: 31, column: 5, scope: !188)
!194 = !DILocation(line: 32, column: 9, scope: !195)
!195 = distinct !DILexicalBlock(scope: !188, file: !3, line: 32, column: 9)
!196 = !DILocation(line: 32, column: 9, scope: !188)
!197 = !DILocation(line: 33, column: 9, scope: !195)
!198 = !DILocation(line: 34, column: 21, scope: !188)
!199 = !DILocation(line: 35, column: 16, scope: !188)
!200 = !DILocation(line: 36, column: 1, scope: !188)
!201 = distinct !DISubprogram(name: "unexpected", scope: !3, file: !3, line: 39, type: !189, scopeLine: 40, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !54)
!202 = !DILocalVariable(name: "message", arg: 1, scope: !201, file: !3, line: 39, type: !96)
!203 = !DILocation(line: 39, column: 28, scope: !201)
!204 = !DILocation(line: 41, column: 13, scope: !201)
!205 = !DILocation(line: 41, column: 5, scope: !201)
!206 = !DILocation(line: 43, column: 9, scope: !207)
!207 = distinct !DILexicalBlock(scope: !201, file: !3, line: 41, column: 22)
!208 = !DILocation(line: 44, column: 9, scope: !207)
!209 = !DILocation(line: 46, column: 18, scope: !210)
!210 = distinct !DILexicalBlock(scope: !207, file: !3, line: 46, column: 13)
!211 = !DILocation(line: 46, column: 27, scope: !210)
!212 = !DILocation(line: 46, column: 13, scope: !207)
!213 = !DILocation(line: 47, column: 13, scope: !210)
!214 = !DILocation(line: 49, column: 26, scope: !210)
!215 = !DILocation(line: 50, column: 9, scope: !207)
!216 = !DILocation(line: 52, column: 9, scope: !207)
!217 = !DILocation(line: 53, column: 9, scope: !207)
!218 = !DILocation(line: 55, column: 1, scope: !201)
