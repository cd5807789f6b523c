; ModuleID = 'client.c'
source_filename = "client.c"
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
  %2 = and i8 %1, -2, !dbg !86
  %3 = or i8 %2, 0, !dbg !86
  store i8 %3, i8* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 3), align 4, !dbg !86
  %4 = load i8, i8* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 3), align 4, !dbg !87
  %5 = lshr i8 %4, 2, !dbg !87
  %6 = and i8 %5, 1, !dbg !87
  %7 = load i8, i8* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 3), align 4, !dbg !88
  %8 = and i8 %6, 1, !dbg !88
  %9 = shl i8 %8, 1, !dbg !88
  %10 = and i8 %7, -3, !dbg !88
  %11 = or i8 %10, %9, !dbg !88
  store i8 %11, i8* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 3), align 4, !dbg !88
  call void @timer_start(), !dbg !89
  %12 = load i8, i8* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 3), align 4, !dbg !90
  %13 = lshr i8 %12, 1, !dbg !90
  %14 = and i8 %13, 1, !dbg !90
  %15 = zext i8 %14 to i32, !dbg !91
  %16 = icmp ne i32 %15, 0, !dbg !91
  %17 = zext i1 %16 to i64, !dbg !91
  %18 = select i1 %16, i32 2, i32 1, !dbg !91
  call void @send_message(i32 noundef %18), !dbg !92
  store i32 1, i32* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 0), align 4, !dbg !93
  ret void, !dbg !94
}

; Function Attrs: noinline nounwind uwtable
define internal void @wait_accept() #0 !dbg !95 {
  %1 = alloca i32, align 4
  call void @llvm.dbg.declare(metadata i32* %1, metadata !96, metadata !DIExpression()), !dbg !98
  %2 = call i32 @receive_message(), !dbg !99
  store i32 %2, i32* %1, align 4, !dbg !98
  %3 = load i32, i32* %1, align 4, !dbg !100
  switch i32 %3, label %29 [
    i32 3, label %4
    i32 4, label %14
    i32 5, label %22
  ], !dbg !101

4:                                                ; preds = %0
  %5 = load i32, i32* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 1), align 4, !dbg !102
  %6 = icmp eq i32 %5, 2, !dbg !105
  br i1 %6, label %7, label %8, !dbg !106

7:                                                ; preds = %4
  call void @fail(i32 noundef 1), !dbg !107
  br label %31, !dbg !109

8:                                                ; preds = %4
  %9 = load i32, i32* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 1), align 4, !dbg !110
  %10 = add i32 %9, 1, !dbg !110
  store i32 %10, i32* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 1), align 4, !dbg !110
  %11 = load i8, i8* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 3), align 4, !dbg !111
  %12 = and i8 %11, -5, !dbg !111
  %13 = or i8 %12, 0, !dbg !111
  store i8 %13, i8* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 3), align 4, !dbg !111
  call void @timer_stop(), !dbg !112
  store i32 0, i32* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 0), align 4, !dbg !113
  br label %31, !dbg !114

14:                                               ; preds = %0
  %15 = load i8, i8* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 3), align 4, !dbg !115
  %16 = and i8 %15, -3, !dbg !115
  %17 = or i8 %16, 0, !dbg !115
  store i8 %17, i8* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 3), align 4, !dbg !115
  %18 = call i32 @certificate_is_good(), !dbg !116
  %19 = icmp ne i32 %18, 0, !dbg !116
  br i1 %19, label %21, label %20, !dbg !118

20:                                               ; preds = %14
  call void @fail(i32 noundef 1), !dbg !119
  br label %31, !dbg !121

21:                                               ; preds = %14
  store i32 2, i32* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 0), align 4, !dbg !122
  br label %31, !dbg !123

22:                                               ; preds = %0
  %23 = load i8, i8* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 3), align 4, !dbg !124
  %24 = lshr i8 %23, 1, !dbg !124
  %25 = and i8 %24, 1, !dbg !124
  %26 = icmp ne i8 %25, 0, !dbg !126
  br i1 %26, label %28, label %27, !dbg !127

