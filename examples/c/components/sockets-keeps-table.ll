; ModuleID = 'sockets-keeps-table.c'
source_filename = "sockets-keeps-table.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.socket = type { i32, i8, i8, i8, i8, i8, i8, [8 x i8], [2 x i8], %struct.options, i32, i32 }
%struct.options = type { i8, [3 x i8] }
%struct.table_lock = type { i32 }

@refused = internal global i32 0, align 4, !dbg !0
@table = internal global [4 x %struct.socket] zeroinitializer, align 16, !dbg !32
@opened = internal global i32 0, align 4, !dbg !60
@closed = internal global i32 0, align 4, !dbg !62
@table_lock = internal global %struct.table_lock zeroinitializer, align 4, !dbg !64

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @socket_open(i8 noundef zeroext %0) #0 !dbg !77 {
  %2 = alloca i32, align 4
  %3 = alloca i8, align 1
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca %struct.socket*, align 8
  store i8 %0, i8* %3, align 1
  call void @llvm.dbg.declare(metadata i8* %3, metadata !81, metadata !DIExpression()), !dbg !82
  call void @llvm.dbg.declare(metadata i32* %4, metadata !83, metadata !DIExpression()), !dbg !84
  store i32 -2, i32* %4, align 4, !dbg !84
  call void @llvm.dbg.declare(metadata i32* %5, metadata !85, metadata !DIExpression()), !dbg !86
  %7 = load i8, i8* %3, align 1, !dbg !87
  %8 = zext i8 %7 to i32, !dbg !87
  %9 = icmp eq i32 %8, 0, !dbg !89
  br i1 %9, label %14, label %10, !dbg !90

10:                                               ; preds = %1
  %11 = load i8, i8* %3, align 1, !dbg !91
  %12 = zext i8 %11 to i32, !dbg !91
  %13 = icmp sge i32 %12, 16, !dbg !92
  br i1 %13, label %14, label %15, !dbg !93

14:                                               ; preds = %10, %1
  store i32 -4, i32* %2, align 4, !dbg !94
  br label %59, !dbg !94

15:                                               ; preds = %10
  call void @enter(), !dbg !95
  %16 = load i8, i8* %3, align 1, !dbg !96
  %17 = call zeroext i1 @port_used(i8 noundef zeroext %16), !dbg !98
  br i1 %17, label %18, label %21, !dbg !99

18:                                               ; preds = %15
  %19 = load i32, i32* @refused, align 4, !dbg !100
  %20 = add i32 %19, 1, !dbg !100
  store i32 %20, i32* @refused, align 4, !dbg !100
  store i32 -3, i32* %4, align 4, !dbg !102
  br label %57, !dbg !103

21:                                               ; preds = %15
  store i32 0, i32* %5, align 4, !dbg !104
  br label %22, !dbg !106

22:                                               ; preds = %53, %21
  %23 = load i32, i32* %5, align 4, !dbg !107
  %24 = icmp ult i32 %23, 4, !dbg !109
  br i1 %24, label %25, label %56, !dbg !110

25:                                               ; preds = %22
  call void @llvm.dbg.declare(metadata %struct.socket** %6, metadata !111, metadata !DIExpression()), !dbg !114
  %26 = load i32, i32* %5, align 4, !dbg !115
  %27 = zext i32 %26 to i64, !dbg !116
  %28 = getelementptr inbounds [4 x %struct.socket], [4 x %struct.socket]* @table, i64 0, i64 %27, !dbg !116
  store %struct.socket* %28, %struct.socket** %6, align 8, !dbg !114
  %29 = load %struct.socket*, %struct.socket** %6, align 8, !dbg !117
  %30 = getelementptr inbounds %struct.socket, %struct.socket* %29, i32 0, i32 0, !dbg !119
  %31 = load i32, i32* %30, align 4, !dbg !119
  %32 = icmp eq i32 %31, 0, !dbg !120
  br i1 %32, label %33, label %52, !dbg !121

33:                                               ; preds = %25
  %34 = load %struct.socket*, %struct.socket** %6, align 8, !dbg !122
  call void @clear(%struct.socket* noundef %34), !dbg !124
  %35 = load %struct.socket*, %struct.socket** %6, align 8, !dbg !125
  %36 = getelementptr inbounds %struct.socket, %struct.socket* %35, i32 0, i32 1, !dbg !126
  %37 = load i8, i8* %36, align 4, !dbg !126
  %38 = zext i8 %37 to i32, !dbg !125
  %39 = add nsw i32 %38, 1, !dbg !127
  %40 = trunc i32 %39 to i8, !dbg !128
  %41 = load %struct.socket*, %struct.socket** %6, align 8, !dbg !129
  %42 = getelementptr inbounds %struct.socket, %struct.socket* %41, i32 0, i32 1, !dbg !130
  store i8 %40, i8* %42, align 4, !dbg !131
  %43 = load %struct.socket*, %struct.socket** %6, align 8, !dbg !132
  %44 = getelementptr inbounds %struct.socket, %struct.socket* %43, i32 0, i32 0, !dbg !133
  store i32 1, i32* %44, align 4, !dbg !134
  %45 = load i8, i8* %3, align 1, !dbg !135
  %46 = load %struct.socket*, %struct.socket** %6, align 8, !dbg !136
  %47 = getelementptr inbounds %struct.socket, %struct.socket* %46, i32 0, i32 2, !dbg !137
  store i8 %45, i8* %47, align 1, !dbg !138
  %48 = load i32, i32* @opened, align 4, !dbg !139
  %49 = add i32 %48, 1, !dbg !139
  store i32 %49, i32* @opened, align 4, !dbg !139
  %50 = load i32, i32* %5, align 4, !dbg !140
  %51 = call i32 @handle_of(i32 noundef %50), !dbg !141
  store i32 %51, i32* %4, align 4, !dbg !142
  br label %56, !dbg !143

52:                                               ; preds = %25
  br label %53, !dbg !144

53:                                               ; preds = %52
  %54 = load i32, i32* %5, align 4, !dbg !145
  %55 = add i32 %54, 1, !dbg !145
  store i32 %55, i32* %5, align 4, !dbg !145
  br label %22, !dbg !146, !llvm.loop !147

56:                                               ; preds = %33, %22
  br label %57, !dbg !148

57:                                               ; preds = %56, %18
  call void @llvm.dbg.label(metadata !150), !dbg !151
  call void @leave(), !dbg !152
  %58 = load i32, i32* %4, align 4, !dbg !153
  store i32 %58, i32* %2, align 4, !dbg !154
  br label %59, !dbg !154

59:                                               ; preds = %57, %14
  %60 = load i32, i32* %2, align 4, !dbg !155
  ret i32 %60, !dbg !155
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: noinline nounwind uwtable
define internal void @enter() #0 !dbg !156 {
  call void @table_take(%struct.table_lock* noundef @table_lock), !dbg !159
  ret void, !dbg !160
}

; Function Attrs: noinline nounwind uwtable
define internal zeroext i1 @port_used(i8 noundef zeroext %0) #0 !dbg !161 {
  %2 = alloca i1, align 1
  %3 = alloca i8, align 1
  %4 = alloca i32, align 4
  store i8 %0, i8* %3, align 1
  call void @llvm.dbg.declare(metadata i8* %3, metadata !165, metadata !DIExpression()), !dbg !166
  call void @llvm.dbg.declare(metadata i32* %4, metadata !167, metadata !DIExpression()), !dbg !168
  store i32 0, i32* %4, align 4, !dbg !169
  br label %5, !dbg !171

5:                                                ; preds = %27, %1
  %6 = load i32, i32* %4, align 4, !dbg !172
  %7 = icmp ult i32 %6, 4, !dbg !174
  br i1 %7, label %8, label %30, !dbg !175

8:                                                ; preds = %5
  %9 = load i32, i32* %4, align 4, !dbg !176
  %10 = zext i32 %9 to i64, !dbg !179
  %11 = getelementptr inbounds [4 x %struct.socket], [4 x %struct.socket]* @table, i64 0, i64 %10, !dbg !179
  %12 = getelementptr inbounds %struct.socket, %struct.socket* %11, i32 0, i32 0, !dbg !180
  %13 = load i32, i32* %12, align 16, !dbg !180
  %14 = icmp ne i32 %13, 0, !dbg !181
  br i1 %14, label %15, label %26, !dbg !182

15:                                               ; preds = %8
  %16 = load i32, i32* %4, align 4, !dbg !183
  %17 = zext i32 %16 to i64, !dbg !184
  %18 = getelementptr inbounds [4 x %struct.socket], [4 x %struct.socket]* @table, i64 0, i64 %17, !dbg !184
  %19 = getelementptr inbounds %struct.socket, %struct.socket* %18, i32 0, i32 2, !dbg !185
  %20 = load i8, i8* %19, align 1, !dbg !185
  %21 = zext i8 %20 to i32, !dbg !184
  %22 = load i8, i8* %3, align 1, !dbg !186
  %23 = zext i8 %22 to i32, !dbg !186
  %24 = icmp eq i32 %21, %23, !dbg !187
  br i1 %24, label %25, label %26, !dbg !188

25:                                               ; preds = %15
  store i1 true, i1* %2, align 1, !dbg !189
  br label %31, !dbg !189

26:                                               ; preds = %15, %8
  br label %27, !dbg !190

27:                                               ; preds = %26
  %28 = load i32, i32* %4, align 4, !dbg !191
  %29 = add i32 %28, 1, !dbg !191
  store i32 %29, i32* %4, align 4, !dbg !191
  br label %5, !dbg !192, !llvm.loop !193

30:                                               ; preds = %5
  store i1 false, i1* %2, align 1, !dbg !195
  br label %31, !dbg !195

31:                                               ; preds = %30, %25
  %32 = load i1, i1* %2, align 1, !dbg !196
  ret i1 %32, !dbg !196
}

; Function Attrs: noinline nounwind uwtable
define internal void @clear(%struct.socket* noundef %0) #0 !dbg !197 {
  %2 = alloca %struct.socket*, align 8
  store %struct.socket* %0, %struct.socket** %2, align 8
  call void @llvm.dbg.declare(metadata %struct.socket** %2, metadata !200, metadata !DIExpression()), !dbg !201
  %3 = load %struct.socket*, %struct.socket** %2, align 8, !dbg !202
  %4 = getelementptr inbounds %struct.socket, %struct.socket* %3, i32 0, i32 0, !dbg !203
  store i32 0, i32* %4, align 4, !dbg !204
  %5 = load %struct.socket*, %struct.socket** %2, align 8, !dbg !205
  %6 = getelementptr inbounds %struct.socket, %struct.socket* %5, i32 0, i32 2, !dbg !206
  store i8 0, i8* %6, align 1, !dbg !207
  %7 = load %struct.socket*, %struct.socket** %2, align 8, !dbg !208
  %8 = getelementptr inbounds %struct.socket, %struct.socket* %7, i32 0, i32 3, !dbg !209
  store i8 0, i8* %8, align 2, !dbg !210
  %9 = load %struct.socket*, %struct.socket** %2, align 8, !dbg !211
  %10 = getelementptr inbounds %struct.socket, %struct.socket* %9, i32 0, i32 4, !dbg !212
  store i8 0, i8* %10, align 1, !dbg !213
  %11 = load %struct.socket*, %struct.socket** %2, align 8, !dbg !214
  %12 = getelementptr inbounds %struct.socket, %struct.socket* %11, i32 0, i32 5, !dbg !215
  store i8 0, i8* %12, align 4, !dbg !216
  %13 = load %struct.socket*, %struct.socket** %2, align 8, !dbg !217
  %14 = getelementptr inbounds %struct.socket, %struct.socket* %13, i32 0, i32 6, !dbg !218
  store i8 0, i8* %14, align 1, !dbg !219
  %15 = load %struct.socket*, %struct.socket** %2, align 8, !dbg !220
  %16 = getelementptr inbounds %struct.socket, %struct.socket* %15, i32 0, i32 10, !dbg !221
  store i32 0, i32* %16, align 4, !dbg !222
  %17 = load %struct.socket*, %struct.socket** %2, align 8, !dbg !223
  %18 = getelementptr inbounds %struct.socket, %struct.socket* %17, i32 0, i32 9, !dbg !224
  %19 = bitcast %struct.options* %18 to i8*, !dbg !225
  %20 = load i8, i8* %19, align 4, !dbg !226
  %21 = and i8 %20, -2, !dbg !226
  %22 = or i8 %21, 0, !dbg !226
  store i8 %22, i8* %19, align 4, !dbg !226
  %23 = load %struct.socket*, %struct.socket** %2, align 8, !dbg !227
  %24 = getelementptr inbounds %struct.socket, %struct.socket* %23, i32 0, i32 9, !dbg !228
  %25 = bitcast %struct.options* %24 to i8*, !dbg !229
  %26 = load i8, i8* %25, align 4, !dbg !230
  %27 = and i8 %26, -3, !dbg !230
  %28 = or i8 %27, 0, !dbg !230
  store i8 %28, i8* %25, align 4, !dbg !230
  %29 = load %struct.socket*, %struct.socket** %2, align 8, !dbg !231
  %30 = getelementptr inbounds %struct.socket, %struct.socket* %29, i32 0, i32 9, !dbg !232
  %31 = bitcast %struct.options* %30 to i8*, !dbg !233
  %32 = load i8, i8* %31, align 4, !dbg !234
  %33 = and i8 %32, -29, !dbg !234
  %34 = or i8 %33, 0, !dbg !234
  store i8 %34, i8* %31, align 4, !dbg !234
  ret void, !dbg !235
}

