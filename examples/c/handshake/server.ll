; ModuleID = 'server.c'
source_filename = "server.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.server = type { i32, i32, i32, i32, i8 }

@self = internal global %struct.server zeroinitializer, align 4, !dbg !0

; Function Attrs: noinline nounwind uwtable
define dso_local void @server() #0 !dbg !49 {
  store i32 0, i32* getelementptr inbounds (%struct.server, %struct.server* @self, i32 0, i32 0), align 4, !dbg !53
  br label %1, !dbg !54

1:                                                ; preds = %1, %0
  call void @step(), !dbg !55
  br label %1, !dbg !58, !llvm.loop !59
}

; Function Attrs: noinline nounwind uwtable
define internal void @step() #0 !dbg !62 {
  %1 = load i32, i32* getelementptr inbounds (%struct.server, %struct.server* @self, i32 0, i32 0), align 4, !dbg !63
  switch i32 %1, label %8 [
    i32 0, label %2
    i32 1, label %3
    i32 2, label %4
    i32 3, label %5
    i32 4, label %6
    i32 5, label %7
  ], !dbg !64

2:                                                ; preds = %0
  call void @listen(), !dbg !65
  br label %8, !dbg !67

3:                                                ; preds = %0
  call void @negotiate(), !dbg !68
  br label %8, !dbg !69

4:                                                ; preds = %0
  call void @wait_key(), !dbg !70
  br label %8, !dbg !71

5:                                                ; preds = %0
  call void @wait_finished(), !dbg !72
  br label %8, !dbg !73

6:                                                ; preds = %0
  call void @connected(), !dbg !74
  br label %8, !dbg !75

7:                                                ; preds = %0
  store i32 0, i32* getelementptr inbounds (%struct.server, %struct.server* @self, i32 0, i32 2), align 4, !dbg !76
  store i32 0, i32* getelementptr inbounds (%struct.server, %struct.server* @self, i32 0, i32 3), align 4, !dbg !77
  store i32 0, i32* getelementptr inbounds (%struct.server, %struct.server* @self, i32 0, i32 0), align 4, !dbg !78
  br label %8, !dbg !79

8:                                                ; preds = %0, %7, %6, %5, %4, %3, %2
  ret void, !dbg !80
}

; Function Attrs: noinline nounwind uwtable
define internal void @listen() #0 !dbg !81 {
  %1 = alloca i32, align 4
  call void @llvm.dbg.declare(metadata i32* %1, metadata !82, metadata !DIExpression()), !dbg !84
  %2 = call i32 @receive_message(), !dbg !85
  store i32 %2, i32* %1, align 4, !dbg !84
  %3 = load i32, i32* %1, align 4, !dbg !86
  switch i32 %3, label %13 [
    i32 1, label %4
    i32 2, label %8
    i32 0, label %12
    i32 8, label %12
  ], !dbg !87

4:                                                ; preds = %0
  %5 = load i8, i8* getelementptr inbounds (%struct.server, %struct.server* @self, i32 0, i32 4), align 4, !dbg !88
  %6 = and i8 %5, -2, !dbg !88
  %7 = or i8 %6, 0, !dbg !88
  store i8 %7, i8* getelementptr inbounds (%struct.server, %struct.server* @self, i32 0, i32 4), align 4, !dbg !88
  store i32 1, i32* getelementptr inbounds (%struct.server, %struct.server* @self, i32 0, i32 0), align 4, !dbg !90
  br label %14, !dbg !91

8:                                                ; preds = %0
  %9 = load i8, i8* getelementptr inbounds (%struct.server, %struct.server* @self, i32 0, i32 4), align 4, !dbg !92
  %10 = and i8 %9, -2, !dbg !92
  %11 = or i8 %10, 1, !dbg !92
  store i8 %11, i8* getelementptr inbounds (%struct.server, %struct.server* @self, i32 0, i32 4), align 4, !dbg !92
  store i32 1, i32* getelementptr inbounds (%struct.server, %struct.server* @self, i32 0, i32 0), align 4, !dbg !93
  br label %14, !dbg !94