27:                                               ; preds = %22
  call void @fail(i32 noundef 1), !dbg !128
  br label %31, !dbg !130

28:                                               ; preds = %22
  call void @derive_keys(i32 noundef 1), !dbg !131
  store i32 3, i32* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 0), align 4, !dbg !132
  br label %31, !dbg !133

29:                                               ; preds = %0
  %30 = load i32, i32* %1, align 4, !dbg !134
  call void @unexpected(i32 noundef %30), !dbg !135
  br label %31, !dbg !136

31:                                               ; preds = %29, %28, %27, %21, %20, %8, %7
  ret void, !dbg !137
}

; Function Attrs: noinline nounwind uwtable
define internal void @send_key() #0 !dbg !138 {
  %1 = load i8, i8* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 3), align 4, !dbg !139
  %2 = and i8 %1, 1, !dbg !139
  %3 = icmp ne i8 %2, 0, !dbg !141
  br i1 %3, label %8, label %4, !dbg !142

4:                                                ; preds = %0
  call void @send_message(i32 noundef 6), !dbg !143
  %5 = load i8, i8* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 3), align 4, !dbg !145
  %6 = and i8 %5, -2, !dbg !145
  %7 = or i8 %6, 1, !dbg !145
  store i8 %7, i8* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 3), align 4, !dbg !145
  br label %8, !dbg !146

8:                                                ; preds = %4, %0
  call void @derive_keys(i32 noundef 0), !dbg !147
  store i32 3, i32* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 0), align 4, !dbg !148
  ret void, !dbg !149
}

; Function Attrs: noinline nounwind uwtable
define internal void @send_finished() #0 !dbg !150 {
  call void @send_message(i32 noundef 7), !dbg !151
  store i32 4, i32* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 0), align 4, !dbg !152
  ret void, !dbg !153
}

; Function Attrs: noinline nounwind uwtable
define internal void @wait_finished() #0 !dbg !154 {
  %1 = alloca i32, align 4
  call void @llvm.dbg.declare(metadata i32* %1, metadata !155, metadata !DIExpression()), !dbg !156
  %2 = call i32 @receive_message(), !dbg !157
  store i32 %2, i32* %1, align 4, !dbg !156
  %3 = load i32, i32* %1, align 4, !dbg !158
  %4 = icmp ne i32 %3, 7, !dbg !160
  br i1 %4, label %5, label %7, !dbg !161

5:                                                ; preds = %0
  %6 = load i32, i32* %1, align 4, !dbg !162
  call void @unexpected(i32 noundef %6), !dbg !164
  br label %22, !dbg !165

7:                                                ; preds = %0
  %8 = call i32 @checksum_is_good(), !dbg !166
  %9 = icmp ne i32 %8, 0, !dbg !166
  br i1 %9, label %11, label %10, !dbg !168

10:                                               ; preds = %7
  call void @fail(i32 noundef 1), !dbg !169
  br label %22, !dbg !171

11:                                               ; preds = %7
  call void @timer_stop(), !dbg !172
  %12 = load i8, i8* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 3), align 4, !dbg !173
  %13 = and i8 %12, -5, !dbg !173
  %14 = or i8 %13, 4, !dbg !173
  store i8 %14, i8* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 3), align 4, !dbg !173
  %15 = load i8, i8* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 3), align 4, !dbg !174
  %16 = lshr i8 %15, 1, !dbg !174
  %17 = and i8 %16, 1, !dbg !174
  %18 = zext i8 %17 to i32, !dbg !175
  %19 = icmp ne i32 %18, 0, !dbg !175
  %20 = zext i1 %19 to i64, !dbg !175
  %21 = select i1 %19, i32 1, i32 0, !dbg !175
  call void @established(i32 noundef %21), !dbg !176
  store i32 5, i32* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 0), align 4, !dbg !177
  br label %22, !dbg !178

22:                                               ; preds = %11, %10, %5
  ret void, !dbg !178
}

; Function Attrs: noinline nounwind uwtable
define internal void @connected() #0 !dbg !179 {
  %1 = call i32 @application_wants_more(), !dbg !180
  %2 = icmp ne i32 %1, 0, !dbg !180
  br i1 %2, label %3, label %4, !dbg !182