; Function Attrs: noinline nounwind uwtable
define internal i32 @handle_of(i32 noundef %0) #0 !dbg !236 {
  %2 = alloca i32, align 4
  store i32 %0, i32* %2, align 4
  call void @llvm.dbg.declare(metadata i32* %2, metadata !239, metadata !DIExpression()), !dbg !240
  %3 = load i32, i32* %2, align 4, !dbg !241
  %4 = urem i32 %3, 4, !dbg !242
  %5 = zext i32 %4 to i64, !dbg !243
  %6 = getelementptr inbounds [4 x %struct.socket], [4 x %struct.socket]* @table, i64 0, i64 %5, !dbg !243
  %7 = getelementptr inbounds %struct.socket, %struct.socket* %6, i32 0, i32 1, !dbg !244
  %8 = load i8, i8* %7, align 4, !dbg !244
  %9 = zext i8 %8 to i32, !dbg !245
  %10 = mul i32 %9, 4, !dbg !246
  %11 = load i32, i32* %2, align 4, !dbg !247
  %12 = urem i32 %11, 4, !dbg !248
  %13 = add i32 %10, %12, !dbg !249
  ret i32 %13, !dbg !250
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.label(metadata) #1

; Function Attrs: noinline nounwind uwtable
define internal void @leave() #0 !dbg !251 {
  call void @table_give(%struct.table_lock* noundef @table_lock), !dbg !252
  ret void, !dbg !253
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @socket_listen(i32 noundef %0, i8 noundef zeroext %1) #0 !dbg !254 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i8, align 1
  %6 = alloca %struct.socket*, align 8
  %7 = alloca i32, align 4
  store i32 %0, i32* %4, align 4
  call void @llvm.dbg.declare(metadata i32* %4, metadata !257, metadata !DIExpression()), !dbg !258
  store i8 %1, i8* %5, align 1
  call void @llvm.dbg.declare(metadata i8* %5, metadata !259, metadata !DIExpression()), !dbg !260
  call void @llvm.dbg.declare(metadata %struct.socket** %6, metadata !261, metadata !DIExpression()), !dbg !262
  call void @llvm.dbg.declare(metadata i32* %7, metadata !263, metadata !DIExpression()), !dbg !264
  store i32 0, i32* %7, align 4, !dbg !264
  call void @enter(), !dbg !265
  %8 = load i32, i32* %4, align 4, !dbg !266
  %9 = call %struct.socket* @find(i32 noundef %8), !dbg !267
  store %struct.socket* %9, %struct.socket** %6, align 8, !dbg !268
  %10 = load %struct.socket*, %struct.socket** %6, align 8, !dbg !269
  %11 = icmp eq %struct.socket* %10, null, !dbg !271
  br i1 %11, label %12, label %13, !dbg !272

12:                                               ; preds = %2
  call void @leave(), !dbg !273
  store i32 -1, i32* %3, align 4, !dbg !275
  br label %27, !dbg !275

13:                                               ; preds = %2
  %14 = load %struct.socket*, %struct.socket** %6, align 8, !dbg !276
  %15 = getelementptr inbounds %struct.socket, %struct.socket* %14, i32 0, i32 0, !dbg !278
  %16 = load i32, i32* %15, align 4, !dbg !278
  %17 = icmp ne i32 %16, 1, !dbg !279
  br i1 %17, label %18, label %19, !dbg !280

18:                                               ; preds = %13
  store i32 -4, i32* %7, align 4, !dbg !281
  br label %25, !dbg !283

19:                                               ; preds = %13
  %20 = load i8, i8* %5, align 1, !dbg !284
  %21 = load %struct.socket*, %struct.socket** %6, align 8, !dbg !285
  %22 = getelementptr inbounds %struct.socket, %struct.socket* %21, i32 0, i32 4, !dbg !286
  store i8 %20, i8* %22, align 1, !dbg !287
  %23 = load %struct.socket*, %struct.socket** %6, align 8, !dbg !288
  %24 = getelementptr inbounds %struct.socket, %struct.socket* %23, i32 0, i32 0, !dbg !289
  store i32 2, i32* %24, align 4, !dbg !290
  br label %25, !dbg !288

25:                                               ; preds = %19, %18
  call void @llvm.dbg.label(metadata !291), !dbg !292
  call void @leave(), !dbg !293
  %26 = load i32, i32* %7, align 4, !dbg !294
  store i32 %26, i32* %3, align 4, !dbg !295
  br label %27, !dbg !295

27:                                               ; preds = %25, %12
  %28 = load i32, i32* %3, align 4, !dbg !296
  ret i32 %28, !dbg !296
}

; Function Attrs: noinline nounwind uwtable
define internal %struct.socket* @find(i32 noundef %0) #0 !dbg !297 {
  %2 = alloca %struct.socket*, align 8
  %3 = alloca i32, align 4
  %4 = alloca %struct.socket*, align 8
  store i32 %0, i32* %3, align 4
  call void @llvm.dbg.declare(metadata i32* %3, metadata !300, metadata !DIExpression()), !dbg !301
  call void @llvm.dbg.declare(metadata %struct.socket** %4, metadata !302, metadata !DIExpression()), !dbg !303
  %5 = load i32, i32* %3, align 4, !dbg !304
  %6 = icmp slt i32 %5, 0, !dbg !306
  br i1 %6, label %7, label %8, !dbg !307

7:                                                ; preds = %1
  store %struct.socket* null, %struct.socket** %2, align 8, !dbg !308
  br label %26, !dbg !308

8:                                                ; preds = %1
  %9 = load i32, i32* %3, align 4, !dbg !309
  %10 = urem i32 %9, 4, !dbg !310
  %11 = zext i32 %10 to i64, !dbg !311
  %12 = getelementptr inbounds [4 x %struct.socket], [4 x %struct.socket]* @table, i64 0, i64 %11, !dbg !311
  store %struct.socket* %12, %struct.socket** %4, align 8, !dbg !312
  %13 = load %struct.socket*, %struct.socket** %4, align 8, !dbg !313
  %14 = getelementptr inbounds %struct.socket, %struct.socket* %13, i32 0, i32 0, !dbg !315
  %15 = load i32, i32* %14, align 4, !dbg !315
  %16 = icmp eq i32 %15, 0, !dbg !316
  br i1 %16, label %23, label %17, !dbg !317

17:                                               ; preds = %8
  %18 = load i32, i32* %3, align 4, !dbg !318
  %19 = urem i32 %18, 4, !dbg !319
  %20 = call i32 @handle_of(i32 noundef %19), !dbg !320
  %21 = load i32, i32* %3, align 4, !dbg !321
  %22 = icmp ne i32 %20, %21, !dbg !322
  br i1 %22, label %23, label %24, !dbg !323

23:                                               ; preds = %17, %8
  store %struct.socket* null, %struct.socket** %2, align 8, !dbg !324
  br label %26, !dbg !324

24:                                               ; preds = %17
  %25 = load %struct.socket*, %struct.socket** %4, align 8, !dbg !325
  store %struct.socket* %25, %struct.socket** %2, align 8, !dbg !326
  br label %26, !dbg !326

26:                                               ; preds = %24, %23, %7
  %27 = load %struct.socket*, %struct.socket** %2, align 8, !dbg !327
  ret %struct.socket* %27, !dbg !327
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @socket_connect(i32 noundef %0, i8 noundef zeroext %1) #0 !dbg !328 {
  %3 = alloca i32, align 4
  %4 = alloca i8, align 1
  %5 = alloca %struct.socket*, align 8
  %6 = alloca i32, align 4
  store i32 %0, i32* %3, align 4
  call void @llvm.dbg.declare(metadata i32* %3, metadata !329, metadata !DIExpression()), !dbg !330
  store i8 %1, i8* %4, align 1
  call void @llvm.dbg.declare(metadata i8* %4, metadata !331, metadata !DIExpression()), !dbg !332
  call void @llvm.dbg.declare(metadata %struct.socket** %5, metadata !333, metadata !DIExpression()), !dbg !334
  call void @llvm.dbg.declare(metadata i32* %6, metadata !335, metadata !DIExpression()), !dbg !336
  call void @enter(), !dbg !337
  %7 = load i32, i32* %3, align 4, !dbg !338
  %8 = call %struct.socket* @find(i32 noundef %7), !dbg !339
  store %struct.socket* %8, %struct.socket** %5, align 8, !dbg !340
  %9 = load %struct.socket*, %struct.socket** %5, align 8, !dbg !341
  %10 = icmp eq %struct.socket* %9, null, !dbg !343
  br i1 %10, label %11, label %12, !dbg !344

11:                                               ; preds = %2
  store i32 -1, i32* %6, align 4, !dbg !345
  br label %66, !dbg !347

12:                                               ; preds = %2
  %13 = load %struct.socket*, %struct.socket** %5, align 8, !dbg !348
  %14 = getelementptr inbounds %struct.socket, %struct.socket* %13, i32 0, i32 0, !dbg !350
  %15 = load i32, i32* %14, align 4, !dbg !350
  %16 = icmp eq i32 %15, 3, !dbg !351
  br i1 %16, label %17, label %26, !dbg !352

17:                                               ; preds = %12
  %18 = load %struct.socket*, %struct.socket** %5, align 8, !dbg !353
  %19 = getelementptr inbounds %struct.socket, %struct.socket* %18, i32 0, i32 9, !dbg !354
  %20 = bitcast %struct.options* %19 to i8*, !dbg !355
  %21 = load i8, i8* %20, align 4, !dbg !355
  %22 = and i8 %21, 1, !dbg !355
  %23 = zext i8 %22 to i32, !dbg !355
  %24 = icmp ne i32 %23, 0, !dbg !353
  br i1 %24, label %25, label %26, !dbg !356

25:                                               ; preds = %17
  store i32 -6, i32* %6, align 4, !dbg !357
  br label %66, !dbg !359

26:                                               ; preds = %17, %12
  %27 = load %struct.socket*, %struct.socket** %5, align 8, !dbg !360
  %28 = getelementptr inbounds %struct.socket, %struct.socket* %27, i32 0, i32 0, !dbg !362
  %29 = load i32, i32* %28, align 4, !dbg !362
  %30 = icmp ne i32 %29, 1, !dbg !363
  br i1 %30, label %31, label %32, !dbg !364

31:                                               ; preds = %26
  store i32 -4, i32* %6, align 4, !dbg !365
  br label %66, !dbg !367

32:                                               ; preds = %26
  %33 = load %struct.socket*, %struct.socket** %5, align 8, !dbg !368
  %34 = getelementptr inbounds %struct.socket, %struct.socket* %33, i32 0, i32 0, !dbg !369
  store i32 3, i32* %34, align 4, !dbg !370
  %35 = load i8, i8* %4, align 1, !dbg !371
  %36 = load %struct.socket*, %struct.socket** %5, align 8, !dbg !372
  %37 = getelementptr inbounds %struct.socket, %struct.socket* %36, i32 0, i32 3, !dbg !373
  store i8 %35, i8* %37, align 2, !dbg !374
  %38 = load %struct.socket*, %struct.socket** %5, align 8, !dbg !375
  %39 = getelementptr inbounds %struct.socket, %struct.socket* %38, i32 0, i32 2, !dbg !376
  %40 = load i8, i8* %39, align 1, !dbg !376
  %41 = load i8, i8* %4, align 1, !dbg !377
  %42 = call i32 @net_connect(i8 noundef zeroext %40, i8 noundef zeroext %41), !dbg !378
  store i32 %42, i32* %6, align 4, !dbg !379
  %43 = load i32, i32* %6, align 4, !dbg !380
  %44 = icmp slt i32 %43, 0, !dbg !382
  br i1 %44, label %45, label %50, !dbg !383

45:                                               ; preds = %32
  %46 = load %struct.socket*, %struct.socket** %5, align 8, !dbg !384
  %47 = getelementptr inbounds %struct.socket, %struct.socket* %46, i32 0, i32 0, !dbg !386
  store i32 1, i32* %47, align 4, !dbg !387
  %48 = load %struct.socket*, %struct.socket** %5, align 8, !dbg !388
  %49 = getelementptr inbounds %struct.socket, %struct.socket* %48, i32 0, i32 10, !dbg !389
  store i32 -5, i32* %49, align 4, !dbg !390
  store i32 -5, i32* %6, align 4, !dbg !391
  br label %66, !dbg !392

50:                                               ; preds = %32
  %51 = load i32, i32* %6, align 4, !dbg !393
  %52 = icmp eq i32 %51, 0, !dbg !395
  br i1 %52, label %61, label %53, !dbg !396

53:                                               ; preds = %50
  %54 = load %struct.socket*, %struct.socket** %5, align 8, !dbg !397
  %55 = getelementptr inbounds %struct.socket, %struct.socket* %54, i32 0, i32 9, !dbg !398
  %56 = bitcast %struct.options* %55 to i8*, !dbg !399
  %57 = load i8, i8* %56, align 4, !dbg !399
  %58 = and i8 %57, 1, !dbg !399
  %59 = zext i8 %58 to i32, !dbg !399
  %60 = icmp ne i32 %59, 0, !dbg !397
  br i1 %60, label %64, label %61, !dbg !400