12:                                               ; preds = %0, %0
  br label %14, !dbg !95

13:                                               ; preds = %0
  call void @fail(i32 noundef 1), !dbg !96
  br label %14, !dbg !97

14:                                               ; preds = %13, %12, %8, %4
  ret void, !dbg !98
}

; Function Attrs: noinline nounwind uwtable
define internal void @negotiate() #0 !dbg !99 {
  call void @timer_start(), !dbg !100
  %1 = load i32, i32* getelementptr inbounds (%struct.server, %struct.server* @self, i32 0, i32 2), align 4, !dbg !101
  %2 = add i32 %1, 1, !dbg !101
  store i32 %2, i32* getelementptr inbounds (%struct.server, %struct.server* @self, i32 0, i32 2), align 4, !dbg !101
  %3 = load i8, i8* getelementptr inbounds (%struct.server, %struct.server* @self, i32 0, i32 4), align 4, !dbg !102
  %4 = and i8 %3, 1, !dbg !102
  %5 = zext i8 %4 to i32, !dbg !104
  %6 = icmp ne i32 %5, 0, !dbg !104
  br i1 %6, label %7, label %11, !dbg !105

7:                                                ; preds = %0
  %8 = call i32 @ticket_is_good(), !dbg !106
  %9 = icmp ne i32 %8, 0, !dbg !106
  br i1 %9, label %10, label %11, !dbg !107

10:                                               ; preds = %7
  store i32 1, i32* getelementptr inbounds (%struct.server, %struct.server* @self, i32 0, i32 1), align 4, !dbg !108
  call void @send_message(i32 noundef 5), !dbg !110
  call void @derive_keys(i32 noundef 1), !dbg !111
  store i32 3, i32* getelementptr inbounds (%struct.server, %struct.server* @self, i32 0, i32 0), align 4, !dbg !112
  br label %20, !dbg !113

11:                                               ; preds = %7, %0
  store i32 0, i32* getelementptr inbounds (%struct.server, %struct.server* @self, i32 0, i32 1), align 4, !dbg !114
  %12 = call i32 @parameters_are_good(), !dbg !115
  %13 = icmp ne i32 %12, 0, !dbg !115
  br i1 %13, label %19, label %14, !dbg !117

14:                                               ; preds = %11
  %15 = load i32, i32* getelementptr inbounds (%struct.server, %struct.server* @self, i32 0, i32 2), align 4, !dbg !118
  %16 = icmp eq i32 %15, 3, !dbg !121
  br i1 %16, label %17, label %18, !dbg !122

17:                                               ; preds = %14
  call void @fail(i32 noundef 1), !dbg !123
  br label %20, !dbg !125

18:                                               ; preds = %14
  call void @timer_stop(), !dbg !126
  call void @send_message(i32 noundef 3), !dbg !127
  store i32 0, i32* getelementptr inbounds (%struct.server, %struct.server* @self, i32 0, i32 0), align 4, !dbg !128
  br label %20, !dbg !129

19:                                               ; preds = %11
  call void @send_message(i32 noundef 4), !dbg !130
  store i32 2, i32* getelementptr inbounds (%struct.server, %struct.server* @self, i32 0, i32 0), align 4, !dbg !131
  br label %20, !dbg !132

20:                                               ; preds = %19, %18, %17, %10
  ret void, !dbg !132
}

; Function Attrs: noinline nounwind uwtable
define internal void @wait_key() #0 !dbg !133 {
  %1 = alloca i32, align 4
  call void @llvm.dbg.declare(metadata i32* %1, metadata !134, metadata !DIExpression()), !dbg !135
  %2 = call i32 @receive_message(), !dbg !136
  store i32 %2, i32* %1, align 4, !dbg !135
  %3 = load i32, i32* %1, align 4, !dbg !137
  %4 = icmp ne i32 %3, 6, !dbg !139
  br i1 %4, label %5, label %7, !dbg !140