3:                                                ; preds = %0
  call void @send_message(i32 noundef 9), !dbg !183
  br label %5, !dbg !185

4:                                                ; preds = %0
  call void @send_message(i32 noundef 10), !dbg !186
  store i32 6, i32* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 0), align 4, !dbg !187
  br label %5, !dbg !188

5:                                                ; preds = %4, %3
  ret void, !dbg !188
}

declare void @timer_start() #1

declare void @send_message(i32 noundef) #1

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #2

declare i32 @receive_message() #1

; Function Attrs: noinline nounwind uwtable
define internal void @fail(i32 noundef %0) #0 !dbg !189 {
  %2 = alloca i32, align 4
  store i32 %0, i32* %2, align 4
  call void @llvm.dbg.declare(metadata i32* %2, metadata !192, metadata !DIExpression()), !dbg !193
  call void @timer_stop(), !dbg !194
  %3 = load i32, i32* %2, align 4, !dbg !195
  %4 = icmp ne i32 %3, 0, !dbg !195
  br i1 %4, label %5, label %6, !dbg !197

5:                                                ; preds = %1
  call void @send_message(i32 noundef 8), !dbg !198
  br label %6, !dbg !198

6:                                                ; preds = %5, %1
  %7 = load i8, i8* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 3), align 4, !dbg !199
  %8 = and i8 %7, -5, !dbg !199
  %9 = or i8 %8, 0, !dbg !199
  store i8 %9, i8* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 3), align 4, !dbg !199
  store i32 6, i32* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 0), align 4, !dbg !200
  ret void, !dbg !201
}

declare void @timer_stop() #1

declare i32 @certificate_is_good() #1

declare void @derive_keys(i32 noundef) #1

; Function Attrs: noinline nounwind uwtable
define internal void @unexpected(i32 noundef %0) #0 !dbg !202 {
  %2 = alloca i32, align 4
  store i32 %0, i32* %2, align 4
  call void @llvm.dbg.declare(metadata i32* %2, metadata !203, metadata !DIExpression()), !dbg !204
  %3 = load i32, i32* %2, align 4, !dbg !205
  switch i32 %3, label %13 [
    i32 8, label %4
    i32 0, label %5
  ], !dbg !206

4:                                                ; preds = %1
  call void @fail(i32 noundef 0), !dbg !207
  br label %14, !dbg !209

5:                                                ; preds = %1
  %6 = load i32, i32* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 2), align 4, !dbg !210
  %7 = icmp eq i32 %6, 1, !dbg !212
  br i1 %7, label %8, label %9, !dbg !213

8:                                                ; preds = %5
  call void @fail(i32 noundef 1), !dbg !214
  br label %12, !dbg !214

9:                                                ; preds = %5
  %10 = load i32, i32* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 2), align 4, !dbg !215
  %11 = add i32 %10, 1, !dbg !215
  store i32 %11, i32* getelementptr inbounds (%struct.client, %struct.client* @self, i32 0, i32 2), align 4, !dbg !215
  br label %12

12:                                               ; preds = %9, %8
  br label %14, !dbg !216

13:                                               ; preds = %1
  call void @fail(i32 noundef 1), !dbg !217
  br label %14, !dbg !218