61:                                               ; preds = %53, %50
  %62 = load %struct.socket*, %struct.socket** %5, align 8, !dbg !401
  %63 = getelementptr inbounds %struct.socket, %struct.socket* %62, i32 0, i32 0, !dbg !403
  store i32 4, i32* %63, align 4, !dbg !404
  store i32 0, i32* %6, align 4, !dbg !405
  br label %65, !dbg !406

64:                                               ; preds = %53
  store i32 -6, i32* %6, align 4, !dbg !407
  br label %65

65:                                               ; preds = %64, %61
  br label %66, !dbg !399

66:                                               ; preds = %65, %45, %31, %25, %11
  call void @llvm.dbg.label(metadata !409), !dbg !410
  call void @leave(), !dbg !411
  %67 = load i32, i32* %6, align 4, !dbg !412
  ret i32 %67, !dbg !413
}

declare i32 @net_connect(i8 noundef zeroext, i8 noundef zeroext) #2

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @socket_send(i32 noundef %0, i8 noundef zeroext %1, i8 noundef zeroext %2) #0 !dbg !414 {
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca i8, align 1
  %7 = alloca i8, align 1
  %8 = alloca %struct.socket*, align 8
  %9 = alloca i8, align 1
  %10 = alloca i32, align 4
  store i32 %0, i32* %5, align 4
  call void @llvm.dbg.declare(metadata i32* %5, metadata !417, metadata !DIExpression()), !dbg !418
  store i8 %1, i8* %6, align 1
  call void @llvm.dbg.declare(metadata i8* %6, metadata !419, metadata !DIExpression()), !dbg !420
  store i8 %2, i8* %7, align 1
  call void @llvm.dbg.declare(metadata i8* %7, metadata !421, metadata !DIExpression()), !dbg !422
  call void @llvm.dbg.declare(metadata %struct.socket** %8, metadata !423, metadata !DIExpression()), !dbg !424
  call void @llvm.dbg.declare(metadata i8* %9, metadata !425, metadata !DIExpression()), !dbg !426
  store i8 0, i8* %9, align 1, !dbg !426
  call void @enter(), !dbg !427
  %11 = load i32, i32* %5, align 4, !dbg !428
  %12 = call %struct.socket* @find(i32 noundef %11), !dbg !429
  store %struct.socket* %12, %struct.socket** %8, align 8, !dbg !430
  %13 = load %struct.socket*, %struct.socket** %8, align 8, !dbg !431
  %14 = icmp eq %struct.socket* %13, null, !dbg !433
  br i1 %14, label %15, label %16, !dbg !434

15:                                               ; preds = %3
  call void @leave(), !dbg !435
  store i32 -1, i32* %4, align 4, !dbg !437
  br label %57, !dbg !437

16:                                               ; preds = %3
  %17 = load %struct.socket*, %struct.socket** %8, align 8, !dbg !438
  %18 = getelementptr inbounds %struct.socket, %struct.socket* %17, i32 0, i32 0, !dbg !440
  %19 = load i32, i32* %18, align 4, !dbg !440
  %20 = icmp ne i32 %19, 4, !dbg !441
  br i1 %20, label %21, label %22, !dbg !442

21:                                               ; preds = %16
  call void @leave(), !dbg !443
  store i32 -4, i32* %4, align 4, !dbg !445
  br label %57, !dbg !445

22:                                               ; preds = %16
  br label %23, !dbg !446

23:                                               ; preds = %51, %22
  %24 = load i8, i8* %9, align 1, !dbg !447
  %25 = zext i8 %24 to i32, !dbg !447
  %26 = load i8, i8* %7, align 1, !dbg !448
  %27 = zext i8 %26 to i32, !dbg !448
  %28 = icmp slt i32 %25, %27, !dbg !449
  br i1 %28, label %29, label %54, !dbg !446

29:                                               ; preds = %23
  call void @llvm.dbg.declare(metadata i32* %10, metadata !450, metadata !DIExpression()), !dbg !452
  %30 = load %struct.socket*, %struct.socket** %8, align 8, !dbg !453
  %31 = getelementptr inbounds %struct.socket, %struct.socket* %30, i32 0, i32 2, !dbg !454
  %32 = load i8, i8* %31, align 1, !dbg !454
  %33 = load i8, i8* %6, align 1, !dbg !455
  %34 = zext i8 %33 to i32, !dbg !455
  %35 = load i8, i8* %9, align 1, !dbg !456
  %36 = zext i8 %35 to i32, !dbg !456
  %37 = add nsw i32 %34, %36, !dbg !457
  %38 = trunc i32 %37 to i8, !dbg !458
  %39 = call i32 @net_send(i8 noundef zeroext %32, i8 noundef zeroext %38), !dbg !459
  store i32 %39, i32* %10, align 4, !dbg !452
  %40 = load i32, i32* %10, align 4, !dbg !460
  %41 = icmp slt i32 %40, 0, !dbg !462
  br i1 %41, label %42, label %47, !dbg !463

42:                                               ; preds = %29
  %43 = load %struct.socket*, %struct.socket** %8, align 8, !dbg !464
  %44 = getelementptr inbounds %struct.socket, %struct.socket* %43, i32 0, i32 10, !dbg !466
  store i32 -5, i32* %44, align 4, !dbg !467
  %45 = load %struct.socket*, %struct.socket** %8, align 8, !dbg !468
  %46 = getelementptr inbounds %struct.socket, %struct.socket* %45, i32 0, i32 0, !dbg !469
  store i32 5, i32* %46, align 4, !dbg !470
  store i32 -5, i32* %4, align 4, !dbg !471
  br label %57, !dbg !471

47:                                               ; preds = %29
  %48 = load i32, i32* %10, align 4, !dbg !472
  %49 = icmp eq i32 %48, 0, !dbg !474
  br i1 %49, label %50, label %51, !dbg !475

50:                                               ; preds = %47
  br label %54, !dbg !476

51:                                               ; preds = %47
  %52 = load i8, i8* %9, align 1, !dbg !477
  %53 = add i8 %52, 1, !dbg !477
  store i8 %53, i8* %9, align 1, !dbg !477
  br label %23, !dbg !446, !llvm.loop !478

54:                                               ; preds = %50, %23
  call void @leave(), !dbg !480
  %55 = load i8, i8* %9, align 1, !dbg !481
  %56 = zext i8 %55 to i32, !dbg !481
  store i32 %56, i32* %4, align 4, !dbg !482
  br label %57, !dbg !482

57:                                               ; preds = %54, %42, %21, %15
  %58 = load i32, i32* %4, align 4, !dbg !483
  ret i32 %58, !dbg !483
}

declare i32 @net_send(i8 noundef zeroext, i8 noundef zeroext) #2

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @socket_receive(i32 noundef %0) #0 !dbg !484 {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca %struct.socket*, align 8
  %5 = alloca i32, align 4
  store i32 %0, i32* %3, align 4
  call void @llvm.dbg.declare(metadata i32* %3, metadata !487, metadata !DIExpression()), !dbg !488
  call void @llvm.dbg.declare(metadata %struct.socket** %4, metadata !489, metadata !DIExpression()), !dbg !490
  call void @llvm.dbg.declare(metadata i32* %5, metadata !491, metadata !DIExpression()), !dbg !492
  call void @enter(), !dbg !493
  %6 = load i32, i32* %3, align 4, !dbg !494
  %7 = call %struct.socket* @find(i32 noundef %6), !dbg !495
  store %struct.socket* %7, %struct.socket** %4, align 8, !dbg !496
  %8 = load %struct.socket*, %struct.socket** %4, align 8, !dbg !497
  %9 = icmp eq %struct.socket* %8, null, !dbg !499
  br i1 %9, label %10, label %11, !dbg !500

10:                                               ; preds = %1
  call void @leave(), !dbg !501
  store i32 -1, i32* %2, align 4, !dbg !503
  br label %51, !dbg !503

11:                                               ; preds = %1
  %12 = load %struct.socket*, %struct.socket** %4, align 8, !dbg !504
  %13 = getelementptr inbounds %struct.socket, %struct.socket* %12, i32 0, i32 5, !dbg !506
  %14 = load i8, i8* %13, align 4, !dbg !506
  %15 = zext i8 %14 to i32, !dbg !504
  %16 = icmp eq i32 %15, 0, !dbg !507
  br i1 %16, label %17, label %25, !dbg !508

17:                                               ; preds = %11
  %18 = load %struct.socket*, %struct.socket** %4, align 8, !dbg !509
  %19 = getelementptr inbounds %struct.socket, %struct.socket* %18, i32 0, i32 0, !dbg !511
  %20 = load i32, i32* %19, align 4, !dbg !511
  %21 = icmp eq i32 %20, 4, !dbg !512
  %22 = zext i1 %21 to i64, !dbg !509
  %23 = select i1 %21, i32 -6, i32 -4, !dbg !509
  store i32 %23, i32* %5, align 4, !dbg !513
  call void @leave(), !dbg !514
  %24 = load i32, i32* %5, align 4, !dbg !515
  store i32 %24, i32* %2, align 4, !dbg !516
  br label %51, !dbg !516

25:                                               ; preds = %11
  %26 = load %struct.socket*, %struct.socket** %4, align 8, !dbg !517
  %27 = getelementptr inbounds %struct.socket, %struct.socket* %26, i32 0, i32 7, !dbg !518
  %28 = load %struct.socket*, %struct.socket** %4, align 8, !dbg !519
  %29 = getelementptr inbounds %struct.socket, %struct.socket* %28, i32 0, i32 6, !dbg !520
  %30 = load i8, i8* %29, align 1, !dbg !520
  %31 = zext i8 %30 to i32, !dbg !519
  %32 = srem i32 %31, 8, !dbg !521
  %33 = sext i32 %32 to i64, !dbg !517
  %34 = getelementptr inbounds [8 x i8], [8 x i8]* %27, i64 0, i64 %33, !dbg !517
  %35 = load i8, i8* %34, align 1, !dbg !517
  %36 = zext i8 %35 to i32, !dbg !517
  store i32 %36, i32* %5, align 4, !dbg !522
  %37 = load %struct.socket*, %struct.socket** %4, align 8, !dbg !523
  %38 = getelementptr inbounds %struct.socket, %struct.socket* %37, i32 0, i32 6, !dbg !524
  %39 = load i8, i8* %38, align 1, !dbg !524
  %40 = zext i8 %39 to i32, !dbg !523
  %41 = add nsw i32 %40, 1, !dbg !525
  %42 = srem i32 %41, 8, !dbg !526
  %43 = trunc i32 %42 to i8, !dbg !527
  %44 = load %struct.socket*, %struct.socket** %4, align 8, !dbg !528
  %45 = getelementptr inbounds %struct.socket, %struct.socket* %44, i32 0, i32 6, !dbg !529
  store i8 %43, i8* %45, align 1, !dbg !530
  %46 = load %struct.socket*, %struct.socket** %4, align 8, !dbg !531
  %47 = getelementptr inbounds %struct.socket, %struct.socket* %46, i32 0, i32 5, !dbg !532
  %48 = load i8, i8* %47, align 4, !dbg !533
  %49 = add i8 %48, -1, !dbg !533
  store i8 %49, i8* %47, align 4, !dbg !533
  call void @leave(), !dbg !534
  %50 = load i32, i32* %5, align 4, !dbg !535
  store i32 %50, i32* %2, align 4, !dbg !536
  br label %51, !dbg !536

51:                                               ; preds = %25, %17, %10
  %52 = load i32, i32* %2, align 4, !dbg !537
  ret i32 %52, !dbg !537
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @socket_option(i32 noundef %0, i8 noundef zeroext %1, i8 noundef zeroext %2) #0 !dbg !538 {
  %4 = alloca i32, align 4
  %5 = alloca i8, align 1
  %6 = alloca i8, align 1
  %7 = alloca %struct.socket*, align 8
  %8 = alloca i32, align 4
  store i32 %0, i32* %4, align 4
  call void @llvm.dbg.declare(metadata i32* %4, metadata !539, metadata !DIExpression()), !dbg !540
  store i8 %1, i8* %5, align 1
  call void @llvm.dbg.declare(metadata i8* %5, metadata !541, metadata !DIExpression()), !dbg !542
  store i8 %2, i8* %6, align 1
  call void @llvm.dbg.declare(metadata i8* %6, metadata !543, metadata !DIExpression()), !dbg !544
  call void @llvm.dbg.declare(metadata %struct.socket** %7, metadata !545, metadata !DIExpression()), !dbg !546
  call void @llvm.dbg.declare(metadata i32* %8, metadata !547, metadata !DIExpression()), !dbg !548
  store i32 0, i32* %8, align 4, !dbg !548
  call void @enter(), !dbg !549
  %9 = load i32, i32* %4, align 4, !dbg !550
  %10 = call %struct.socket* @find(i32 noundef %9), !dbg !551
  store %struct.socket* %10, %struct.socket** %7, align 8, !dbg !552
  %11 = load %struct.socket*, %struct.socket** %7, align 8, !dbg !553
  %12 = icmp eq %struct.socket* %11, null, !dbg !555
  br i1 %12, label %13, label %14, !dbg !556

13:                                               ; preds = %3
  store i32 -1, i32* %8, align 4, !dbg !557
  br label %67, !dbg !559