5:                                                ; preds = %0
  %6 = load i32, i32* %1, align 4, !dbg !141
  call void @unexpected(i32 noundef %6), !dbg !143
  br label %8, !dbg !144

7:                                                ; preds = %0
  call void @derive_keys(i32 noundef 0), !dbg !145
  store i32 3, i32* getelementptr inbounds (%struct.server, %struct.server* @self, i32 0, i32 0), align 4, !dbg !146
  br label %8, !dbg !147

8:                                                ; preds = %7, %5
  ret void, !dbg !147
}

; Function Attrs: noinline nounwind uwtable
define internal void @wait_finished() #0 !dbg !148 {
  %1 = alloca i32, align 4
  call void @llvm.dbg.declare(metadata i32* %1, metadata !149, metadata !DIExpression()), !dbg !150
  %2 = call i32 @receive_message(), !dbg !151
  store i32 %2, i32* %1, align 4, !dbg !150
  %3 = load i32, i32* %1, align 4, !dbg !152
  %4 = icmp ne i32 %3, 7, !dbg !154
  br i1 %4, label %5, label %7, !dbg !155

5:                                                ; preds = %0
  %6 = load i32, i32* %1, align 4, !dbg !156
  call void @unexpected(i32 noundef %6), !dbg !158
  br label %13, !dbg !159

7:                                                ; preds = %0
  %8 = call i32 @checksum_is_good(), !dbg !160
  %9 = icmp ne i32 %8, 0, !dbg !160
  br i1 %9, label %11, label %10, !dbg !162

10:                                               ; preds = %7
  call void @fail(i32 noundef 1), !dbg !163
  br label %13, !dbg !165

11:                                               ; preds = %7
  call void @timer_stop(), !dbg !166
  %12 = load i32, i32* getelementptr inbounds (%struct.server, %struct.server* @self, i32 0, i32 1), align 4, !dbg !167
  call void @established(i32 noundef %12), !dbg !168
  call void @send_message(i32 noundef 7), !dbg !169
  store i32 4, i32* getelementptr inbounds (%struct.server, %struct.server* @self, i32 0, i32 0), align 4, !dbg !170
  br label %13, !dbg !171

13:                                               ; preds = %11, %10, %5
  ret void, !dbg !171
}

; Function Attrs: noinline nounwind uwtable
define internal void @connected() #0 !dbg !172 {
  %1 = call i32 @receive_message(), !dbg !173
  switch i32 %1, label %5 [
    i32 9, label %2
    i32 0, label %3
    i32 10, label %4
    i32 8, label %4
  ], !dbg !174

2:                                                ; preds = %0
  call void @deliver(), !dbg !175
  br label %6, !dbg !177

3:                                                ; preds = %0
  br label %6, !dbg !178

4:                                                ; preds = %0, %0
  store i32 5, i32* getelementptr inbounds (%struct.server, %struct.server* @self, i32 0, i32 0), align 4, !dbg !179
  br label %6, !dbg !180

5:                                                ; preds = %0
  call void @fail(i32 noundef 1), !dbg !181
  br label %6, !dbg !182

6:                                                ; preds = %5, %4, %3, %2
  ret void, !dbg !183
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

declare i32 @receive_message() #2

; Function Attrs: noinline nounwind uwtable
define internal void @fail(i32 noundef %0) #0 !dbg !184 {
  %2 = alloca i32, align 4
  store i32 %0, i32* %2, align 4
  call void @llvm.dbg.declare(metadata i32* %2, metadata !187, metadata !DIExpression()), !dbg !188
  call void @timer_stop(), !dbg !189
  %3 = load i32, i32* %2, align 4, !dbg !190
  %4 = icmp ne i32 %3, 0, !dbg !190
  br i1 %4, label %5, label %6, !dbg !192

5:                                                ; preds = %1
  call void @send_message(i32 noundef 8), !dbg !193
  br label %6, !dbg !193