14:                                               ; preds = %13, %12, %4
  ret void, !dbg !219
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
!3 = !DIFile(filename: "client.c", directory: ".", checksumkind: CSK_MD5, checksum: "6634dc952df4f00ae52345966168f361")
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
!51 = distinct !DISubprogram(name: "client", scope: !3, file: !3, line: 175, type: !52, scopeLine: 176, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !54)
!52 = !DISubroutineType(types: !53)
!53 = !{null}
!54 = !{}
!55 = !DILocation(line: 177, column: 16, scope: !51)
!56 = !DILocation(line: 178, column: 5, scope: !51)
!57 = !DILocation(line: 179, column: 9, scope: !58)
!58 = distinct !DILexicalBlock(scope: !59, file: !3, line: 178, column: 5)
!59 = distinct !DILexicalBlock(scope: !51, file: !3, line: 178, column: 5)
!60 = !DILocation(line: 178, column: 5, scope: !58)
!61 = distinct !{!61, !62, !63}
!62 = !DILocation(line: 178, column: 5, scope: !59)
!63 = !DILocation(line: 179, column: 14, scope: !59)
!64 = distinct !DISubprogram(name: "step", scope: !3, file: !3, line: 146, type: !52, scopeLine: 147, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !54)
!65 = !DILocation(line: 148, column: 18, scope: !64)
!66 = !DILocation(line: 148, column: 5, scope: !64)
!67 = !DILocation(line: 150, column: 9, scope: !68)
!68 = distinct !DILexicalBlock(scope: !64, file: !3, line: 148, column: 25)
!69 = !DILocation(line: 151, column: 9, scope: !68)
!70 = !DILocation(line: 153, column: 9, scope: !68)
!71 = !DILocation(line: 154, column: 9, scope: !68)
!72 = !DILocation(line: 156, column: 9, scope: !68)
!73 = !DILocation(line: 157, column: 9, scope: !68)
!74 = !DILocation(line: 159, column: 9, scope: !68)
!75 = !DILocation(line: 160, column: 9, scope: !68)
!76 = !DILocation(line: 162, column: 9, scope: !68)
!77 = !DILocation(line: 163, column: 9, scope: !68)
!78 = !DILocation(line: 165, column: 9, scope: !68)
!79 = !DILocation(line: 166, column: 9, scope: !68)
!80 = !DILocation(line: 168, column: 22, scope: !68)
!81 = !DILocation(line: 169, column: 23, scope: !68)
!82 = !DILocation(line: 170, column: 20, scope: !68)
!83 = !DILocation(line: 171, column: 9, scope: !68)
!84 = !DILocation(line: 173, column: 1, scope: !64)
!85 = distinct !DISubprogram(name: "start", scope: !3, file: !3, line: 57, type: !52, scopeLine: 58, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !54)
!86 = !DILocation(line: 59, column: 19, scope: !85)
!87 = !DILocation(line: 60, column: 26, scope: !85)
!88 = !DILocation(line: 60, column: 19, scope: !85)
!89 = !DILocation(line: 61, column: 5, scope: !85)
!90 = !DILocation(line: 62, column: 23, scope: !85)
!91 = !DILocation(line: 62, column: 18, scope: !85)
!92 = !DILocation(line: 62, column: 5, scope: !85)
!93 = !DILocation(line: 63, column: 16, scope: !85)
!94 = !DILocation(line: 64, column: 1, scope: !85)
!95 = distinct !DISubprogram(name: "wait_accept", scope: !3, file: !3, line: 66, type: !52, scopeLine: 67, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !54)
!96 = !DILocalVariable(name: "message", scope: !95, file: !3, line: 68, type: !97)
!97 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!98 = !DILocation(line: 68, column: 9, scope: !95)
!99 = !DILocation(line: 68, column: 19, scope: !95)
!100 = !DILocation(line: 69, column: 13, scope: !95)
!101 = !DILocation(line: 69, column: 5, scope: !95)
!102 = !DILocation(line: 71, column: 18, scope: !103)
!103 = distinct !DILexicalBlock(scope: !104, file: !3, line: 71, column: 13)
!104 = distinct !DILexicalBlock(scope: !95, file: !3, line: 69, column: 22)
!105 = !DILocation(line: 71, column: 26, scope: !103)
!106 = !DILocation(line: 71, column: 13, scope: !104)
!107 = !DILocation(line: 72, column: 13, scope: !108)
!108 = distinct !DILexicalBlock(scope: !103, file: !3, line: 71, column: 42)
!109 = !DILocation(line: 73, column: 13, scope: !108)
!110 = !DILocation(line: 75, column: 21, scope: !104)
!111 = !DILocation(line: 76, column: 25, scope: !104)
!112 = !DILocation(line: 77, column: 9, scope: !104)
!113 = !DILocation(line: 78, column: 20, scope: !104)
!114 = !DILocation(line: 79, column: 9, scope: !104)
!115 = !DILocation(line: 82, column: 23, scope: !104)
!116 = !DILocation(line: 83, column: 14, scope: !117)
!117 = distinct !DILexicalBlock(scope: !104, file: !3, line: 83, column: 13)
!118 = !DILocation(line: 83, column: 13, scope: !104)
!119 = !DILocation(line: 84, column: 13, scope: !120)
!120 = distinct !DILexicalBlock(scope: !117, file: !3, line: 83, column: 37)
!121 = !DILocation(line: 85, column: 13, scope: !120)
!122 = !DILocation(line: 87, column: 20, scope: !104)
!123 = !DILocation(line: 88, column: 9, scope: !104)
!124 = !DILocation(line: 90, column: 19, scope: !125)
!125 = distinct !DILexicalBlock(scope: !104, file: !3, line: 90, column: 13)
!126 = !DILocation(line: 90, column: 14, scope: !125)
!127 = !DILocation(line: 90, column: 13, scope: !104)
!128 = !DILocation(line: 91, column: 13, scope: !129)
!129 = distinct !DILexicalBlock(scope: !125, file: !3, line: 90, column: 29)
!130 = !DILocation(line: 92, column: 13, scope: !129)
!131 = !DILocation(line: 94, column: 9, scope: !104)
!132 = !DILocation(line: 95, column: 20, scope: !104)
!133 = !DILocation(line: 96, column: 9, scope: !104)
!134 = !DILocation(line: 98, column: 20, scope: !104)
!135 = !DILocation(line: 98, column: 9, scope: !104)
!136 = !DILocation(line: 99, column: 9, scope: !104)
!137 = !DILocation(line: 101, column: 1, scope: !95)
!138 = distinct !DISubprogram(name: "send_key", scope: !3, file: !3, line: 103, type: !52, scopeLine: 104, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !54)
!139 = !DILocation(line: 105, column: 15, scope: !140)
!140 = distinct !DILexicalBlock(scope: !138, file: !3, line: 105, column: 9)
!141 = !DILocation(line: 105, column: 10, scope: !140)
!142 = !DILocation(line: 105, column: 9, scope: !138)
!143 = !DILocation(line: 106, column: 9, scope: !144)
!144 = distinct !DILexicalBlock(scope: !140, file: !3, line: 105, column: 25)
!145 = !DILocation(line: 107, column: 23, scope: !144)
!146 = !DILocation(line: 108, column: 5, scope: !144)
!147 = !DILocation(line: 109, column: 5, scope: !138)
!148 = !DILocation(line: 110, column: 16, scope: !138)
!149 = !DILocation(line: 111, column: 1, scope: !138)
!150 = distinct !DISubprogram(name: "send_finished", scope: !3, file: !3, line: 113, type: !52, scopeLine: 114, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !54)
!151 = !DILocation(line: 115, column: 5, scope: !150)
!152 = !DILocation(line: 116, column: 16, scope: !150)
!153 = !DILocation(line: 117, column: 1, scope: !150)
!154 = distinct !DISubprogram(name: "wait_finished", scope: !3, file: !3, line: 119, type: !52, scopeLine: 120, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !54)
!155 = !DILocalVariable(name: "message", scope: !154, file: !3, line: 121, type: !97)
!156 = !DILocation(line: 121, column: 9, scope: !154)
!157 = !DILocation(line: 121, column: 19, scope: !154)
!158 = !DILocation(line: 122, column: 9, scope: !159)
!159 = distinct !DILexicalBlock(scope: !154, file: !3, line: 122, column: 9)
!160 = !DILocation(line: 122, column: 17, scope: !159)
!161 = !DILocation(line: 122, column: 9, scope: !154)
!162 = !DILocation(line: 123, column: 20, scope: !163)
!163 = distinct !DILexicalBlock(scope: !159, file: !3, line: 122, column: 30)
!164 = !DILocation(line: 123, column: 9, scope: !163)
!165 = !DILocation(line: 124, column: 9, scope: !163)
!166 = !DILocation(line: 126, column: 10, scope: !167)
!167 = distinct !DILexicalBlock(scope: !154, file: !3, line: 126, column: 9)
!168 = !DILocation(line: 126, column: 9, scope: !154)
!169 = !DILocation(line: 127, column: 9, scope: !170)
!170 = distinct !DILexicalBlock(scope: !167, file: !3, line: 126, column: 30)
!171 = !DILocation(line: 128, column: 9, scope: !170)
!172 = !DILocation(line: 130, column: 5, scope: !154)
!173 = !DILocation(line: 131, column: 21, scope: !154)
!174 = !DILocation(line: 132, column: 22, scope: !154)
!175 = !DILocation(line: 132, column: 17, scope: !154)
!176 = !DILocation(line: 132, column: 5, scope: !154)
!177 = !DILocation(line: 133, column: 16, scope: !154)
!178 = !DILocation(line: 134, column: 1, scope: !154)
!179 = distinct !DISubprogram(name: "connected", scope: !3, file: !3, line: 136, type: !52, scopeLine: 137, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !54)
!180 = !DILocation(line: 138, column: 9, scope: !181)
!181 = distinct !DILexicalBlock(scope: !179, file: !3, line: 138, column: 9)
!182 = !DILocation(line: 138, column: 9, scope: !179)
!183 = !DILocation(line: 139, column: 9, scope: !184)
!184 = distinct !DILexicalBlock(scope: !181, file: !3, line: 138, column: 35)
!185 = !DILocation(line: 140, column: 9, scope: !184)
!186 = !DILocation(line: 142, column: 5, scope: !179)
!187 = !DILocation(line: 143, column: 16, scope: !179)
!188 = !DILocation(line: 144, column: 1, scope: !179)
!189 = distinct !DISubprogram(name: "fail", scope: !3, file: !3, line: 29, type: !190, scopeLine: 30, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !54)
!190 = !DISubroutineType(types: !191)
!191 = !{null, !97}
!192 = !DILocalVariable(name: "tell", arg: 1, scope: !189, file: !3, line: 29, type: !97)
!193 = !DILocation(line: 29, column: 22, scope: !189)
!194 = !DILocation(line: 31, column: 5, scope: !189)
!195 = !DILocation(line: 32, column: 9, scope: !196)
!196 = distinct !DILexicalBlock(scope: !189, file: !3, line: 32, column: 9)
!197 = !DILocation(line: 32, column: 9, scope: !189)
!198 = !DILocation(line: 33, column: 9, scope: !196)
!199 = !DILocation(line: 34, column: 21, scope: !189)
!200 = !DILocation(line: 35, column: 16, scope: !189)
!201 = !DILocation(line: 36, column: 1, scope: !189)
!202 = distinct !DISubprogram(name: "unexpected", scope: !3, file: !3, line: 39, type: !190, scopeLine: 40, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !54)
!203 = !DILocalVariable(name: "message", arg: 1, scope: !202, file: !3, line: 39, type: !97)
!204 = !DILocation(line: 39, column: 28, scope: !202)
!205 = !DILocation(line: 41, column: 13, scope: !202)
!206 = !DILocation(line: 41, column: 5, scope: !202)
!207 = !DILocation(line: 43, column: 9, scope: !208)
!208 = distinct !DILexicalBlock(scope: !202, file: !3, line: 41, column: 22)
!209 = !DILocation(line: 44, column: 9, scope: !208)
!210 = !DILocation(line: 46, column: 18, scope: !211)
!211 = distinct !DILexicalBlock(scope: !208, file: !3, line: 46, column: 13)
!212 = !DILocation(line: 46, column: 27, scope: !211)
!213 = !DILocation(line: 46, column: 13, scope: !208)
!214 = !DILocation(line: 47, column: 13, scope: !211)
!215 = !DILocation(line: 49, column: 26, scope: !211)
!216 = !DILocation(line: 50, column: 9, scope: !208)
!217 = !DILocation(line: 52, column: 9, scope: !208)
!218 = !DILocation(line: 53, column: 9, scope: !208)
!219 = !DILocation(line: 55, column: 1, scope: !202)