14:                                               ; preds = %3
  %15 = load i8, i8* %5, align 1, !dbg !560
  %16 = zext i8 %15 to i32, !dbg !560
  switch i32 %16, label %65 [
    i32 0, label %17
    i32 1, label %31
    i32 2, label %46
  ], !dbg !561

17:                                               ; preds = %14
  %18 = load i8, i8* %6, align 1, !dbg !562
  %19 = zext i8 %18 to i32, !dbg !562
  %20 = icmp ne i32 %19, 0, !dbg !564
  %21 = zext i1 %20 to i32, !dbg !564
  %22 = load %struct.socket*, %struct.socket** %7, align 8, !dbg !565
  %23 = getelementptr inbounds %struct.socket, %struct.socket* %22, i32 0, i32 9, !dbg !566
  %24 = bitcast %struct.options* %23 to i8*, !dbg !567
  %25 = trunc i32 %21 to i8, !dbg !568
  %26 = load i8, i8* %24, align 4, !dbg !568
  %27 = and i8 %25, 1, !dbg !568
  %28 = and i8 %26, -2, !dbg !568
  %29 = or i8 %28, %27, !dbg !568
  store i8 %29, i8* %24, align 4, !dbg !568
  %30 = zext i8 %27 to i32, !dbg !568
  br label %66, !dbg !569

31:                                               ; preds = %14
  %32 = load i8, i8* %6, align 1, !dbg !570
  %33 = zext i8 %32 to i32, !dbg !570
  %34 = icmp ne i32 %33, 0, !dbg !571
  %35 = zext i1 %34 to i32, !dbg !571
  %36 = load %struct.socket*, %struct.socket** %7, align 8, !dbg !572
  %37 = getelementptr inbounds %struct.socket, %struct.socket* %36, i32 0, i32 9, !dbg !573
  %38 = bitcast %struct.options* %37 to i8*, !dbg !574
  %39 = trunc i32 %35 to i8, !dbg !575
  %40 = load i8, i8* %38, align 4, !dbg !575
  %41 = and i8 %39, 1, !dbg !575
  %42 = shl i8 %41, 1, !dbg !575
  %43 = and i8 %40, -3, !dbg !575
  %44 = or i8 %43, %42, !dbg !575
  store i8 %44, i8* %38, align 4, !dbg !575
  %45 = zext i8 %41 to i32, !dbg !575
  br label %66, !dbg !576

46:                                               ; preds = %14
  %47 = load i8, i8* %6, align 1, !dbg !577
  %48 = zext i8 %47 to i32, !dbg !577
  %49 = icmp sgt i32 %48, 7, !dbg !579
  br i1 %49, label %50, label %51, !dbg !580

50:                                               ; preds = %46
  store i32 -4, i32* %8, align 4, !dbg !581
  br label %66, !dbg !583

51:                                               ; preds = %46
  %52 = load i8, i8* %6, align 1, !dbg !584
  %53 = zext i8 %52 to i32, !dbg !584
  %54 = and i32 %53, 7, !dbg !585
  %55 = load %struct.socket*, %struct.socket** %7, align 8, !dbg !586
  %56 = getelementptr inbounds %struct.socket, %struct.socket* %55, i32 0, i32 9, !dbg !587
  %57 = bitcast %struct.options* %56 to i8*, !dbg !588
  %58 = trunc i32 %54 to i8, !dbg !589
  %59 = load i8, i8* %57, align 4, !dbg !589
  %60 = and i8 %58, 7, !dbg !589
  %61 = shl i8 %60, 2, !dbg !589
  %62 = and i8 %59, -29, !dbg !589
  %63 = or i8 %62, %61, !dbg !589
  store i8 %63, i8* %57, align 4, !dbg !589
  %64 = zext i8 %60 to i32, !dbg !589
  br label %66, !dbg !590

65:                                               ; preds = %14
  store i32 -4, i32* %8, align 4, !dbg !591
  br label %66, !dbg !592

66:                                               ; preds = %65, %51, %50, %31, %17
  br label %67, !dbg !592

67:                                               ; preds = %66, %13
  call void @llvm.dbg.label(metadata !593), !dbg !594
  call void @leave(), !dbg !595
  %68 = load i32, i32* %8, align 4, !dbg !596
  ret i32 %68, !dbg !597
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @socket_close(i32 noundef %0) #0 !dbg !598 {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca %struct.socket*, align 8
  store i32 %0, i32* %3, align 4
  call void @llvm.dbg.declare(metadata i32* %3, metadata !599, metadata !DIExpression()), !dbg !600
  call void @llvm.dbg.declare(metadata %struct.socket** %4, metadata !601, metadata !DIExpression()), !dbg !602
  call void @enter(), !dbg !603
  %5 = load i32, i32* %3, align 4, !dbg !604
  %6 = call %struct.socket* @find(i32 noundef %5), !dbg !605
  store %struct.socket* %6, %struct.socket** %4, align 8, !dbg !606
  %7 = load %struct.socket*, %struct.socket** %4, align 8, !dbg !607
  %8 = icmp eq %struct.socket* %7, null, !dbg !609
  br i1 %8, label %9, label %10, !dbg !610

9:                                                ; preds = %1
  call void @leave(), !dbg !611
  store i32 -1, i32* %2, align 4, !dbg !613
  br label %28, !dbg !613

10:                                               ; preds = %1
  %11 = load %struct.socket*, %struct.socket** %4, align 8, !dbg !614
  %12 = getelementptr inbounds %struct.socket, %struct.socket* %11, i32 0, i32 0, !dbg !616
  %13 = load i32, i32* %12, align 4, !dbg !616
  %14 = icmp eq i32 %13, 4, !dbg !617
  br i1 %14, label %20, label %15, !dbg !618

15:                                               ; preds = %10
  %16 = load %struct.socket*, %struct.socket** %4, align 8, !dbg !619
  %17 = getelementptr inbounds %struct.socket, %struct.socket* %16, i32 0, i32 0, !dbg !620
  %18 = load i32, i32* %17, align 4, !dbg !620
  %19 = icmp eq i32 %18, 3, !dbg !621
  br i1 %19, label %20, label %24, !dbg !622

20:                                               ; preds = %15, %10
  %21 = load %struct.socket*, %struct.socket** %4, align 8, !dbg !623
  %22 = getelementptr inbounds %struct.socket, %struct.socket* %21, i32 0, i32 2, !dbg !624
  %23 = load i8, i8* %22, align 1, !dbg !624
  call void @net_close(i8 noundef zeroext %23), !dbg !625
  br label %24, !dbg !625

24:                                               ; preds = %20, %15
  %25 = load %struct.socket*, %struct.socket** %4, align 8, !dbg !626
  call void @clear(%struct.socket* noundef %25), !dbg !627
  %26 = load i32, i32* @closed, align 4, !dbg !628
  %27 = add i32 %26, 1, !dbg !628
  store i32 %27, i32* @closed, align 4, !dbg !628
  call void @leave(), !dbg !629
  store i32 0, i32* %2, align 4, !dbg !630
  br label %28, !dbg !630

28:                                               ; preds = %24, %9
  %29 = load i32, i32* %2, align 4, !dbg !631
  ret i32 %29, !dbg !631
}

declare void @net_close(i8 noundef zeroext) #2

; Function Attrs: noinline nounwind uwtable
define dso_local void @net_input(i8 noundef zeroext %0, i8 noundef zeroext %1) #0 !dbg !632 {
  %3 = alloca i8, align 1
  %4 = alloca i8, align 1
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = alloca %struct.socket*, align 8
  store i8 %0, i8* %3, align 1
  call void @llvm.dbg.declare(metadata i8* %3, metadata !635, metadata !DIExpression()), !dbg !636
  store i8 %1, i8* %4, align 1
  call void @llvm.dbg.declare(metadata i8* %4, metadata !637, metadata !DIExpression()), !dbg !638
  call void @llvm.dbg.declare(metadata i32* %5, metadata !639, metadata !DIExpression()), !dbg !640
  store i32 -1, i32* %5, align 4, !dbg !640
  call void @llvm.dbg.declare(metadata i32* %6, metadata !641, metadata !DIExpression()), !dbg !642
  call void @enter(), !dbg !643
  store i32 0, i32* %6, align 4, !dbg !644
  br label %8, !dbg !646

8:                                                ; preds = %59, %2
  %9 = load i32, i32* %6, align 4, !dbg !647
  %10 = icmp ult i32 %9, 4, !dbg !649
  br i1 %10, label %11, label %62, !dbg !650

11:                                               ; preds = %8
  call void @llvm.dbg.declare(metadata %struct.socket** %7, metadata !651, metadata !DIExpression()), !dbg !653
  %12 = load i32, i32* %6, align 4, !dbg !654
  %13 = zext i32 %12 to i64, !dbg !655
  %14 = getelementptr inbounds [4 x %struct.socket], [4 x %struct.socket]* @table, i64 0, i64 %13, !dbg !655
  store %struct.socket* %14, %struct.socket** %7, align 8, !dbg !653
  %15 = load %struct.socket*, %struct.socket** %7, align 8, !dbg !656
  %16 = getelementptr inbounds %struct.socket, %struct.socket* %15, i32 0, i32 2, !dbg !658
  %17 = load i8, i8* %16, align 1, !dbg !658
  %18 = zext i8 %17 to i32, !dbg !656
  %19 = load i8, i8* %3, align 1, !dbg !659
  %20 = zext i8 %19 to i32, !dbg !659
  %21 = icmp ne i32 %18, %20, !dbg !660
  br i1 %21, label %27, label %22, !dbg !661

22:                                               ; preds = %11
  %23 = load %struct.socket*, %struct.socket** %7, align 8, !dbg !662
  %24 = getelementptr inbounds %struct.socket, %struct.socket* %23, i32 0, i32 0, !dbg !663
  %25 = load i32, i32* %24, align 4, !dbg !663
  %26 = icmp ult i32 %25, 3, !dbg !664
  br i1 %26, label %27, label %28, !dbg !665

27:                                               ; preds = %22, %11
  br label %59, !dbg !666

28:                                               ; preds = %22
  %29 = load %struct.socket*, %struct.socket** %7, align 8, !dbg !667
  %30 = getelementptr inbounds %struct.socket, %struct.socket* %29, i32 0, i32 5, !dbg !669
  %31 = load i8, i8* %30, align 4, !dbg !669
  %32 = zext i8 %31 to i32, !dbg !667
  %33 = icmp sge i32 %32, 8, !dbg !670
  br i1 %33, label %34, label %37, !dbg !671

34:                                               ; preds = %28
  %35 = load i32, i32* @refused, align 4, !dbg !672
  %36 = add i32 %35, 1, !dbg !672
  store i32 %36, i32* @refused, align 4, !dbg !672
  br label %62, !dbg !674

37:                                               ; preds = %28
  %38 = load i8, i8* %4, align 1, !dbg !675
  %39 = load %struct.socket*, %struct.socket** %7, align 8, !dbg !676
  %40 = getelementptr inbounds %struct.socket, %struct.socket* %39, i32 0, i32 7, !dbg !677
  %41 = load %struct.socket*, %struct.socket** %7, align 8, !dbg !678
  %42 = getelementptr inbounds %struct.socket, %struct.socket* %41, i32 0, i32 6, !dbg !679
  %43 = load i8, i8* %42, align 1, !dbg !679
  %44 = zext i8 %43 to i32, !dbg !678
  %45 = load %struct.socket*, %struct.socket** %7, align 8, !dbg !680
  %46 = getelementptr inbounds %struct.socket, %struct.socket* %45, i32 0, i32 5, !dbg !681
  %47 = load i8, i8* %46, align 4, !dbg !681
  %48 = zext i8 %47 to i32, !dbg !680
  %49 = add nsw i32 %44, %48, !dbg !682
  %50 = srem i32 %49, 8, !dbg !683
  %51 = sext i32 %50 to i64, !dbg !676
  %52 = getelementptr inbounds [8 x i8], [8 x i8]* %40, i64 0, i64 %51, !dbg !676
  store i8 %38, i8* %52, align 1, !dbg !684
  %53 = load %struct.socket*, %struct.socket** %7, align 8, !dbg !685
  %54 = getelementptr inbounds %struct.socket, %struct.socket* %53, i32 0, i32 5, !dbg !686
  %55 = load i8, i8* %54, align 4, !dbg !687
  %56 = add i8 %55, 1, !dbg !687
  store i8 %56, i8* %54, align 4, !dbg !687
  %57 = load i32, i32* %6, align 4, !dbg !688
  %58 = call i32 @handle_of(i32 noundef %57), !dbg !689
  store i32 %58, i32* %5, align 4, !dbg !690
  br label %62, !dbg !691

59:                                               ; preds = %27
  %60 = load i32, i32* %6, align 4, !dbg !692
  %61 = add i32 %60, 1, !dbg !692
  store i32 %61, i32* %6, align 4, !dbg !692
  br label %8, !dbg !693, !llvm.loop !694

62:                                               ; preds = %37, %34, %8
  call void @leave(), !dbg !696
  %63 = load i32, i32* %5, align 4, !dbg !697
  %64 = icmp sge i32 %63, 0, !dbg !699
  br i1 %64, label %65, label %67, !dbg !700