6:                                                ; preds = %5, %1
  store i32 5, i32* getelementptr inbounds (%struct.server, %struct.server* @self, i32 0, i32 0), align 4, !dbg !194
  ret void, !dbg !195
}

declare void @timer_stop() #2

declare void @send_message(i32 noundef) #2

declare void @timer_start() #2

declare i32 @ticket_is_good() #2

declare void @derive_keys(i32 noundef) #2

declare i32 @parameters_are_good() #2

; Function Attrs: noinline nounwind uwtable
define internal void @unexpected(i32 noundef %0) #0 !dbg !196 {
  %2 = alloca i32, align 4
  store i32 %0, i32* %2, align 4
  call void @llvm.dbg.declare(metadata i32* %2, metadata !197, metadata !DIExpression()), !dbg !198
  %3 = load i32, i32* %2, align 4, !dbg !199
  %4 = icmp eq i32 %3, 8, !dbg !201
  br i1 %4, label %8, label %5, !dbg !202

5:                                                ; preds = %1
  %6 = load i32, i32* %2, align 4, !dbg !203
  %7 = icmp eq i32 %6, 10, !dbg !204
  br i1 %7, label %8, label %9, !dbg !205

8:                                                ; preds = %5, %1
  call void @fail(i32 noundef 0), !dbg !206
  br label %21, !dbg !208

9:                                                ; preds = %5
  %10 = load i32, i32* %2, align 4, !dbg !209
  %11 = icmp eq i32 %10, 0, !dbg !211
  br i1 %11, label %12, label %19, !dbg !212

12:                                               ; preds = %9
  %13 = load i32, i32* getelementptr inbounds (%struct.server, %struct.server* @self, i32 0, i32 3), align 4, !dbg !213
  %14 = add i32 %13, 1, !dbg !213
  store i32 %14, i32* getelementptr inbounds (%struct.server, %struct.server* @self, i32 0, i32 3), align 4, !dbg !213
  %15 = load i32, i32* getelementptr inbounds (%struct.server, %struct.server* @self, i32 0, i32 3), align 4, !dbg !215
  %16 = icmp eq i32 %15, 2, !dbg !217
  br i1 %16, label %17, label %18, !dbg !218

17:                                               ; preds = %12
  call void @fail(i32 noundef 1), !dbg !219
  br label %18, !dbg !219

18:                                               ; preds = %17, %12
  br label %20, !dbg !220

19:                                               ; preds = %9
  call void @fail(i32 noundef 1), !dbg !221
  br label %20

20:                                               ; preds = %19, %18
  br label %21

21:                                               ; preds = %20, %8
  ret void, !dbg !223
}

declare i32 @checksum_is_good() #2

declare void @established(i32 noundef) #2

declare void @deliver() #2

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!41, !42, !43, !44, !45, !46, !47}
!llvm.ident = !{!48}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "self", scope: !2, file: !3, line: 24, type: !33, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, globals: !32, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "server.c", directory: ".", checksumkind: CSK_MD5, checksum: "424428959243d04786e13b7f5c4fb5f2")
!4 = !{!5, !14, !19}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "state", file: !3, line: 7, baseType: !6, size: 32, elements: !7)
!6 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!7 = !{!8, !9, !10, !11, !12, !13}
!8 = !DIEnumerator(name: "LISTEN", value: 0)
!9 = !DIEnumerator(name: "NEGOTIATE", value: 1)
!10 = !DIEnumerator(name: "WAIT_KEY", value: 2)
!11 = !DIEnumerator(name: "WAIT_FINISHED", value: 3)
!12 = !DIEnumerator(name: "CONNECTED", value: 4)
!13 = !DIEnumerator(name: "CLOSED", value: 5)
!14 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "kind", file: !15, line: 19, baseType: !6, size: 32, elements: !16)
!15 = !DIFile(filename: "./handshake.h", directory: ".", checksumkind: CSK_MD5, checksum: "237729b853ac480da866bd5a1b807429")
!16 = !{!17, !18}
!17 = !DIEnumerator(name: "FULL", value: 0)
!18 = !DIEnumerator(name: "SHORT", value: 1)
!19 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "message", file: !15, line: 5, baseType: !6, size: 32, elements: !20)
!20 = !{!21, !22, !23, !24, !25, !26, !27, !28, !29, !30, !31}
!21 = !DIEnumerator(name: "TIMEOUT", value: 0)
!22 = !DIEnumerator(name: "HELLO", value: 1)
!23 = !DIEnumerator(name: "RESUME", value: 2)
!24 = !DIEnumerator(name: "RETRY", value: 3)
!25 = !DIEnumerator(name: "ACCEPT", value: 4)
!26 = !DIEnumerator(name: "RESUMED", value: 5)
!27 = !DIEnumerator(name: "KEY", value: 6)
!28 = !DIEnumerator(name: "FINISHED", value: 7)
!29 = !DIEnumerator(name: "ALERT", value: 8)
!30 = !DIEnumerator(name: "DATA", value: 9)
!31 = !DIEnumerator(name: "CLOSE", value: 10)
!32 = !{!0}
!33 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "server", file: !3, line: 16, size: 160, elements: !34)
!34 = !{!35, !36, !37, !38, !39}
!35 = !DIDerivedType(tag: DW_TAG_member, name: "state", scope: !33, file: !3, line: 17, baseType: !5, size: 32)
!36 = !DIDerivedType(tag: DW_TAG_member, name: "kind", scope: !33, file: !3, line: 18, baseType: !14, size: 32, offset: 32)
!37 = !DIDerivedType(tag: DW_TAG_member, name: "hellos", scope: !33, file: !3, line: 19, baseType: !6, size: 32, offset: 64)
!38 = !DIDerivedType(tag: DW_TAG_member, name: "timeouts", scope: !33, file: !3, line: 20, baseType: !6, size: 32, offset: 96)
!39 = !DIDerivedType(tag: DW_TAG_member, name: "asked", scope: !33, file: !3, line: 21, baseType: !40, size: 1, offset: 128, flags: DIFlagBitField, extraData: i64 128)
!40 = !DIBasicType(name: "unsigned char", size: 8, encoding: DW_ATE_unsigned_char)
!41 = !{i32 7, !"Dwarf Version", i32 5}
!42 = !{i32 2, !"Debug Info Version", i32 3}
!43 = !{i32 1, !"wchar_size", i32 4}
!44 = !{i32 7, !"PIC Level", i32 2}
!45 = !{i32 7, !"PIE Level", i32 2}
!46 = !{i32 7, !"uwtable", i32 1}
!47 = !{i32 7, !"frame-pointer", i32 2}
!48 = !{!"Debian clang version 14.0.6"}
!49 = distinct !DISubprogram(name: "server", scope: !3, file: !3, line: 170, type: !50, scopeLine: 171, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !52)
!50 = !DISubroutineType(types: !51)
!51 = !{null}
!52 = !{}
!53 = !DILocation(line: 172, column: 16, scope: !49)
!54 = !DILocation(line: 173, column: 5, scope: !49)
!55 = !DILocation(line: 174, column: 9, scope: !56)
!56 = distinct !DILexicalBlock(scope: !57, file: !3, line: 173, column: 5)
!57 = distinct !DILexicalBlock(scope: !49, file: !3, line: 173, column: 5)
!58 = !DILocation(line: 173, column: 5, scope: !56)
!59 = distinct !{!59, !60, !61}
!60 = !DILocation(line: 173, column: 5, scope: !57)
!61 = !DILocation(line: 174, column: 14, scope: !57)
!62 = distinct !DISubprogram(name: "step", scope: !3, file: !3, line: 144, type: !50, scopeLine: 145, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !52)
!63 = !DILocation(line: 146, column: 18, scope: !62)
!64 = !DILocation(line: 146, column: 5, scope: !62)
!65 = !DILocation(line: 148, column: 9, scope: !66)
!66 = distinct !DILexicalBlock(scope: !62, file: !3, line: 146, column: 25)
!67 = !DILocation(line: 149, column: 9, scope: !66)
!68 = !DILocation(line: 151, column: 9, scope: !66)
!69 = !DILocation(line: 152, column: 9, scope: !66)
!70 = !DILocation(line: 154, column: 9, scope: !66)
!71 = !DILocation(line: 155, column: 9, scope: !66)
!72 = !DILocation(line: 157, column: 9, scope: !66)
!73 = !DILocation(line: 158, column: 9, scope: !66)
!74 = !DILocation(line: 160, column: 9, scope: !66)
!75 = !DILocation(line: 161, column: 9, scope: !66)
!76 = !DILocation(line: 163, column: 21, scope: !66)
!77 = !DILocation(line: 164, column: 23, scope: !66)
!78 = !DILocation(line: 165, column: 20, scope: !66)
!79 = !DILocation(line: 166, column: 9, scope: !66)
!80 = !DILocation(line: 168, column: 1, scope: !62)
!81 = distinct !DISubprogram(name: "listen", scope: !3, file: !3, line: 50, type: !50, scopeLine: 51, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !52)
!82 = !DILocalVariable(name: "message", scope: !81, file: !3, line: 52, type: !83)
!83 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!84 = !DILocation(line: 52, column: 9, scope: !81)
!85 = !DILocation(line: 52, column: 19, scope: !81)
!86 = !DILocation(line: 53, column: 13, scope: !81)
!87 = !DILocation(line: 53, column: 5, scope: !81)
!88 = !DILocation(line: 55, column: 20, scope: !89)
!89 = distinct !DILexicalBlock(scope: !81, file: !3, line: 53, column: 22)
!90 = !DILocation(line: 56, column: 20, scope: !89)
!91 = !DILocation(line: 57, column: 9, scope: !89)
!92 = !DILocation(line: 59, column: 20, scope: !89)
!93 = !DILocation(line: 60, column: 20, scope: !89)
!94 = !DILocation(line: 61, column: 9, scope: !89)
!95 = !DILocation(line: 65, column: 9, scope: !89)
!96 = !DILocation(line: 67, column: 9, scope: !89)
!97 = !DILocation(line: 68, column: 9, scope: !89)
!98 = !DILocation(line: 70, column: 1, scope: !81)
!99 = distinct !DISubprogram(name: "negotiate", scope: !3, file: !3, line: 72, type: !50, scopeLine: 73, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !52)
!100 = !DILocation(line: 74, column: 5, scope: !99)
!101 = !DILocation(line: 75, column: 16, scope: !99)
!102 = !DILocation(line: 76, column: 14, scope: !103)
!103 = distinct !DILexicalBlock(scope: !99, file: !3, line: 76, column: 9)
!104 = !DILocation(line: 76, column: 9, scope: !103)
!105 = !DILocation(line: 76, column: 20, scope: !103)
!106 = !DILocation(line: 76, column: 23, scope: !103)
!107 = !DILocation(line: 76, column: 9, scope: !99)
!108 = !DILocation(line: 77, column: 19, scope: !109)
!109 = distinct !DILexicalBlock(scope: !103, file: !3, line: 76, column: 41)
!110 = !DILocation(line: 78, column: 9, scope: !109)
!111 = !DILocation(line: 79, column: 9, scope: !109)
!112 = !DILocation(line: 80, column: 20, scope: !109)
!113 = !DILocation(line: 81, column: 9, scope: !109)
!114 = !DILocation(line: 83, column: 15, scope: !99)
!115 = !DILocation(line: 84, column: 10, scope: !116)
!116 = distinct !DILexicalBlock(scope: !99, file: !3, line: 84, column: 9)
!117 = !DILocation(line: 84, column: 9, scope: !99)
!118 = !DILocation(line: 85, column: 18, scope: !119)
!119 = distinct !DILexicalBlock(scope: !120, file: !3, line: 85, column: 13)
!120 = distinct !DILexicalBlock(scope: !116, file: !3, line: 84, column: 33)
!121 = !DILocation(line: 85, column: 25, scope: !119)
!122 = !DILocation(line: 85, column: 13, scope: !120)
!123 = !DILocation(line: 86, column: 13, scope: !124)
!124 = distinct !DILexicalBlock(scope: !119, file: !3, line: 85, column: 40)
!125 = !DILocation(line: 87, column: 13, scope: !124)
!126 = !DILocation(line: 89, column: 9, scope: !120)
!127 = !DILocation(line: 90, column: 9, scope: !120)
!128 = !DILocation(line: 91, column: 20, scope: !120)
!129 = !DILocation(line: 92, column: 9, scope: !120)
!130 = !DILocation(line: 94, column: 5, scope: !99)
!131 = !DILocation(line: 95, column: 16, scope: !99)
!132 = !DILocation(line: 96, column: 1, scope: !99)
!133 = distinct !DISubprogram(name: "wait_key", scope: !3, file: !3, line: 98, type: !50, scopeLine: 99, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !52)
!134 = !DILocalVariable(name: "message", scope: !133, file: !3, line: 100, type: !83)
!135 = !DILocation(line: 100, column: 9, scope: !133)
!136 = !DILocation(line: 100, column: 19, scope: !133)
!137 = !DILocation(line: 101, column: 9, scope: !138)
!138 = distinct !DILexicalBlock(scope: !133, file: !3, line: 101, column: 9)
!139 = !DILocation(line: 101, column: 17, scope: !138)
!140 = !DILocation(line: 101, column: 9, scope: !133)
!141 = !DILocation(line: 102, column: 20, scope: !142)
!142 = distinct !DILexicalBlock(scope: !138, file: !3, line: 101, column: 25)
!143 = !DILocation(line: 102, column: 9, scope: !142)
!144 = !DILocation(line: 103, column: 9, scope: !142)
!145 = !DILocation(line: 105, column: 5, scope: !133)
!146 = !DILocation(line: 106, column: 16, scope: !133)
!147 = !DILocation(line: 107, column: 1, scope: !133)
!148 = distinct !DISubprogram(name: "wait_finished", scope: !3, file: !3, line: 109, type: !50, scopeLine: 110, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !52)
!149 = !DILocalVariable(name: "message", scope: !148, file: !3, line: 111, type: !83)
!150 = !DILocation(line: 111, column: 9, scope: !148)
!151 = !DILocation(line: 111, column: 19, scope: !148)
!152 = !DILocation(line: 112, column: 9, scope: !153)
!153 = distinct !DILexicalBlock(scope: !148, file: !3, line: 112, column: 9)
!154 = !DILocation(line: 112, column: 17, scope: !153)
!155 = !DILocation(line: 112, column: 9, scope: !148)
!156 = !DILocation(line: 113, column: 20, scope: !157)
!157 = distinct !DILexicalBlock(scope: !153, file: !3, line: 112, column: 30)
!158 = !DILocation(line: 113, column: 9, scope: !157)
!159 = !DILocation(line: 114, column: 9, scope: !157)
!160 = !DILocation(line: 116, column: 10, scope: !161)
!161 = distinct !DILexicalBlock(scope: !148, file: !3, line: 116, column: 9)
!162 = !DILocation(line: 116, column: 9, scope: !148)
!163 = !DILocation(line: 117, column: 9, scope: !164)
!164 = distinct !DILexicalBlock(scope: !161, file: !3, line: 116, column: 30)
!165 = !DILocation(line: 118, column: 9, scope: !164)
!166 = !DILocation(line: 120, column: 5, scope: !148)
!167 = !DILocation(line: 121, column: 22, scope: !148)
!168 = !DILocation(line: 121, column: 5, scope: !148)
!169 = !DILocation(line: 122, column: 5, scope: !148)
!170 = !DILocation(line: 123, column: 16, scope: !148)
!171 = !DILocation(line: 124, column: 1, scope: !148)
!172 = distinct !DISubprogram(name: "connected", scope: !3, file: !3, line: 126, type: !50, scopeLine: 127, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !52)
!173 = !DILocation(line: 128, column: 13, scope: !172)
!174 = !DILocation(line: 128, column: 5, scope: !172)
!175 = !DILocation(line: 130, column: 9, scope: !176)
!176 = distinct !DILexicalBlock(scope: !172, file: !3, line: 128, column: 32)
!177 = !DILocation(line: 131, column: 9, scope: !176)
!178 = !DILocation(line: 133, column: 9, scope: !176)
!179 = !DILocation(line: 136, column: 20, scope: !176)
!180 = !DILocation(line: 137, column: 9, scope: !176)
!181 = !DILocation(line: 139, column: 9, scope: !176)
!182 = !DILocation(line: 140, column: 9, scope: !176)
!183 = !DILocation(line: 142, column: 1, scope: !172)
!184 = distinct !DISubprogram(name: "fail", scope: !3, file: !3, line: 29, type: !185, scopeLine: 30, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !52)
!185 = !DISubroutineType(types: !186)
!186 = !{null, !83}
!187 = !DILocalVariable(name: "tell", arg: 1, scope: !184, file: !3, line: 29, type: !83)
!188 = !DILocation(line: 29, column: 22, scope: !184)
!189 = !DILocation(line: 31, column: 5, scope: !184)
!190 = !DILocation(line: 32, column: 9, scope: !191)
!191 = distinct !DILexicalBlock(scope: !184, file: !3, line: 32, column: 9)
!192 = !DILocation(line: 32, column: 9, scope: !184)
!193 = !DILocation(line: 33, column: 9, scope: !191)
!194 = !DILocation(line: 34, column: 16, scope: !184)
!195 = !DILocation(line: 35, column: 1, scope: !184)
!196 = distinct !DISubprogram(name: "unexpected", scope: !3, file: !3, line: 37, type: !185, scopeLine: 38, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !52)
!197 = !DILocalVariable(name: "message", arg: 1, scope: !196, file: !3, line: 37, type: !83)
!198 = !DILocation(line: 37, column: 28, scope: !196)
!199 = !DILocation(line: 39, column: 9, scope: !200)
!200 = distinct !DILexicalBlock(scope: !196, file: !3, line: 39, column: 9)
!201 = !DILocation(line: 39, column: 17, scope: !200)
!202 = !DILocation(line: 39, column: 26, scope: !200)
!203 = !DILocation(line: 39, column: 29, scope: !200)
!204 = !DILocation(line: 39, column: 37, scope: !200)
!205 = !DILocation(line: 39, column: 9, scope: !196)
!206 = !DILocation(line: 40, column: 9, scope: !207)
!207 = distinct !DILexicalBlock(scope: !200, file: !3, line: 39, column: 47)
!208 = !DILocation(line: 41, column: 5, scope: !207)
!209 = !DILocation(line: 41, column: 16, scope: !210)
!210 = distinct !DILexicalBlock(scope: !200, file: !3, line: 41, column: 16)
!211 = !DILocation(line: 41, column: 24, scope: !210)
!212 = !DILocation(line: 41, column: 16, scope: !200)
!213 = !DILocation(line: 42, column: 22, scope: !214)
!214 = distinct !DILexicalBlock(scope: !210, file: !3, line: 41, column: 36)
!215 = !DILocation(line: 43, column: 18, scope: !216)
!216 = distinct !DILexicalBlock(scope: !214, file: !3, line: 43, column: 13)
!217 = !DILocation(line: 43, column: 27, scope: !216)
!218 = !DILocation(line: 43, column: 13, scope: !214)
!219 = !DILocation(line: 44, column: 13, scope: !216)
!220 = !DILocation(line: 45, column: 5, scope: !214)
!221 = !DILocation(line: 46, column: 9, scope: !222)
!222 = distinct !DILexicalBlock(scope: !210, file: !3, line: 45, column: 12)
!223 = !DILocation(line: 48, column: 1, scope: !196)