65:                                               ; preds = %62
  %66 = load i32, i32* %5, align 4, !dbg !701
  call void @wake_up(i32 noundef %66), !dbg !702
  br label %67, !dbg !702

67:                                               ; preds = %65, %62
  ret void, !dbg !703
}

declare void @wake_up(i32 noundef) #2

declare void @table_take(%struct.table_lock* noundef) #2

declare void @table_give(%struct.table_lock* noundef) #2

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!69, !70, !71, !72, !73, !74, !75}
!llvm.ident = !{!76}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "refused", scope: !2, file: !3, line: 66, type: !16, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, retainedTypes: !24, globals: !31, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "sockets-keeps-table.c", directory: ".", checksumkind: CSK_MD5, checksum: "cf3afe25e884e3885351cf15e4b2c823")
!4 = !{!5, !15}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "socket_error", file: !3, line: 13, baseType: !6, size: 32, elements: !7)
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = !{!8, !9, !10, !11, !12, !13, !14}
!8 = !DIEnumerator(name: "SOCKET_OK", value: 0)
!9 = !DIEnumerator(name: "SOCKET_BAD_HANDLE", value: -1)
!10 = !DIEnumerator(name: "SOCKET_NO_SPACE", value: -2)
!11 = !DIEnumerator(name: "SOCKET_IN_USE", value: -3)
!12 = !DIEnumerator(name: "SOCKET_STATE", value: -4)
!13 = !DIEnumerator(name: "SOCKET_NETWORK", value: -5)
!14 = !DIEnumerator(name: "SOCKET_AGAIN", value: -6)
!15 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "socket_state", file: !3, line: 23, baseType: !16, size: 32, elements: !17)
!16 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!17 = !{!18, !19, !20, !21, !22, !23}
!18 = !DIEnumerator(name: "SOCKET_CLOSED", value: 0)
!19 = !DIEnumerator(name: "SOCKET_BOUND", value: 1)
!20 = !DIEnumerator(name: "SOCKET_LISTENING", value: 2)
!21 = !DIEnumerator(name: "SOCKET_CONNECTING", value: 3)
!22 = !DIEnumerator(name: "SOCKET_CONNECTED", value: 4)
!23 = !DIEnumerator(name: "SOCKET_SHUT", value: 5)
!24 = !{!25, !30, !6, !16}
!25 = !DIDerivedType(tag: DW_TAG_typedef, name: "uint8_t", file: !26, line: 24, baseType: !27)
!26 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/stdint-uintn.h", directory: "", checksumkind: CSK_MD5, checksum: "2bf2ae53c58c01b1a1b9383b5195125c")
!27 = !DIDerivedType(tag: DW_TAG_typedef, name: "__uint8_t", file: !28, line: 38, baseType: !29)
!28 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/types.h", directory: "", checksumkind: CSK_MD5, checksum: "d108b5f93a74c50510d7d9bc0ab36df9")
!29 = !DIBasicType(name: "unsigned char", size: 8, encoding: DW_ATE_unsigned_char)
!30 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!31 = !{!32, !60, !62, !0, !64}
!32 = !DIGlobalVariableExpression(var: !33, expr: !DIExpression())
!33 = distinct !DIGlobalVariable(name: "table", scope: !2, file: !3, line: 65, type: !34, isLocal: true, isDefinition: true)
!34 = !DICompositeType(tag: DW_TAG_array_type, baseType: !35, size: 1024, elements: !58)
!35 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "socket", file: !3, line: 42, size: 256, elements: !36)
!36 = !{!37, !38, !39, !40, !41, !42, !43, !44, !48, !54, !55}
!37 = !DIDerivedType(tag: DW_TAG_member, name: "state", scope: !35, file: !3, line: 43, baseType: !15, size: 32)
!38 = !DIDerivedType(tag: DW_TAG_member, name: "generation", scope: !35, file: !3, line: 44, baseType: !25, size: 8, offset: 32)
!39 = !DIDerivedType(tag: DW_TAG_member, name: "local", scope: !35, file: !3, line: 45, baseType: !25, size: 8, offset: 40)
!40 = !DIDerivedType(tag: DW_TAG_member, name: "remote", scope: !35, file: !3, line: 46, baseType: !25, size: 8, offset: 48)
!41 = !DIDerivedType(tag: DW_TAG_member, name: "pending", scope: !35, file: !3, line: 47, baseType: !25, size: 8, offset: 56)
!42 = !DIDerivedType(tag: DW_TAG_member, name: "count", scope: !35, file: !3, line: 48, baseType: !25, size: 8, offset: 64)
!43 = !DIDerivedType(tag: DW_TAG_member, name: "first", scope: !35, file: !3, line: 49, baseType: !25, size: 8, offset: 72)
!44 = !DIDerivedType(tag: DW_TAG_member, name: "bytes", scope: !35, file: !3, line: 50, baseType: !45, size: 64, offset: 80)
!45 = !DICompositeType(tag: DW_TAG_array_type, baseType: !25, size: 64, elements: !46)
!46 = !{!47}
!47 = !DISubrange(count: 8)
!48 = !DIDerivedType(tag: DW_TAG_member, name: "options", scope: !35, file: !3, line: 51, baseType: !49, size: 32, offset: 160)
!49 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "options", file: !3, line: 36, size: 32, elements: !50)
!50 = !{!51, !52, !53}
!51 = !DIDerivedType(tag: DW_TAG_member, name: "nonblocking", scope: !49, file: !3, line: 37, baseType: !16, size: 1, flags: DIFlagBitField, extraData: i64 0)
!52 = !DIDerivedType(tag: DW_TAG_member, name: "keep_alive", scope: !49, file: !3, line: 38, baseType: !16, size: 1, offset: 1, flags: DIFlagBitField, extraData: i64 0)
!53 = !DIDerivedType(tag: DW_TAG_member, name: "priority", scope: !49, file: !3, line: 39, baseType: !16, size: 3, offset: 2, flags: DIFlagBitField, extraData: i64 0)
!54 = !DIDerivedType(tag: DW_TAG_member, name: "error", scope: !35, file: !3, line: 52, baseType: !6, size: 32, offset: 192)
!55 = !DIDerivedType(tag: DW_TAG_member, name: "sent", scope: !35, file: !3, line: 53, baseType: !56, size: 32, offset: 224)
!56 = !DIDerivedType(tag: DW_TAG_typedef, name: "uint32_t", file: !26, line: 26, baseType: !57)
!57 = !DIDerivedType(tag: DW_TAG_typedef, name: "__uint32_t", file: !28, line: 42, baseType: !16)
!58 = !{!59}
!59 = !DISubrange(count: 4)
!60 = !DIGlobalVariableExpression(var: !61, expr: !DIExpression())
!61 = distinct !DIGlobalVariable(name: "opened", scope: !2, file: !3, line: 66, type: !16, isLocal: true, isDefinition: true)
!62 = !DIGlobalVariableExpression(var: !63, expr: !DIExpression())
!63 = distinct !DIGlobalVariable(name: "closed", scope: !2, file: !3, line: 66, type: !16, isLocal: true, isDefinition: true)
!64 = !DIGlobalVariableExpression(var: !65, expr: !DIExpression())
!65 = distinct !DIGlobalVariable(name: "table_lock", scope: !2, file: !3, line: 64, type: !66, isLocal: true, isDefinition: true)
!66 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "table_lock", file: !3, line: 32, size: 32, elements: !67)
!67 = !{!68}
!68 = !DIDerivedType(tag: DW_TAG_member, name: "depth", scope: !66, file: !3, line: 33, baseType: !6, size: 32)
!69 = !{i32 7, !"Dwarf Version", i32 5}
!70 = !{i32 2, !"Debug Info Version", i32 3}
!71 = !{i32 1, !"wchar_size", i32 4}
!72 = !{i32 7, !"PIC Level", i32 2}
!73 = !{i32 7, !"PIE Level", i32 2}
!74 = !{i32 7, !"uwtable", i32 1}
!75 = !{i32 7, !"frame-pointer", i32 2}
!76 = !{!"Debian clang version 14.0.6"}
!77 = distinct !DISubprogram(name: "socket_open", scope: !3, file: !3, line: 121, type: !78, scopeLine: 122, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !80)
!78 = !DISubroutineType(types: !79)
!79 = !{!6, !25}
!80 = !{}
!81 = !DILocalVariable(name: "port", arg: 1, scope: !77, file: !3, line: 121, type: !25)
!82 = !DILocation(line: 121, column: 25, scope: !77)
!83 = !DILocalVariable(name: "result", scope: !77, file: !3, line: 123, type: !6)
!84 = !DILocation(line: 123, column: 9, scope: !77)
!85 = !DILocalVariable(name: "i", scope: !77, file: !3, line: 124, type: !16)
!86 = !DILocation(line: 124, column: 14, scope: !77)
!87 = !DILocation(line: 126, column: 9, scope: !88)
!88 = distinct !DILexicalBlock(scope: !77, file: !3, line: 126, column: 9)
!89 = !DILocation(line: 126, column: 14, scope: !88)
!90 = !DILocation(line: 126, column: 19, scope: !88)
!91 = !DILocation(line: 126, column: 22, scope: !88)
!92 = !DILocation(line: 126, column: 27, scope: !88)
!93 = !DILocation(line: 126, column: 9, scope: !77)
!94 = !DILocation(line: 127, column: 9, scope: !88)
!95 = !DILocation(line: 128, column: 5, scope: !77)
!96 = !DILocation(line: 129, column: 19, scope: !97)
!97 = distinct !DILexicalBlock(scope: !77, file: !3, line: 129, column: 9)
!98 = !DILocation(line: 129, column: 9, scope: !97)
!99 = !DILocation(line: 129, column: 9, scope: !77)
!100 = !DILocation(line: 130, column: 16, scope: !101)
!101 = distinct !DILexicalBlock(scope: !97, file: !3, line: 129, column: 26)
!102 = !DILocation(line: 131, column: 16, scope: !101)
!103 = !DILocation(line: 132, column: 9, scope: !101)
!104 = !DILocation(line: 134, column: 12, scope: !105)
!105 = distinct !DILexicalBlock(scope: !77, file: !3, line: 134, column: 5)
!106 = !DILocation(line: 134, column: 10, scope: !105)
!107 = !DILocation(line: 134, column: 17, scope: !108)
!108 = distinct !DILexicalBlock(scope: !105, file: !3, line: 134, column: 5)
!109 = !DILocation(line: 134, column: 19, scope: !108)
!110 = !DILocation(line: 134, column: 5, scope: !105)
!111 = !DILocalVariable(name: "socket", scope: !112, file: !3, line: 135, type: !113)
!112 = distinct !DILexicalBlock(scope: !108, file: !3, line: 134, column: 35)
!113 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !35, size: 64)
!114 = !DILocation(line: 135, column: 24, scope: !112)
!115 = !DILocation(line: 135, column: 40, scope: !112)
!116 = !DILocation(line: 135, column: 34, scope: !112)
!117 = !DILocation(line: 136, column: 13, scope: !118)
!118 = distinct !DILexicalBlock(scope: !112, file: !3, line: 136, column: 13)
!119 = !DILocation(line: 136, column: 21, scope: !118)
!120 = !DILocation(line: 136, column: 27, scope: !118)
!121 = !DILocation(line: 136, column: 13, scope: !112)
!122 = !DILocation(line: 137, column: 19, scope: !123)
!123 = distinct !DILexicalBlock(scope: !118, file: !3, line: 136, column: 45)
!124 = !DILocation(line: 137, column: 13, scope: !123)
!125 = !DILocation(line: 138, column: 44, scope: !123)
!126 = !DILocation(line: 138, column: 52, scope: !123)
!127 = !DILocation(line: 138, column: 63, scope: !123)
!128 = !DILocation(line: 138, column: 34, scope: !123)
!129 = !DILocation(line: 138, column: 13, scope: !123)
!130 = !DILocation(line: 138, column: 21, scope: !123)
!131 = !DILocation(line: 138, column: 32, scope: !123)
!132 = !DILocation(line: 139, column: 13, scope: !123)
!133 = !DILocation(line: 139, column: 21, scope: !123)
!134 = !DILocation(line: 139, column: 27, scope: !123)
!135 = !DILocation(line: 140, column: 29, scope: !123)
!136 = !DILocation(line: 140, column: 13, scope: !123)
!137 = !DILocation(line: 140, column: 21, scope: !123)
!138 = !DILocation(line: 140, column: 27, scope: !123)
!139 = !DILocation(line: 141, column: 19, scope: !123)
!140 = !DILocation(line: 142, column: 32, scope: !123)
!141 = !DILocation(line: 142, column: 22, scope: !123)
!142 = !DILocation(line: 142, column: 20, scope: !123)
!143 = !DILocation(line: 143, column: 13, scope: !123)
!144 = !DILocation(line: 145, column: 5, scope: !112)
!145 = !DILocation(line: 134, column: 31, scope: !108)
!146 = !DILocation(line: 134, column: 5, scope: !108)
!147 = distinct !{!147, !110, !148, !149}
!148 = !DILocation(line: 145, column: 5, scope: !105)
!149 = !{!"llvm.loop.mustprogress"}
!150 = !DILabel(scope: !77, name: "out", file: !3, line: 146)
!151 = !DILocation(line: 146, column: 1, scope: !77)
!152 = !DILocation(line: 147, column: 5, scope: !77)
!153 = !DILocation(line: 148, column: 12, scope: !77)
!154 = !DILocation(line: 148, column: 5, scope: !77)
!155 = !DILocation(line: 149, column: 1, scope: !77)
!156 = distinct !DISubprogram(name: "enter", scope: !3, file: !3, line: 68, type: !157, scopeLine: 69, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !80)
!157 = !DISubroutineType(types: !158)
!158 = !{null}
!159 = !DILocation(line: 70, column: 5, scope: !156)
!160 = !DILocation(line: 71, column: 1, scope: !156)
!161 = distinct !DISubprogram(name: "port_used", scope: !3, file: !3, line: 96, type: !162, scopeLine: 97, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !80)
!162 = !DISubroutineType(types: !163)
!163 = !{!164, !25}
!164 = !DIBasicType(name: "_Bool", size: 8, encoding: DW_ATE_boolean)
!165 = !DILocalVariable(name: "port", arg: 1, scope: !161, file: !3, line: 96, type: !25)
!166 = !DILocation(line: 96, column: 31, scope: !161)
!167 = !DILocalVariable(name: "i", scope: !161, file: !3, line: 98, type: !16)
!168 = !DILocation(line: 98, column: 14, scope: !161)
!169 = !DILocation(line: 100, column: 12, scope: !170)
!170 = distinct !DILexicalBlock(scope: !161, file: !3, line: 100, column: 5)
!171 = !DILocation(line: 100, column: 10, scope: !170)
!172 = !DILocation(line: 100, column: 17, scope: !173)
!173 = distinct !DILexicalBlock(scope: !170, file: !3, line: 100, column: 5)
!174 = !DILocation(line: 100, column: 19, scope: !173)
!175 = !DILocation(line: 100, column: 5, scope: !170)
!176 = !DILocation(line: 101, column: 19, scope: !177)
!177 = distinct !DILexicalBlock(scope: !178, file: !3, line: 101, column: 13)
!178 = distinct !DILexicalBlock(scope: !173, file: !3, line: 100, column: 35)
!179 = !DILocation(line: 101, column: 13, scope: !177)
!180 = !DILocation(line: 101, column: 22, scope: !177)
!181 = !DILocation(line: 101, column: 28, scope: !177)
!182 = !DILocation(line: 101, column: 45, scope: !177)
!183 = !DILocation(line: 101, column: 54, scope: !177)
!184 = !DILocation(line: 101, column: 48, scope: !177)
!185 = !DILocation(line: 101, column: 57, scope: !177)
!186 = !DILocation(line: 101, column: 66, scope: !177)
!187 = !DILocation(line: 101, column: 63, scope: !177)
!188 = !DILocation(line: 101, column: 13, scope: !178)
!189 = !DILocation(line: 102, column: 13, scope: !177)
!190 = !DILocation(line: 103, column: 5, scope: !178)
!191 = !DILocation(line: 100, column: 31, scope: !173)
!192 = !DILocation(line: 100, column: 5, scope: !173)
!193 = distinct !{!193, !175, !194, !149}
!194 = !DILocation(line: 103, column: 5, scope: !170)
!195 = !DILocation(line: 104, column: 5, scope: !161)
!196 = !DILocation(line: 105, column: 1, scope: !161)
!197 = distinct !DISubprogram(name: "clear", scope: !3, file: !3, line: 107, type: !198, scopeLine: 108, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !80)
!198 = !DISubroutineType(types: !199)
!199 = !{null, !113}
!200 = !DILocalVariable(name: "socket", arg: 1, scope: !197, file: !3, line: 107, type: !113)
!201 = !DILocation(line: 107, column: 34, scope: !197)
!202 = !DILocation(line: 109, column: 5, scope: !197)
!203 = !DILocation(line: 109, column: 13, scope: !197)
!204 = !DILocation(line: 109, column: 19, scope: !197)
!205 = !DILocation(line: 110, column: 5, scope: !197)
!206 = !DILocation(line: 110, column: 13, scope: !197)
!207 = !DILocation(line: 110, column: 19, scope: !197)
!208 = !DILocation(line: 111, column: 5, scope: !197)
!209 = !DILocation(line: 111, column: 13, scope: !197)
!210 = !DILocation(line: 111, column: 20, scope: !197)
!211 = !DILocation(line: 112, column: 5, scope: !197)
!212 = !DILocation(line: 112, column: 13, scope: !197)
!213 = !DILocation(line: 112, column: 21, scope: !197)
!214 = !DILocation(line: 113, column: 5, scope: !197)
!215 = !DILocation(line: 113, column: 13, scope: !197)
!216 = !DILocation(line: 113, column: 19, scope: !197)
!217 = !DILocation(line: 114, column: 5, scope: !197)
!218 = !DILocation(line: 114, column: 13, scope: !197)
!219 = !DILocation(line: 114, column: 19, scope: !197)
!220 = !DILocation(line: 115, column: 5, scope: !197)
!221 = !DILocation(line: 115, column: 13, scope: !197)
!222 = !DILocation(line: 115, column: 19, scope: !197)
!223 = !DILocation(line: 116, column: 5, scope: !197)
!224 = !DILocation(line: 116, column: 13, scope: !197)
!225 = !DILocation(line: 116, column: 21, scope: !197)
!226 = !DILocation(line: 116, column: 33, scope: !197)
!227 = !DILocation(line: 117, column: 5, scope: !197)
!228 = !DILocation(line: 117, column: 13, scope: !197)
!229 = !DILocation(line: 117, column: 21, scope: !197)
!230 = !DILocation(line: 117, column: 32, scope: !197)
!231 = !DILocation(line: 118, column: 5, scope: !197)
!232 = !DILocation(line: 118, column: 13, scope: !197)
!233 = !DILocation(line: 118, column: 21, scope: !197)
!234 = !DILocation(line: 118, column: 30, scope: !197)
!235 = !DILocation(line: 119, column: 1, scope: !197)
!236 = distinct !DISubprogram(name: "handle_of", scope: !3, file: !3, line: 79, type: !237, scopeLine: 80, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !80)
!237 = !DISubroutineType(types: !238)
!238 = !{!6, !16}
!239 = !DILocalVariable(name: "index", arg: 1, scope: !236, file: !3, line: 79, type: !16)
!240 = !DILocation(line: 79, column: 31, scope: !236)
!241 = !DILocation(line: 81, column: 34, scope: !236)
!242 = !DILocation(line: 81, column: 40, scope: !236)
!243 = !DILocation(line: 81, column: 28, scope: !236)
!244 = !DILocation(line: 81, column: 51, scope: !236)
!245 = !DILocation(line: 81, column: 18, scope: !236)
!246 = !DILocation(line: 81, column: 62, scope: !236)
!247 = !DILocation(line: 81, column: 74, scope: !236)
!248 = !DILocation(line: 81, column: 80, scope: !236)
!249 = !DILocation(line: 81, column: 72, scope: !236)
!250 = !DILocation(line: 81, column: 5, scope: !236)
!251 = distinct !DISubprogram(name: "leave", scope: !3, file: !3, line: 73, type: !157, scopeLine: 74, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !80)
!252 = !DILocation(line: 75, column: 5, scope: !251)
!253 = !DILocation(line: 76, column: 1, scope: !251)
!254 = distinct !DISubprogram(name: "socket_listen", scope: !3, file: !3, line: 151, type: !255, scopeLine: 152, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !80)
!255 = !DISubroutineType(types: !256)
!256 = !{!6, !6, !25}
!257 = !DILocalVariable(name: "handle", arg: 1, scope: !254, file: !3, line: 151, type: !6)
!258 = !DILocation(line: 151, column: 23, scope: !254)
!259 = !DILocalVariable(name: "backlog", arg: 2, scope: !254, file: !3, line: 151, type: !25)
!260 = !DILocation(line: 151, column: 39, scope: !254)
!261 = !DILocalVariable(name: "socket", scope: !254, file: !3, line: 153, type: !113)
!262 = !DILocation(line: 153, column: 20, scope: !254)
!263 = !DILocalVariable(name: "result", scope: !254, file: !3, line: 154, type: !6)
!264 = !DILocation(line: 154, column: 9, scope: !254)
!265 = !DILocation(line: 156, column: 5, scope: !254)
!266 = !DILocation(line: 157, column: 19, scope: !254)
!267 = !DILocation(line: 157, column: 14, scope: !254)
!268 = !DILocation(line: 157, column: 12, scope: !254)
!269 = !DILocation(line: 158, column: 9, scope: !270)
!270 = distinct !DILexicalBlock(scope: !254, file: !3, line: 158, column: 9)
!271 = !DILocation(line: 158, column: 16, scope: !270)
!272 = !DILocation(line: 158, column: 9, scope: !254)
!273 = !DILocation(line: 159, column: 9, scope: !274)
!274 = distinct !DILexicalBlock(scope: !270, file: !3, line: 158, column: 25)
!275 = !DILocation(line: 160, column: 9, scope: !274)
!276 = !DILocation(line: 162, column: 9, scope: !277)
!277 = distinct !DILexicalBlock(scope: !254, file: !3, line: 162, column: 9)
!278 = !DILocation(line: 162, column: 17, scope: !277)
!279 = !DILocation(line: 162, column: 23, scope: !277)
!280 = !DILocation(line: 162, column: 9, scope: !254)
!281 = !DILocation(line: 163, column: 16, scope: !282)
!282 = distinct !DILexicalBlock(scope: !277, file: !3, line: 162, column: 40)
!283 = !DILocation(line: 164, column: 9, scope: !282)
!284 = !DILocation(line: 166, column: 23, scope: !254)
!285 = !DILocation(line: 166, column: 5, scope: !254)
!286 = !DILocation(line: 166, column: 13, scope: !254)
!287 = !DILocation(line: 166, column: 21, scope: !254)
!288 = !DILocation(line: 167, column: 5, scope: !254)
!289 = !DILocation(line: 167, column: 13, scope: !254)
!290 = !DILocation(line: 167, column: 19, scope: !254)
!291 = !DILabel(scope: !254, name: "out", file: !3, line: 168)
!292 = !DILocation(line: 168, column: 1, scope: !254)
!293 = !DILocation(line: 169, column: 5, scope: !254)
!294 = !DILocation(line: 170, column: 12, scope: !254)
!295 = !DILocation(line: 170, column: 5, scope: !254)
!296 = !DILocation(line: 171, column: 1, scope: !254)
!297 = distinct !DISubprogram(name: "find", scope: !3, file: !3, line: 84, type: !298, scopeLine: 85, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !80)
!298 = !DISubroutineType(types: !299)
!299 = !{!113, !6}
!300 = !DILocalVariable(name: "handle", arg: 1, scope: !297, file: !3, line: 84, type: !6)
!301 = !DILocation(line: 84, column: 32, scope: !297)
!302 = !DILocalVariable(name: "socket", scope: !297, file: !3, line: 86, type: !113)
!303 = !DILocation(line: 86, column: 20, scope: !297)
!304 = !DILocation(line: 88, column: 9, scope: !305)
!305 = distinct !DILexicalBlock(scope: !297, file: !3, line: 88, column: 9)
!306 = !DILocation(line: 88, column: 16, scope: !305)
!307 = !DILocation(line: 88, column: 9, scope: !297)
!308 = !DILocation(line: 89, column: 9, scope: !305)
!309 = !DILocation(line: 90, column: 31, scope: !297)
!310 = !DILocation(line: 90, column: 38, scope: !297)
!311 = !DILocation(line: 90, column: 15, scope: !297)
!312 = !DILocation(line: 90, column: 12, scope: !297)
!313 = !DILocation(line: 91, column: 9, scope: !314)
!314 = distinct !DILexicalBlock(scope: !297, file: !3, line: 91, column: 9)
!315 = !DILocation(line: 91, column: 17, scope: !314)
!316 = !DILocation(line: 91, column: 23, scope: !314)
!317 = !DILocation(line: 91, column: 40, scope: !314)
!318 = !DILocation(line: 91, column: 63, scope: !314)
!319 = !DILocation(line: 91, column: 70, scope: !314)
!320 = !DILocation(line: 91, column: 43, scope: !314)
!321 = !DILocation(line: 91, column: 84, scope: !314)
!322 = !DILocation(line: 91, column: 81, scope: !314)
!323 = !DILocation(line: 91, column: 9, scope: !297)
!324 = !DILocation(line: 92, column: 9, scope: !314)
!325 = !DILocation(line: 93, column: 12, scope: !297)
!326 = !DILocation(line: 93, column: 5, scope: !297)
!327 = !DILocation(line: 94, column: 1, scope: !297)
!328 = distinct !DISubprogram(name: "socket_connect", scope: !3, file: !3, line: 173, type: !255, scopeLine: 174, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !80)
!329 = !DILocalVariable(name: "handle", arg: 1, scope: !328, file: !3, line: 173, type: !6)
!330 = !DILocation(line: 173, column: 24, scope: !328)
!331 = !DILocalVariable(name: "remote", arg: 2, scope: !328, file: !3, line: 173, type: !25)
!332 = !DILocation(line: 173, column: 40, scope: !328)
!333 = !DILocalVariable(name: "socket", scope: !328, file: !3, line: 175, type: !113)
!334 = !DILocation(line: 175, column: 20, scope: !328)
!335 = !DILocalVariable(name: "result", scope: !328, file: !3, line: 176, type: !6)
!336 = !DILocation(line: 176, column: 9, scope: !328)
!337 = !DILocation(line: 178, column: 5, scope: !328)
!338 = !DILocation(line: 179, column: 19, scope: !328)
!339 = !DILocation(line: 179, column: 14, scope: !328)
!340 = !DILocation(line: 179, column: 12, scope: !328)
!341 = !DILocation(line: 180, column: 9, scope: !342)
!342 = distinct !DILexicalBlock(scope: !328, file: !3, line: 180, column: 9)
!343 = !DILocation(line: 180, column: 16, scope: !342)
!344 = !DILocation(line: 180, column: 9, scope: !328)
!345 = !DILocation(line: 181, column: 16, scope: !346)
!346 = distinct !DILexicalBlock(scope: !342, file: !3, line: 180, column: 25)
!347 = !DILocation(line: 182, column: 9, scope: !346)
!348 = !DILocation(line: 184, column: 9, scope: !349)
!349 = distinct !DILexicalBlock(scope: !328, file: !3, line: 184, column: 9)
!350 = !DILocation(line: 184, column: 17, scope: !349)
!351 = !DILocation(line: 184, column: 23, scope: !349)
!352 = !DILocation(line: 184, column: 44, scope: !349)
!353 = !DILocation(line: 184, column: 47, scope: !349)
!354 = !DILocation(line: 184, column: 55, scope: !349)
!355 = !DILocation(line: 184, column: 63, scope: !349)
!356 = !DILocation(line: 184, column: 9, scope: !328)
!357 = !DILocation(line: 185, column: 16, scope: !358)
!358 = distinct !DILexicalBlock(scope: !349, file: !3, line: 184, column: 76)
!359 = !DILocation(line: 186, column: 9, scope: !358)
!360 = !DILocation(line: 188, column: 9, scope: !361)
!361 = distinct !DILexicalBlock(scope: !328, file: !3, line: 188, column: 9)
!362 = !DILocation(line: 188, column: 17, scope: !361)
!363 = !DILocation(line: 188, column: 23, scope: !361)
!364 = !DILocation(line: 188, column: 9, scope: !328)
!365 = !DILocation(line: 189, column: 16, scope: !366)
!366 = distinct !DILexicalBlock(scope: !361, file: !3, line: 188, column: 40)
!367 = !DILocation(line: 190, column: 9, scope: !366)
!368 = !DILocation(line: 192, column: 5, scope: !328)
!369 = !DILocation(line: 192, column: 13, scope: !328)
!370 = !DILocation(line: 192, column: 19, scope: !328)
!371 = !DILocation(line: 193, column: 22, scope: !328)
!372 = !DILocation(line: 193, column: 5, scope: !328)
!373 = !DILocation(line: 193, column: 13, scope: !328)
!374 = !DILocation(line: 193, column: 20, scope: !328)
!375 = !DILocation(line: 194, column: 26, scope: !328)
!376 = !DILocation(line: 194, column: 34, scope: !328)
!377 = !DILocation(line: 194, column: 41, scope: !328)
!378 = !DILocation(line: 194, column: 14, scope: !328)
!379 = !DILocation(line: 194, column: 12, scope: !328)
!380 = !DILocation(line: 195, column: 9, scope: !381)
!381 = distinct !DILexicalBlock(scope: !328, file: !3, line: 195, column: 9)
!382 = !DILocation(line: 195, column: 16, scope: !381)
!383 = !DILocation(line: 195, column: 9, scope: !328)
!384 = !DILocation(line: 196, column: 9, scope: !385)
!385 = distinct !DILexicalBlock(scope: !381, file: !3, line: 195, column: 21)
!386 = !DILocation(line: 196, column: 17, scope: !385)
!387 = !DILocation(line: 196, column: 23, scope: !385)
!388 = !DILocation(line: 197, column: 9, scope: !385)
!389 = !DILocation(line: 197, column: 17, scope: !385)
!390 = !DILocation(line: 197, column: 23, scope: !385)
!391 = !DILocation(line: 198, column: 16, scope: !385)
!392 = !DILocation(line: 199, column: 9, scope: !385)
!393 = !DILocation(line: 201, column: 9, scope: !394)
!394 = distinct !DILexicalBlock(scope: !328, file: !3, line: 201, column: 9)
!395 = !DILocation(line: 201, column: 16, scope: !394)
!396 = !DILocation(line: 201, column: 21, scope: !394)
!397 = !DILocation(line: 201, column: 25, scope: !394)
!398 = !DILocation(line: 201, column: 33, scope: !394)
!399 = !DILocation(line: 201, column: 41, scope: !394)
!400 = !DILocation(line: 201, column: 9, scope: !328)
!401 = !DILocation(line: 202, column: 9, scope: !402)
!402 = distinct !DILexicalBlock(scope: !394, file: !3, line: 201, column: 54)
!403 = !DILocation(line: 202, column: 17, scope: !402)
!404 = !DILocation(line: 202, column: 23, scope: !402)
!405 = !DILocation(line: 203, column: 16, scope: !402)
!406 = !DILocation(line: 204, column: 5, scope: !402)
!407 = !DILocation(line: 205, column: 16, scope: !408)
!408 = distinct !DILexicalBlock(scope: !394, file: !3, line: 204, column: 12)
!409 = !DILabel(scope: !328, name: "out", file: !3, line: 207)
!410 = !DILocation(line: 207, column: 1, scope: !328)
!411 = !DILocation(line: 208, column: 5, scope: !328)
!412 = !DILocation(line: 209, column: 12, scope: !328)
!413 = !DILocation(line: 209, column: 5, scope: !328)
!414 = distinct !DISubprogram(name: "socket_send", scope: !3, file: !3, line: 212, type: !415, scopeLine: 213, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !80)
!415 = !DISubroutineType(types: !416)
!416 = !{!6, !6, !25, !25}
!417 = !DILocalVariable(name: "handle", arg: 1, scope: !414, file: !3, line: 212, type: !6)
!418 = !DILocation(line: 212, column: 21, scope: !414)
!419 = !DILocalVariable(name: "first", arg: 2, scope: !414, file: !3, line: 212, type: !25)
!420 = !DILocation(line: 212, column: 37, scope: !414)
!421 = !DILocalVariable(name: "length", arg: 3, scope: !414, file: !3, line: 212, type: !25)
!422 = !DILocation(line: 212, column: 52, scope: !414)
!423 = !DILocalVariable(name: "socket", scope: !414, file: !3, line: 214, type: !113)
!424 = !DILocation(line: 214, column: 20, scope: !414)
!425 = !DILocalVariable(name: "done", scope: !414, file: !3, line: 215, type: !25)
!426 = !DILocation(line: 215, column: 13, scope: !414)
!427 = !DILocation(line: 217, column: 5, scope: !414)
!428 = !DILocation(line: 218, column: 19, scope: !414)
!429 = !DILocation(line: 218, column: 14, scope: !414)
!430 = !DILocation(line: 218, column: 12, scope: !414)
!431 = !DILocation(line: 219, column: 9, scope: !432)
!432 = distinct !DILexicalBlock(scope: !414, file: !3, line: 219, column: 9)
!433 = !DILocation(line: 219, column: 16, scope: !432)
!434 = !DILocation(line: 219, column: 9, scope: !414)
!435 = !DILocation(line: 220, column: 9, scope: !436)
!436 = distinct !DILexicalBlock(scope: !432, file: !3, line: 219, column: 25)
!437 = !DILocation(line: 221, column: 9, scope: !436)
!438 = !DILocation(line: 223, column: 9, scope: !439)
!439 = distinct !DILexicalBlock(scope: !414, file: !3, line: 223, column: 9)
!440 = !DILocation(line: 223, column: 17, scope: !439)
!441 = !DILocation(line: 223, column: 23, scope: !439)
!442 = !DILocation(line: 223, column: 9, scope: !414)
!443 = !DILocation(line: 224, column: 9, scope: !444)
!444 = distinct !DILexicalBlock(scope: !439, file: !3, line: 223, column: 44)
!445 = !DILocation(line: 225, column: 9, scope: !444)
!446 = !DILocation(line: 227, column: 5, scope: !414)
!447 = !DILocation(line: 227, column: 12, scope: !414)
!448 = !DILocation(line: 227, column: 19, scope: !414)
!449 = !DILocation(line: 227, column: 17, scope: !414)
!450 = !DILocalVariable(name: "result", scope: !451, file: !3, line: 228, type: !6)
!451 = distinct !DILexicalBlock(scope: !414, file: !3, line: 227, column: 27)
!452 = !DILocation(line: 228, column: 13, scope: !451)
!453 = !DILocation(line: 228, column: 31, scope: !451)
!454 = !DILocation(line: 228, column: 39, scope: !451)
!455 = !DILocation(line: 228, column: 56, scope: !451)
!456 = !DILocation(line: 228, column: 64, scope: !451)
!457 = !DILocation(line: 228, column: 62, scope: !451)
!458 = !DILocation(line: 228, column: 46, scope: !451)
!459 = !DILocation(line: 228, column: 22, scope: !451)
!460 = !DILocation(line: 229, column: 13, scope: !461)
!461 = distinct !DILexicalBlock(scope: !451, file: !3, line: 229, column: 13)
!462 = !DILocation(line: 229, column: 20, scope: !461)
!463 = !DILocation(line: 229, column: 13, scope: !451)
!464 = !DILocation(line: 230, column: 13, scope: !465)
!465 = distinct !DILexicalBlock(scope: !461, file: !3, line: 229, column: 25)
!466 = !DILocation(line: 230, column: 21, scope: !465)
!467 = !DILocation(line: 230, column: 27, scope: !465)
!468 = !DILocation(line: 231, column: 13, scope: !465)
!469 = !DILocation(line: 231, column: 21, scope: !465)
!470 = !DILocation(line: 231, column: 27, scope: !465)
!471 = !DILocation(line: 232, column: 13, scope: !465)
!472 = !DILocation(line: 234, column: 13, scope: !473)
!473 = distinct !DILexicalBlock(scope: !451, file: !3, line: 234, column: 13)
!474 = !DILocation(line: 234, column: 20, scope: !473)
!475 = !DILocation(line: 234, column: 13, scope: !451)
!476 = !DILocation(line: 235, column: 13, scope: !473)
!477 = !DILocation(line: 236, column: 13, scope: !451)
!478 = distinct !{!478, !446, !479, !149}
!479 = !DILocation(line: 237, column: 5, scope: !414)
!480 = !DILocation(line: 238, column: 5, scope: !414)
!481 = !DILocation(line: 239, column: 12, scope: !414)
!482 = !DILocation(line: 239, column: 5, scope: !414)
!483 = !DILocation(line: 240, column: 1, scope: !414)
!484 = distinct !DISubprogram(name: "socket_receive", scope: !3, file: !3, line: 242, type: !485, scopeLine: 243, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !80)
!485 = !DISubroutineType(types: !486)
!486 = !{!6, !6}
!487 = !DILocalVariable(name: "handle", arg: 1, scope: !484, file: !3, line: 242, type: !6)
!488 = !DILocation(line: 242, column: 24, scope: !484)
!489 = !DILocalVariable(name: "socket", scope: !484, file: !3, line: 244, type: !113)
!490 = !DILocation(line: 244, column: 20, scope: !484)
!491 = !DILocalVariable(name: "result", scope: !484, file: !3, line: 245, type: !6)
!492 = !DILocation(line: 245, column: 9, scope: !484)
!493 = !DILocation(line: 247, column: 5, scope: !484)
!494 = !DILocation(line: 248, column: 19, scope: !484)
!495 = !DILocation(line: 248, column: 14, scope: !484)
!496 = !DILocation(line: 248, column: 12, scope: !484)
!497 = !DILocation(line: 249, column: 9, scope: !498)
!498 = distinct !DILexicalBlock(scope: !484, file: !3, line: 249, column: 9)
!499 = !DILocation(line: 249, column: 16, scope: !498)
!500 = !DILocation(line: 249, column: 9, scope: !484)
!501 = !DILocation(line: 250, column: 9, scope: !502)
!502 = distinct !DILexicalBlock(scope: !498, file: !3, line: 249, column: 25)
!503 = !DILocation(line: 251, column: 9, scope: !502)
!504 = !DILocation(line: 253, column: 9, scope: !505)
!505 = distinct !DILexicalBlock(scope: !484, file: !3, line: 253, column: 9)
!506 = !DILocation(line: 253, column: 17, scope: !505)
!507 = !DILocation(line: 253, column: 23, scope: !505)
!508 = !DILocation(line: 253, column: 9, scope: !484)
!509 = !DILocation(line: 254, column: 18, scope: !510)
!510 = distinct !DILexicalBlock(scope: !505, file: !3, line: 253, column: 29)
!511 = !DILocation(line: 254, column: 26, scope: !510)
!512 = !DILocation(line: 254, column: 32, scope: !510)
!513 = !DILocation(line: 254, column: 16, scope: !510)
!514 = !DILocation(line: 255, column: 9, scope: !510)
!515 = !DILocation(line: 256, column: 16, scope: !510)
!516 = !DILocation(line: 256, column: 9, scope: !510)
!517 = !DILocation(line: 258, column: 14, scope: !484)
!518 = !DILocation(line: 258, column: 22, scope: !484)
!519 = !DILocation(line: 258, column: 28, scope: !484)
!520 = !DILocation(line: 258, column: 36, scope: !484)
!521 = !DILocation(line: 258, column: 42, scope: !484)
!522 = !DILocation(line: 258, column: 12, scope: !484)
!523 = !DILocation(line: 259, column: 22, scope: !484)
!524 = !DILocation(line: 259, column: 30, scope: !484)
!525 = !DILocation(line: 259, column: 36, scope: !484)
!526 = !DILocation(line: 259, column: 41, scope: !484)
!527 = !DILocation(line: 259, column: 21, scope: !484)
!528 = !DILocation(line: 259, column: 5, scope: !484)
!529 = !DILocation(line: 259, column: 13, scope: !484)
!530 = !DILocation(line: 259, column: 19, scope: !484)
!531 = !DILocation(line: 260, column: 5, scope: !484)
!532 = !DILocation(line: 260, column: 13, scope: !484)
!533 = !DILocation(line: 260, column: 18, scope: !484)
!534 = !DILocation(line: 261, column: 5, scope: !484)
!535 = !DILocation(line: 262, column: 12, scope: !484)
!536 = !DILocation(line: 262, column: 5, scope: !484)
!537 = !DILocation(line: 263, column: 1, scope: !484)
!538 = distinct !DISubprogram(name: "socket_option", scope: !3, file: !3, line: 265, type: !415, scopeLine: 266, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !80)
!539 = !DILocalVariable(name: "handle", arg: 1, scope: !538, file: !3, line: 265, type: !6)
!540 = !DILocation(line: 265, column: 23, scope: !538)
!541 = !DILocalVariable(name: "option", arg: 2, scope: !538, file: !3, line: 265, type: !25)
!542 = !DILocation(line: 265, column: 39, scope: !538)
!543 = !DILocalVariable(name: "value", arg: 3, scope: !538, file: !3, line: 265, type: !25)
!544 = !DILocation(line: 265, column: 55, scope: !538)
!545 = !DILocalVariable(name: "socket", scope: !538, file: !3, line: 267, type: !113)
!546 = !DILocation(line: 267, column: 20, scope: !538)
!547 = !DILocalVariable(name: "result", scope: !538, file: !3, line: 268, type: !6)
!548 = !DILocation(line: 268, column: 9, scope: !538)
!549 = !DILocation(line: 270, column: 5, scope: !538)
!550 = !DILocation(line: 271, column: 19, scope: !538)
!551 = !DILocation(line: 271, column: 14, scope: !538)
!552 = !DILocation(line: 271, column: 12, scope: !538)
!553 = !DILocation(line: 272, column: 9, scope: !554)
!554 = distinct !DILexicalBlock(scope: !538, file: !3, line: 272, column: 9)
!555 = !DILocation(line: 272, column: 16, scope: !554)
!556 = !DILocation(line: 272, column: 9, scope: !538)
!557 = !DILocation(line: 273, column: 16, scope: !558)
!558 = distinct !DILexicalBlock(scope: !554, file: !3, line: 272, column: 25)
!559 = !DILocation(line: 274, column: 9, scope: !558)
!560 = !DILocation(line: 276, column: 13, scope: !538)
!561 = !DILocation(line: 276, column: 5, scope: !538)
!562 = !DILocation(line: 278, column: 39, scope: !563)
!563 = distinct !DILexicalBlock(scope: !538, file: !3, line: 276, column: 21)
!564 = !DILocation(line: 278, column: 45, scope: !563)
!565 = !DILocation(line: 278, column: 9, scope: !563)
!566 = !DILocation(line: 278, column: 17, scope: !563)
!567 = !DILocation(line: 278, column: 25, scope: !563)
!568 = !DILocation(line: 278, column: 37, scope: !563)
!569 = !DILocation(line: 279, column: 9, scope: !563)
!570 = !DILocation(line: 281, column: 38, scope: !563)
!571 = !DILocation(line: 281, column: 44, scope: !563)
!572 = !DILocation(line: 281, column: 9, scope: !563)
!573 = !DILocation(line: 281, column: 17, scope: !563)
!574 = !DILocation(line: 281, column: 25, scope: !563)
!575 = !DILocation(line: 281, column: 36, scope: !563)
!576 = !DILocation(line: 282, column: 9, scope: !563)
!577 = !DILocation(line: 284, column: 13, scope: !578)
!578 = distinct !DILexicalBlock(scope: !563, file: !3, line: 284, column: 13)
!579 = !DILocation(line: 284, column: 19, scope: !578)
!580 = !DILocation(line: 284, column: 13, scope: !563)
!581 = !DILocation(line: 285, column: 20, scope: !582)
!582 = distinct !DILexicalBlock(scope: !578, file: !3, line: 284, column: 24)
!583 = !DILocation(line: 286, column: 13, scope: !582)
!584 = !DILocation(line: 288, column: 36, scope: !563)
!585 = !DILocation(line: 288, column: 42, scope: !563)
!586 = !DILocation(line: 288, column: 9, scope: !563)
!587 = !DILocation(line: 288, column: 17, scope: !563)
!588 = !DILocation(line: 288, column: 25, scope: !563)
!589 = !DILocation(line: 288, column: 34, scope: !563)
!590 = !DILocation(line: 289, column: 9, scope: !563)
!591 = !DILocation(line: 291, column: 16, scope: !563)
!592 = !DILocation(line: 292, column: 5, scope: !563)
!593 = !DILabel(scope: !538, name: "out", file: !3, line: 293)
!594 = !DILocation(line: 293, column: 1, scope: !538)
!595 = !DILocation(line: 294, column: 5, scope: !538)
!596 = !DILocation(line: 295, column: 12, scope: !538)
!597 = !DILocation(line: 295, column: 5, scope: !538)
!598 = distinct !DISubprogram(name: "socket_close", scope: !3, file: !3, line: 298, type: !485, scopeLine: 299, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !80)
!599 = !DILocalVariable(name: "handle", arg: 1, scope: !598, file: !3, line: 298, type: !6)
!600 = !DILocation(line: 298, column: 22, scope: !598)
!601 = !DILocalVariable(name: "socket", scope: !598, file: !3, line: 300, type: !113)
!602 = !DILocation(line: 300, column: 20, scope: !598)
!603 = !DILocation(line: 302, column: 5, scope: !598)
!604 = !DILocation(line: 303, column: 19, scope: !598)
!605 = !DILocation(line: 303, column: 14, scope: !598)
!606 = !DILocation(line: 303, column: 12, scope: !598)
!607 = !DILocation(line: 304, column: 9, scope: !608)
!608 = distinct !DILexicalBlock(scope: !598, file: !3, line: 304, column: 9)
!609 = !DILocation(line: 304, column: 16, scope: !608)
!610 = !DILocation(line: 304, column: 9, scope: !598)
!611 = !DILocation(line: 305, column: 9, scope: !612)
!612 = distinct !DILexicalBlock(scope: !608, file: !3, line: 304, column: 25)
!613 = !DILocation(line: 306, column: 9, scope: !612)
!614 = !DILocation(line: 308, column: 9, scope: !615)
!615 = distinct !DILexicalBlock(scope: !598, file: !3, line: 308, column: 9)
!616 = !DILocation(line: 308, column: 17, scope: !615)
!617 = !DILocation(line: 308, column: 23, scope: !615)
!618 = !DILocation(line: 308, column: 43, scope: !615)
!619 = !DILocation(line: 308, column: 46, scope: !615)
!620 = !DILocation(line: 308, column: 54, scope: !615)
!621 = !DILocation(line: 308, column: 60, scope: !615)
!622 = !DILocation(line: 308, column: 9, scope: !598)
!623 = !DILocation(line: 309, column: 19, scope: !615)
!624 = !DILocation(line: 309, column: 27, scope: !615)
!625 = !DILocation(line: 309, column: 9, scope: !615)
!626 = !DILocation(line: 310, column: 11, scope: !598)
!627 = !DILocation(line: 310, column: 5, scope: !598)
!628 = !DILocation(line: 311, column: 11, scope: !598)
!629 = !DILocation(line: 312, column: 5, scope: !598)
!630 = !DILocation(line: 313, column: 5, scope: !598)
!631 = !DILocation(line: 314, column: 1, scope: !598)
!632 = distinct !DISubprogram(name: "net_input", scope: !3, file: !3, line: 317, type: !633, scopeLine: 318, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !80)
!633 = !DISubroutineType(types: !634)
!634 = !{null, !25, !25}
!635 = !DILocalVariable(name: "port", arg: 1, scope: !632, file: !3, line: 317, type: !25)
!636 = !DILocation(line: 317, column: 24, scope: !632)
!637 = !DILocalVariable(name: "byte", arg: 2, scope: !632, file: !3, line: 317, type: !25)
!638 = !DILocation(line: 317, column: 38, scope: !632)
!639 = !DILocalVariable(name: "handle", scope: !632, file: !3, line: 319, type: !6)
!640 = !DILocation(line: 319, column: 9, scope: !632)
!641 = !DILocalVariable(name: "i", scope: !632, file: !3, line: 320, type: !16)
!642 = !DILocation(line: 320, column: 14, scope: !632)
!643 = !DILocation(line: 322, column: 5, scope: !632)
!644 = !DILocation(line: 323, column: 12, scope: !645)
!645 = distinct !DILexicalBlock(scope: !632, file: !3, line: 323, column: 5)
!646 = !DILocation(line: 323, column: 10, scope: !645)
!647 = !DILocation(line: 323, column: 17, scope: !648)
!648 = distinct !DILexicalBlock(scope: !645, file: !3, line: 323, column: 5)
!649 = !DILocation(line: 323, column: 19, scope: !648)
!650 = !DILocation(line: 323, column: 5, scope: !645)
!651 = !DILocalVariable(name: "socket", scope: !652, file: !3, line: 324, type: !113)
!652 = distinct !DILexicalBlock(scope: !648, file: !3, line: 323, column: 35)
!653 = !DILocation(line: 324, column: 24, scope: !652)
!654 = !DILocation(line: 324, column: 40, scope: !652)
!655 = !DILocation(line: 324, column: 34, scope: !652)
!656 = !DILocation(line: 325, column: 13, scope: !657)
!657 = distinct !DILexicalBlock(scope: !652, file: !3, line: 325, column: 13)
!658 = !DILocation(line: 325, column: 21, scope: !657)
!659 = !DILocation(line: 325, column: 30, scope: !657)
!660 = !DILocation(line: 325, column: 27, scope: !657)
!661 = !DILocation(line: 325, column: 35, scope: !657)
!662 = !DILocation(line: 325, column: 38, scope: !657)
!663 = !DILocation(line: 325, column: 46, scope: !657)
!664 = !DILocation(line: 325, column: 52, scope: !657)
!665 = !DILocation(line: 325, column: 13, scope: !652)
!666 = !DILocation(line: 326, column: 13, scope: !657)
!667 = !DILocation(line: 327, column: 13, scope: !668)
!668 = distinct !DILexicalBlock(scope: !652, file: !3, line: 327, column: 13)
!669 = !DILocation(line: 327, column: 21, scope: !668)
!670 = !DILocation(line: 327, column: 27, scope: !668)
!671 = !DILocation(line: 327, column: 13, scope: !652)
!672 = !DILocation(line: 328, column: 20, scope: !673)
!673 = distinct !DILexicalBlock(scope: !668, file: !3, line: 327, column: 40)
!674 = !DILocation(line: 329, column: 13, scope: !673)
!675 = !DILocation(line: 331, column: 69, scope: !652)
!676 = !DILocation(line: 331, column: 9, scope: !652)
!677 = !DILocation(line: 331, column: 17, scope: !652)
!678 = !DILocation(line: 331, column: 24, scope: !652)
!679 = !DILocation(line: 331, column: 32, scope: !652)
!680 = !DILocation(line: 331, column: 40, scope: !652)
!681 = !DILocation(line: 331, column: 48, scope: !652)
!682 = !DILocation(line: 331, column: 38, scope: !652)
!683 = !DILocation(line: 331, column: 55, scope: !652)
!684 = !DILocation(line: 331, column: 67, scope: !652)
!685 = !DILocation(line: 332, column: 9, scope: !652)
!686 = !DILocation(line: 332, column: 17, scope: !652)
!687 = !DILocation(line: 332, column: 22, scope: !652)
!688 = !DILocation(line: 333, column: 28, scope: !652)
!689 = !DILocation(line: 333, column: 18, scope: !652)
!690 = !DILocation(line: 333, column: 16, scope: !652)
!691 = !DILocation(line: 334, column: 9, scope: !652)
!692 = !DILocation(line: 323, column: 31, scope: !648)
!693 = !DILocation(line: 323, column: 5, scope: !648)
!694 = distinct !{!694, !650, !695, !149}
!695 = !DILocation(line: 335, column: 5, scope: !645)
!696 = !DILocation(line: 336, column: 5, scope: !632)
!697 = !DILocation(line: 337, column: 9, scope: !698)
!698 = distinct !DILexicalBlock(scope: !632, file: !3, line: 337, column: 9)
!699 = !DILocation(line: 337, column: 16, scope: !698)
!700 = !DILocation(line: 337, column: 9, scope: !632)
!701 = !DILocation(line: 338, column: 17, scope: !698)
!702 = !DILocation(line: 338, column: 9, scope: !698)
!703 = !DILocation(line: 339, column: 1, scope: !632)
