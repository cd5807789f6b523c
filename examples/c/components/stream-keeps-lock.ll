; ModuleID = 'stream-keeps-lock.c'
source_filename = "stream-keeps-lock.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.stream = type { %struct.lock, [16 x i8], i16, i16, i16, i16, i16, i8, [3 x %struct.listener], %struct.statistics }
%struct.lock = type { i32 }
%struct.listener = type { void (%struct.stream*, i8*, i32)*, i8*, i32 }
%struct.statistics = type { i32, i32, i32, i8 }

@console = internal global %struct.stream zeroinitializer, align 8, !dbg !0

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @stream_open(%struct.stream* noundef %0, i16 noundef zeroext %1, i16 noundef zeroext %2) #0 !dbg !79 {
  %4 = alloca i32, align 4
  %5 = alloca %struct.stream*, align 8
  %6 = alloca i16, align 2
  %7 = alloca i16, align 2
  %8 = alloca i32, align 4
  store %struct.stream* %0, %struct.stream** %5, align 8
  call void @llvm.dbg.declare(metadata %struct.stream** %5, metadata !83, metadata !DIExpression()), !dbg !84
  store i16 %1, i16* %6, align 2
  call void @llvm.dbg.declare(metadata i16* %6, metadata !85, metadata !DIExpression()), !dbg !86
  store i16 %2, i16* %7, align 2
  call void @llvm.dbg.declare(metadata i16* %7, metadata !87, metadata !DIExpression()), !dbg !88
  call void @llvm.dbg.declare(metadata i32* %8, metadata !89, metadata !DIExpression()), !dbg !90
  store i32 0, i32* %8, align 4, !dbg !90
  %9 = load i16, i16* %7, align 2, !dbg !91
  %10 = zext i16 %9 to i32, !dbg !91
  %11 = icmp sgt i32 %10, 16, !dbg !93
  br i1 %11, label %18, label %12, !dbg !94

12:                                               ; preds = %3
  %13 = load i16, i16* %6, align 2, !dbg !95
  %14 = zext i16 %13 to i32, !dbg !95
  %15 = load i16, i16* %7, align 2, !dbg !96
  %16 = zext i16 %15 to i32, !dbg !96
  %17 = icmp sge i32 %14, %16, !dbg !97
  br i1 %17, label %18, label %19, !dbg !98

18:                                               ; preds = %12, %3
  store i32 -5, i32* %4, align 4, !dbg !99
  br label %64, !dbg !99

19:                                               ; preds = %12
  %20 = load %struct.stream*, %struct.stream** %5, align 8, !dbg !100
  %21 = getelementptr inbounds %struct.stream, %struct.stream* %20, i32 0, i32 0, !dbg !101
  call void @lock_take(%struct.lock* noundef %21), !dbg !102
  %22 = load %struct.stream*, %struct.stream** %5, align 8, !dbg !103
  %23 = getelementptr inbounds %struct.stream, %struct.stream* %22, i32 0, i32 7, !dbg !105
  %24 = load i8, i8* %23, align 2, !dbg !105
  %25 = trunc i8 %24 to i1, !dbg !105
  br i1 %25, label %26, label %27, !dbg !106

26:                                               ; preds = %19
  store i32 -4, i32* %8, align 4, !dbg !107
  br label %60, !dbg !109

27:                                               ; preds = %19
  %28 = load %struct.stream*, %struct.stream** %5, align 8, !dbg !110
  %29 = getelementptr inbounds %struct.stream, %struct.stream* %28, i32 0, i32 2, !dbg !111
  store i16 0, i16* %29, align 4, !dbg !112
  %30 = load %struct.stream*, %struct.stream** %5, align 8, !dbg !113
  %31 = getelementptr inbounds %struct.stream, %struct.stream* %30, i32 0, i32 3, !dbg !114
  store i16 0, i16* %31, align 2, !dbg !115
  %32 = load %struct.stream*, %struct.stream** %5, align 8, !dbg !116
  %33 = getelementptr inbounds %struct.stream, %struct.stream* %32, i32 0, i32 6, !dbg !117
  store i16 0, i16* %33, align 4, !dbg !118
  %34 = load i16, i16* %6, align 2, !dbg !119
  %35 = load %struct.stream*, %struct.stream** %5, align 8, !dbg !120
  %36 = getelementptr inbounds %struct.stream, %struct.stream* %35, i32 0, i32 4, !dbg !121
  store i16 %34, i16* %36, align 8, !dbg !122
  %37 = load i16, i16* %7, align 2, !dbg !123
  %38 = load %struct.stream*, %struct.stream** %5, align 8, !dbg !124
  %39 = getelementptr inbounds %struct.stream, %struct.stream* %38, i32 0, i32 5, !dbg !125
  store i16 %37, i16* %39, align 2, !dbg !126
  %40 = load %struct.stream*, %struct.stream** %5, align 8, !dbg !127
  %41 = getelementptr inbounds %struct.stream, %struct.stream* %40, i32 0, i32 9, !dbg !128
  %42 = getelementptr inbounds %struct.statistics, %struct.statistics* %41, i32 0, i32 0, !dbg !129
  store i32 0, i32* %42, align 8, !dbg !130
  %43 = load %struct.stream*, %struct.stream** %5, align 8, !dbg !131
  %44 = getelementptr inbounds %struct.stream, %struct.stream* %43, i32 0, i32 9, !dbg !132
  %45 = getelementptr inbounds %struct.statistics, %struct.statistics* %44, i32 0, i32 1, !dbg !133
  store i32 0, i32* %45, align 4, !dbg !134
  %46 = load %struct.stream*, %struct.stream** %5, align 8, !dbg !135
  %47 = getelementptr inbounds %struct.stream, %struct.stream* %46, i32 0, i32 9, !dbg !136
  %48 = getelementptr inbounds %struct.statistics, %struct.statistics* %47, i32 0, i32 3, !dbg !137
  %49 = load i8, i8* %48, align 4, !dbg !138
  %50 = and i8 %49, -17, !dbg !138
  %51 = or i8 %50, 0, !dbg !138
  store i8 %51, i8* %48, align 4, !dbg !138
  %52 = load %struct.stream*, %struct.stream** %5, align 8, !dbg !139
  %53 = getelementptr inbounds %struct.stream, %struct.stream* %52, i32 0, i32 9, !dbg !140
  %54 = getelementptr inbounds %struct.statistics, %struct.statistics* %53, i32 0, i32 3, !dbg !141
  %55 = load i8, i8* %54, align 4, !dbg !142
  %56 = and i8 %55, -33, !dbg !142
  %57 = or i8 %56, 0, !dbg !142
  store i8 %57, i8* %54, align 4, !dbg !142
  %58 = load %struct.stream*, %struct.stream** %5, align 8, !dbg !143
  %59 = getelementptr inbounds %struct.stream, %struct.stream* %58, i32 0, i32 7, !dbg !144
  store i8 1, i8* %59, align 2, !dbg !145
  br label %60, !dbg !143

60:                                               ; preds = %27, %26
  call void @llvm.dbg.label(metadata !146), !dbg !147
  %61 = load %struct.stream*, %struct.stream** %5, align 8, !dbg !148
  %62 = getelementptr inbounds %struct.stream, %struct.stream* %61, i32 0, i32 0, !dbg !149
  call void @lock_give(%struct.lock* noundef %62), !dbg !150
  %63 = load i32, i32* %8, align 4, !dbg !151
  store i32 %63, i32* %4, align 4, !dbg !152
  br label %64, !dbg !152

64:                                               ; preds = %60, %18
  %65 = load i32, i32* %4, align 4, !dbg !153
  ret i32 %65, !dbg !153
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

declare void @lock_take(%struct.lock* noundef) #2

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.label(metadata) #1

declare void @lock_give(%struct.lock* noundef) #2

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @stream_close(%struct.stream* noundef %0) #0 !dbg !154 {
  %2 = alloca %struct.stream*, align 8
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  store %struct.stream* %0, %struct.stream** %2, align 8
  call void @llvm.dbg.declare(metadata %struct.stream** %2, metadata !157, metadata !DIExpression()), !dbg !158
  call void @llvm.dbg.declare(metadata i32* %3, metadata !159, metadata !DIExpression()), !dbg !160
  store i32 0, i32* %3, align 4, !dbg !160
  call void @llvm.dbg.declare(metadata i32* %4, metadata !161, metadata !DIExpression()), !dbg !162
  store i32 0, i32* %4, align 4, !dbg !162
  %5 = load %struct.stream*, %struct.stream** %2, align 8, !dbg !163
  %6 = getelementptr inbounds %struct.stream, %struct.stream* %5, i32 0, i32 0, !dbg !164
  call void @lock_take(%struct.lock* noundef %6), !dbg !165
  %7 = load %struct.stream*, %struct.stream** %2, align 8, !dbg !166
  %8 = getelementptr inbounds %struct.stream, %struct.stream* %7, i32 0, i32 7, !dbg !168
  %9 = load i8, i8* %8, align 2, !dbg !168
  %10 = trunc i8 %9 to i1, !dbg !168
  br i1 %10, label %12, label %11, !dbg !169

11:                                               ; preds = %1
  store i32 -3, i32* %4, align 4, !dbg !170
  br label %29, !dbg !172

12:                                               ; preds = %1
  %13 = load %struct.stream*, %struct.stream** %2, align 8, !dbg !173
  %14 = getelementptr inbounds %struct.stream, %struct.stream* %13, i32 0, i32 6, !dbg !175
  %15 = load i16, i16* %14, align 4, !dbg !175
  %16 = zext i16 %15 to i32, !dbg !173
  %17 = icmp sgt i32 %16, 0, !dbg !176
  br i1 %17, label %18, label %19, !dbg !177

18:                                               ; preds = %12
  store i32 -4, i32* %4, align 4, !dbg !178
  br label %28, !dbg !180

19:                                               ; preds = %12
  %20 = load %struct.stream*, %struct.stream** %2, align 8, !dbg !181
  %21 = getelementptr inbounds %struct.stream, %struct.stream* %20, i32 0, i32 7, !dbg !183
  store i8 0, i8* %21, align 2, !dbg !184
  %22 = load %struct.stream*, %struct.stream** %2, align 8, !dbg !185
  %23 = getelementptr inbounds %struct.stream, %struct.stream* %22, i32 0, i32 9, !dbg !186
  %24 = getelementptr inbounds %struct.statistics, %struct.statistics* %23, i32 0, i32 3, !dbg !187
  %25 = load i8, i8* %24, align 4, !dbg !188
  %26 = and i8 %25, -33, !dbg !188
  %27 = or i8 %26, 32, !dbg !188
  store i8 %27, i8* %24, align 4, !dbg !188
  store i32 4, i32* %3, align 4, !dbg !189
  br label %28

28:                                               ; preds = %19, %18
  br label %29

29:                                               ; preds = %28, %11
  %30 = load %struct.stream*, %struct.stream** %2, align 8, !dbg !190
  %31 = getelementptr inbounds %struct.stream, %struct.stream* %30, i32 0, i32 0, !dbg !191
  call void @lock_give(%struct.lock* noundef %31), !dbg !192
  %32 = load %struct.stream*, %struct.stream** %2, align 8, !dbg !193
  %33 = load i32, i32* %3, align 4, !dbg !194
  call void @notify(%struct.stream* noundef %32, i32 noundef %33), !dbg !195
  %34 = load i32, i32* %4, align 4, !dbg !196
  ret i32 %34, !dbg !197
}

; Function Attrs: noinline nounwind uwtable
define internal void @notify(%struct.stream* noundef %0, i32 noundef %1) #0 !dbg !198 {
  %3 = alloca %struct.stream*, align 8
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca %struct.listener*, align 8
  store %struct.stream* %0, %struct.stream** %3, align 8
  call void @llvm.dbg.declare(metadata %struct.stream** %3, metadata !201, metadata !DIExpression()), !dbg !202
  store i32 %1, i32* %4, align 4
  call void @llvm.dbg.declare(metadata i32* %4, metadata !203, metadata !DIExpression()), !dbg !204
  call void @llvm.dbg.declare(metadata i32* %5, metadata !205, metadata !DIExpression()), !dbg !206
  %7 = load i32, i32* %4, align 4, !dbg !207
  %8 = icmp eq i32 %7, 0, !dbg !209
  br i1 %8, label %9, label %10, !dbg !210

9:                                                ; preds = %2
  br label %44, !dbg !211

10:                                               ; preds = %2
  store i32 0, i32* %5, align 4, !dbg !212
  br label %11, !dbg !214

11:                                               ; preds = %41, %10
  %12 = load i32, i32* %5, align 4, !dbg !215
  %13 = icmp slt i32 %12, 3, !dbg !217
  br i1 %13, label %14, label %44, !dbg !218

14:                                               ; preds = %11
  call void @llvm.dbg.declare(metadata %struct.listener** %6, metadata !219, metadata !DIExpression()), !dbg !222
  %15 = load %struct.stream*, %struct.stream** %3, align 8, !dbg !223
  %16 = getelementptr inbounds %struct.stream, %struct.stream* %15, i32 0, i32 8, !dbg !224
  %17 = load i32, i32* %5, align 4, !dbg !225
  %18 = sext i32 %17 to i64, !dbg !223
  %19 = getelementptr inbounds [3 x %struct.listener], [3 x %struct.listener]* %16, i64 0, i64 %18, !dbg !223
  store %struct.listener* %19, %struct.listener** %6, align 8, !dbg !222
  %20 = load %struct.listener*, %struct.listener** %6, align 8, !dbg !226
  %21 = getelementptr inbounds %struct.listener, %struct.listener* %20, i32 0, i32 0, !dbg !228
  %22 = load void (%struct.stream*, i8*, i32)*, void (%struct.stream*, i8*, i32)** %21, align 8, !dbg !228
  %23 = icmp ne void (%struct.stream*, i8*, i32)* %22, null, !dbg !229
  br i1 %23, label %24, label %40, !dbg !230

24:                                               ; preds = %14
  %25 = load %struct.listener*, %struct.listener** %6, align 8, !dbg !231
  %26 = getelementptr inbounds %struct.listener, %struct.listener* %25, i32 0, i32 2, !dbg !232
  %27 = load i32, i32* %26, align 8, !dbg !232
  %28 = load i32, i32* %4, align 4, !dbg !233
  %29 = and i32 %27, %28, !dbg !234
  %30 = icmp ne i32 %29, 0, !dbg !235
  br i1 %30, label %31, label %40, !dbg !236

31:                                               ; preds = %24
  %32 = load %struct.listener*, %struct.listener** %6, align 8, !dbg !237
  %33 = getelementptr inbounds %struct.listener, %struct.listener* %32, i32 0, i32 0, !dbg !238
  %34 = load void (%struct.stream*, i8*, i32)*, void (%struct.stream*, i8*, i32)** %33, align 8, !dbg !238
  %35 = load %struct.stream*, %struct.stream** %3, align 8, !dbg !239
  %36 = load %struct.listener*, %struct.listener** %6, align 8, !dbg !240
  %37 = getelementptr inbounds %struct.listener, %struct.listener* %36, i32 0, i32 1, !dbg !241
  %38 = load i8*, i8** %37, align 8, !dbg !241
  %39 = load i32, i32* %4, align 4, !dbg !242
  call void %34(%struct.stream* noundef %35, i8* noundef %38, i32 noundef %39), !dbg !237
  br label %40, !dbg !237

40:                                               ; preds = %31, %24, %14
  br label %41, !dbg !243

41:                                               ; preds = %40
  %42 = load i32, i32* %5, align 4, !dbg !244
  %43 = add nsw i32 %42, 1, !dbg !244
  store i32 %43, i32* %5, align 4, !dbg !244
  br label %11, !dbg !245, !llvm.loop !246

44:                                               ; preds = %9, %11
  ret void, !dbg !249
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @stream_listen(%struct.stream* noundef %0, void (%struct.stream*, i8*, i32)* noundef %1, i8* noundef %2, i32 noundef %3) #0 !dbg !250 {
  %5 = alloca i32, align 4
  %6 = alloca %struct.stream*, align 8
  %7 = alloca void (%struct.stream*, i8*, i32)*, align 8
  %8 = alloca i8*, align 8
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  %11 = alloca i32, align 4
  %12 = alloca %struct.listener*, align 8
  store %struct.stream* %0, %struct.stream** %6, align 8
  call void @llvm.dbg.declare(metadata %struct.stream** %6, metadata !253, metadata !DIExpression()), !dbg !254
  store void (%struct.stream*, i8*, i32)* %1, void (%struct.stream*, i8*, i32)** %7, align 8
  call void @llvm.dbg.declare(metadata void (%struct.stream*, i8*, i32)** %7, metadata !255, metadata !DIExpression()), !dbg !256
  store i8* %2, i8** %8, align 8
  call void @llvm.dbg.declare(metadata i8** %8, metadata !257, metadata !DIExpression()), !dbg !258
  store i32 %3, i32* %9, align 4
  call void @llvm.dbg.declare(metadata i32* %9, metadata !259, metadata !DIExpression()), !dbg !260
  call void @llvm.dbg.declare(metadata i32* %10, metadata !261, metadata !DIExpression()), !dbg !262
  store i32 -2, i32* %10, align 4, !dbg !262
  call void @llvm.dbg.declare(metadata i32* %11, metadata !263, metadata !DIExpression()), !dbg !264
  %13 = load void (%struct.stream*, i8*, i32)*, void (%struct.stream*, i8*, i32)** %7, align 8, !dbg !265
  %14 = icmp eq void (%struct.stream*, i8*, i32)* %13, null, !dbg !267
  br i1 %14, label %18, label %15, !dbg !268

15:                                               ; preds = %4
  %16 = load i32, i32* %9, align 4, !dbg !269
  %17 = icmp eq i32 %16, 0, !dbg !270
  br i1 %17, label %18, label %19, !dbg !271

18:                                               ; preds = %15, %4
  store i32 -5, i32* %5, align 4, !dbg !272
  br label %65, !dbg !272

19:                                               ; preds = %15
  %20 = load %struct.stream*, %struct.stream** %6, align 8, !dbg !273
  %21 = getelementptr inbounds %struct.stream, %struct.stream* %20, i32 0, i32 0, !dbg !274
  call void @lock_take(%struct.lock* noundef %21), !dbg !275
  store i32 0, i32* %11, align 4, !dbg !276
  br label %22, !dbg !278

22:                                               ; preds = %58, %19
  %23 = load i32, i32* %11, align 4, !dbg !279
  %24 = icmp slt i32 %23, 3, !dbg !281
  br i1 %24, label %25, label %61, !dbg !282

25:                                               ; preds = %22
  call void @llvm.dbg.declare(metadata %struct.listener** %12, metadata !283, metadata !DIExpression()), !dbg !285
  %26 = load %struct.stream*, %struct.stream** %6, align 8, !dbg !286
  %27 = getelementptr inbounds %struct.stream, %struct.stream* %26, i32 0, i32 8, !dbg !287
  %28 = load i32, i32* %11, align 4, !dbg !288
  %29 = sext i32 %28 to i64, !dbg !286
  %30 = getelementptr inbounds [3 x %struct.listener], [3 x %struct.listener]* %27, i64 0, i64 %29, !dbg !286
  store %struct.listener* %30, %struct.listener** %12, align 8, !dbg !285
  %31 = load %struct.listener*, %struct.listener** %12, align 8, !dbg !289
  %32 = getelementptr inbounds %struct.listener, %struct.listener* %31, i32 0, i32 0, !dbg !291
  %33 = load void (%struct.stream*, i8*, i32)*, void (%struct.stream*, i8*, i32)** %32, align 8, !dbg !291
  %34 = load void (%struct.stream*, i8*, i32)*, void (%struct.stream*, i8*, i32)** %7, align 8, !dbg !292
  %35 = icmp eq void (%struct.stream*, i8*, i32)* %33, %34, !dbg !293
  br i1 %35, label %36, label %42, !dbg !294

36:                                               ; preds = %25
  %37 = load i32, i32* %9, align 4, !dbg !295
  %38 = load %struct.listener*, %struct.listener** %12, align 8, !dbg !297
  %39 = getelementptr inbounds %struct.listener, %struct.listener* %38, i32 0, i32 2, !dbg !298
  %40 = load i32, i32* %39, align 8, !dbg !299
  %41 = or i32 %40, %37, !dbg !299
  store i32 %41, i32* %39, align 8, !dbg !299
  store i32 0, i32* %10, align 4, !dbg !300
  br label %61, !dbg !301

42:                                               ; preds = %25
  %43 = load %struct.listener*, %struct.listener** %12, align 8, !dbg !302
  %44 = getelementptr inbounds %struct.listener, %struct.listener* %43, i32 0, i32 0, !dbg !304
  %45 = load void (%struct.stream*, i8*, i32)*, void (%struct.stream*, i8*, i32)** %44, align 8, !dbg !304
  %46 = icmp eq void (%struct.stream*, i8*, i32)* %45, null, !dbg !305
  br i1 %46, label %47, label %57, !dbg !306

47:                                               ; preds = %42
  %48 = load i8*, i8** %8, align 8, !dbg !307
  %49 = load %struct.listener*, %struct.listener** %12, align 8, !dbg !309
  %50 = getelementptr inbounds %struct.listener, %struct.listener* %49, i32 0, i32 1, !dbg !310
  store i8* %48, i8** %50, align 8, !dbg !311
  %51 = load i32, i32* %9, align 4, !dbg !312
  %52 = load %struct.listener*, %struct.listener** %12, align 8, !dbg !313
  %53 = getelementptr inbounds %struct.listener, %struct.listener* %52, i32 0, i32 2, !dbg !314
  store i32 %51, i32* %53, align 8, !dbg !315
  %54 = load void (%struct.stream*, i8*, i32)*, void (%struct.stream*, i8*, i32)** %7, align 8, !dbg !316
  %55 = load %struct.listener*, %struct.listener** %12, align 8, !dbg !317
  %56 = getelementptr inbounds %struct.listener, %struct.listener* %55, i32 0, i32 0, !dbg !318
  store void (%struct.stream*, i8*, i32)* %54, void (%struct.stream*, i8*, i32)** %56, align 8, !dbg !319
  store i32 0, i32* %10, align 4, !dbg !320
  br label %61, !dbg !321

57:                                               ; preds = %42
  br label %58, !dbg !322

58:                                               ; preds = %57
  %59 = load i32, i32* %11, align 4, !dbg !323
  %60 = add nsw i32 %59, 1, !dbg !323
  store i32 %60, i32* %11, align 4, !dbg !323
  br label %22, !dbg !324, !llvm.loop !325

61:                                               ; preds = %47, %36, %22
  %62 = load %struct.stream*, %struct.stream** %6, align 8, !dbg !327
  %63 = getelementptr inbounds %struct.stream, %struct.stream* %62, i32 0, i32 0, !dbg !328
  call void @lock_give(%struct.lock* noundef %63), !dbg !329
  %64 = load i32, i32* %10, align 4, !dbg !330
  store i32 %64, i32* %5, align 4, !dbg !331
  br label %65, !dbg !331

65:                                               ; preds = %61, %18
  %66 = load i32, i32* %5, align 4, !dbg !332
  ret i32 %66, !dbg !332
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @stream_write(%struct.stream* noundef %0, i8* noundef %1, i16 noundef zeroext %2) #0 !dbg !333 {
  %4 = alloca i32, align 4
  %5 = alloca %struct.stream*, align 8
  %6 = alloca i8*, align 8
  %7 = alloca i16, align 2
  %8 = alloca i16, align 2
  %9 = alloca i16, align 2
  %10 = alloca i32, align 4
  store %struct.stream* %0, %struct.stream** %5, align 8
  call void @llvm.dbg.declare(metadata %struct.stream** %5, metadata !338, metadata !DIExpression()), !dbg !339
  store i8* %1, i8** %6, align 8
  call void @llvm.dbg.declare(metadata i8** %6, metadata !340, metadata !DIExpression()), !dbg !341
  store i16 %2, i16* %7, align 2
  call void @llvm.dbg.declare(metadata i16* %7, metadata !342, metadata !DIExpression()), !dbg !343
  call void @llvm.dbg.declare(metadata i16* %8, metadata !344, metadata !DIExpression()), !dbg !345
  call void @llvm.dbg.declare(metadata i16* %9, metadata !346, metadata !DIExpression()), !dbg !347
  call void @llvm.dbg.declare(metadata i32* %10, metadata !348, metadata !DIExpression()), !dbg !349
  %11 = load i8*, i8** %6, align 8, !dbg !350
  %12 = icmp eq i8* %11, null, !dbg !352
  br i1 %12, label %17, label %13, !dbg !353

13:                                               ; preds = %3
  %14 = load i16, i16* %7, align 2, !dbg !354
  %15 = zext i16 %14 to i32, !dbg !354
  %16 = icmp sgt i32 %15, 16, !dbg !355
  br i1 %16, label %17, label %18, !dbg !356

17:                                               ; preds = %13, %3
  store i32 -5, i32* %4, align 4, !dbg !357
  br label %91, !dbg !357

18:                                               ; preds = %13
  %19 = load %struct.stream*, %struct.stream** %5, align 8, !dbg !358
  %20 = getelementptr inbounds %struct.stream, %struct.stream* %19, i32 0, i32 0, !dbg !359
  call void @lock_take(%struct.lock* noundef %20), !dbg !360
  %21 = load %struct.stream*, %struct.stream** %5, align 8, !dbg !361
  %22 = getelementptr inbounds %struct.stream, %struct.stream* %21, i32 0, i32 7, !dbg !363
  %23 = load i8, i8* %22, align 2, !dbg !363
  %24 = trunc i8 %23 to i1, !dbg !363
  br i1 %24, label %28, label %25, !dbg !364

25:                                               ; preds = %18
  %26 = load %struct.stream*, %struct.stream** %5, align 8, !dbg !365
  %27 = getelementptr inbounds %struct.stream, %struct.stream* %26, i32 0, i32 0, !dbg !367
  call void @lock_give(%struct.lock* noundef %27), !dbg !368
  store i32 -3, i32* %4, align 4, !dbg !369
  br label %91, !dbg !369

28:                                               ; preds = %18
  %29 = load %struct.stream*, %struct.stream** %5, align 8, !dbg !370
  %30 = call zeroext i16 @room(%struct.stream* noundef %29), !dbg !372
  %31 = zext i16 %30 to i32, !dbg !372
  %32 = load i16, i16* %7, align 2, !dbg !373
  %33 = zext i16 %32 to i32, !dbg !373
  %34 = icmp slt i32 %31, %33, !dbg !374
  br i1 %34, label %35, label %43, !dbg !375

35:                                               ; preds = %28
  %36 = load %struct.stream*, %struct.stream** %5, align 8, !dbg !376
  %37 = getelementptr inbounds %struct.stream, %struct.stream* %36, i32 0, i32 9, !dbg !378
  %38 = getelementptr inbounds %struct.statistics, %struct.statistics* %37, i32 0, i32 2, !dbg !379
  %39 = load i32, i32* %38, align 8, !dbg !380
  %40 = add i32 %39, 1, !dbg !380
  store i32 %40, i32* %38, align 8, !dbg !380
  %41 = load %struct.stream*, %struct.stream** %5, align 8, !dbg !381
  %42 = getelementptr inbounds %struct.stream, %struct.stream* %41, i32 0, i32 0, !dbg !382
  call void @lock_give(%struct.lock* noundef %42), !dbg !383
  store i32 -2, i32* %4, align 4, !dbg !384
  br label %91, !dbg !384

43:                                               ; preds = %28
  %44 = load %struct.stream*, %struct.stream** %5, align 8, !dbg !385
  %45 = getelementptr inbounds %struct.stream, %struct.stream* %44, i32 0, i32 3, !dbg !386
  %46 = load i16, i16* %45, align 2, !dbg !386
  store i16 %46, i16* %8, align 2, !dbg !387
  store i16 0, i16* %9, align 2, !dbg !388
  br label %47, !dbg !390

47:                                               ; preds = %60, %43
  %48 = load i16, i16* %9, align 2, !dbg !391
  %49 = zext i16 %48 to i32, !dbg !391
  %50 = load i16, i16* %7, align 2, !dbg !393
  %51 = zext i16 %50 to i32, !dbg !393
  %52 = icmp slt i32 %49, %51, !dbg !394
  br i1 %52, label %53, label %63, !dbg !395

53:                                               ; preds = %47
  %54 = load %struct.stream*, %struct.stream** %5, align 8, !dbg !396
  %55 = load i8*, i8** %6, align 8, !dbg !397
  %56 = load i16, i16* %9, align 2, !dbg !398
  %57 = zext i16 %56 to i64, !dbg !397
  %58 = getelementptr inbounds i8, i8* %55, i64 %57, !dbg !397
  %59 = load i8, i8* %58, align 1, !dbg !397
  call void @put(%struct.stream* noundef %54, i8 noundef zeroext %59), !dbg !399
  br label %60, !dbg !399

60:                                               ; preds = %53
  %61 = load i16, i16* %9, align 2, !dbg !400
  %62 = add i16 %61, 1, !dbg !400
  store i16 %62, i16* %9, align 2, !dbg !400
  br label %47, !dbg !401, !llvm.loop !402

63:                                               ; preds = %47
  %64 = load %struct.stream*, %struct.stream** %5, align 8, !dbg !404
  %65 = load i16, i16* %8, align 2, !dbg !405
  %66 = call i32 @crossed(%struct.stream* noundef %64, i16 noundef zeroext %65), !dbg !406
  store i32 %66, i32* %10, align 4, !dbg !407
  %67 = load i32, i32* %10, align 4, !dbg !408
  %68 = and i32 %67, 2, !dbg !410
  %69 = icmp ne i32 %68, 0, !dbg !410
  br i1 %69, label %70, label %84, !dbg !411

70:                                               ; preds = %63
  %71 = load %struct.stream*, %struct.stream** %5, align 8, !dbg !412
  %72 = getelementptr inbounds %struct.stream, %struct.stream* %71, i32 0, i32 9, !dbg !413
  %73 = getelementptr inbounds %struct.statistics, %struct.statistics* %72, i32 0, i32 3, !dbg !414
  %74 = load i8, i8* %73, align 4, !dbg !415
  %75 = and i8 %74, 15, !dbg !415
  %76 = zext i8 %75 to i32, !dbg !415
  %77 = add i32 %76, 1, !dbg !415
  %78 = trunc i32 %77 to i8, !dbg !415
  %79 = load i8, i8* %73, align 4, !dbg !415
  %80 = and i8 %78, 15, !dbg !415
  %81 = and i8 %79, -16, !dbg !415
  %82 = or i8 %81, %80, !dbg !415
  store i8 %82, i8* %73, align 4, !dbg !415
  %83 = zext i8 %80 to i32, !dbg !415
  br label %84, !dbg !412

84:                                               ; preds = %70, %63
  %85 = load %struct.stream*, %struct.stream** %5, align 8, !dbg !416
  %86 = getelementptr inbounds %struct.stream, %struct.stream* %85, i32 0, i32 0, !dbg !417
  call void @lock_give(%struct.lock* noundef %86), !dbg !418
  %87 = load %struct.stream*, %struct.stream** %5, align 8, !dbg !419
  %88 = load i32, i32* %10, align 4, !dbg !420
  call void @notify(%struct.stream* noundef %87, i32 noundef %88), !dbg !421
  %89 = load i16, i16* %7, align 2, !dbg !422
  %90 = zext i16 %89 to i32, !dbg !422
  store i32 %90, i32* %4, align 4, !dbg !423
  br label %91, !dbg !423

91:                                               ; preds = %84, %35, %25, %17
  %92 = load i32, i32* %4, align 4, !dbg !424
  ret i32 %92, !dbg !424
}

; Function Attrs: noinline nounwind uwtable
define internal zeroext i16 @room(%struct.stream* noundef %0) #0 !dbg !425 {
  %2 = alloca %struct.stream*, align 8
  store %struct.stream* %0, %struct.stream** %2, align 8
  call void @llvm.dbg.declare(metadata %struct.stream** %2, metadata !430, metadata !DIExpression()), !dbg !431
  %3 = load %struct.stream*, %struct.stream** %2, align 8, !dbg !432
  %4 = getelementptr inbounds %struct.stream, %struct.stream* %3, i32 0, i32 3, !dbg !433
  %5 = load i16, i16* %4, align 2, !dbg !433
  %6 = zext i16 %5 to i32, !dbg !432
  %7 = sub nsw i32 16, %6, !dbg !434
  %8 = trunc i32 %7 to i16, !dbg !435
  ret i16 %8, !dbg !436
}

; Function Attrs: noinline nounwind uwtable
define internal void @put(%struct.stream* noundef %0, i8 noundef zeroext %1) #0 !dbg !437 {
  %3 = alloca %struct.stream*, align 8
  %4 = alloca i8, align 1
  store %struct.stream* %0, %struct.stream** %3, align 8
  call void @llvm.dbg.declare(metadata %struct.stream** %3, metadata !440, metadata !DIExpression()), !dbg !441
  store i8 %1, i8* %4, align 1
  call void @llvm.dbg.declare(metadata i8* %4, metadata !442, metadata !DIExpression()), !dbg !443
  %5 = load i8, i8* %4, align 1, !dbg !444
  %6 = load %struct.stream*, %struct.stream** %3, align 8, !dbg !445
  %7 = getelementptr inbounds %struct.stream, %struct.stream* %6, i32 0, i32 1, !dbg !446
  %8 = load %struct.stream*, %struct.stream** %3, align 8, !dbg !447
  %9 = load %struct.stream*, %struct.stream** %3, align 8, !dbg !448
  %10 = getelementptr inbounds %struct.stream, %struct.stream* %9, i32 0, i32 3, !dbg !449
  %11 = load i16, i16* %10, align 2, !dbg !449
  %12 = call zeroext i16 @position(%struct.stream* noundef %8, i16 noundef zeroext %11), !dbg !450
  %13 = zext i16 %12 to i64, !dbg !445
  %14 = getelementptr inbounds [16 x i8], [16 x i8]* %7, i64 0, i64 %13, !dbg !445
  store i8 %5, i8* %14, align 1, !dbg !451
  %15 = load %struct.stream*, %struct.stream** %3, align 8, !dbg !452
  %16 = getelementptr inbounds %struct.stream, %struct.stream* %15, i32 0, i32 3, !dbg !453
  %17 = load i16, i16* %16, align 2, !dbg !454
  %18 = add i16 %17, 1, !dbg !454
  store i16 %18, i16* %16, align 2, !dbg !454
  %19 = load %struct.stream*, %struct.stream** %3, align 8, !dbg !455
  %20 = getelementptr inbounds %struct.stream, %struct.stream* %19, i32 0, i32 9, !dbg !456
  %21 = getelementptr inbounds %struct.statistics, %struct.statistics* %20, i32 0, i32 0, !dbg !457
  %22 = load i32, i32* %21, align 8, !dbg !458
  %23 = add i32 %22, 1, !dbg !458
  store i32 %23, i32* %21, align 8, !dbg !458
  ret void, !dbg !459
}

; Function Attrs: noinline nounwind uwtable
define internal i32 @crossed(%struct.stream* noundef %0, i16 noundef zeroext %1) #0 !dbg !460 {
  %3 = alloca %struct.stream*, align 8
  %4 = alloca i16, align 2
  %5 = alloca i32, align 4
  store %struct.stream* %0, %struct.stream** %3, align 8
  call void @llvm.dbg.declare(metadata %struct.stream** %3, metadata !463, metadata !DIExpression()), !dbg !464
  store i16 %1, i16* %4, align 2
  call void @llvm.dbg.declare(metadata i16* %4, metadata !465, metadata !DIExpression()), !dbg !466
  call void @llvm.dbg.declare(metadata i32* %5, metadata !467, metadata !DIExpression()), !dbg !468
  store i32 0, i32* %5, align 4, !dbg !468
  %6 = load i16, i16* %4, align 2, !dbg !469
  %7 = zext i16 %6 to i32, !dbg !469
  %8 = load %struct.stream*, %struct.stream** %3, align 8, !dbg !471
  %9 = getelementptr inbounds %struct.stream, %struct.stream* %8, i32 0, i32 5, !dbg !472
  %10 = load i16, i16* %9, align 2, !dbg !472
  %11 = zext i16 %10 to i32, !dbg !471
  %12 = icmp slt i32 %7, %11, !dbg !473
  br i1 %12, label %13, label %26, !dbg !474

13:                                               ; preds = %2
  %14 = load %struct.stream*, %struct.stream** %3, align 8, !dbg !475
  %15 = getelementptr inbounds %struct.stream, %struct.stream* %14, i32 0, i32 3, !dbg !476
  %16 = load i16, i16* %15, align 2, !dbg !476
  %17 = zext i16 %16 to i32, !dbg !475
  %18 = load %struct.stream*, %struct.stream** %3, align 8, !dbg !477
  %19 = getelementptr inbounds %struct.stream, %struct.stream* %18, i32 0, i32 5, !dbg !478
  %20 = load i16, i16* %19, align 2, !dbg !478
  %21 = zext i16 %20 to i32, !dbg !477
  %22 = icmp sge i32 %17, %21, !dbg !479
  br i1 %22, label %23, label %26, !dbg !480

23:                                               ; preds = %13
  %24 = load i32, i32* %5, align 4, !dbg !481
  %25 = or i32 %24, 2, !dbg !481
  store i32 %25, i32* %5, align 4, !dbg !481
  br label %26, !dbg !482

26:                                               ; preds = %23, %13, %2
  %27 = load i16, i16* %4, align 2, !dbg !483
  %28 = zext i16 %27 to i32, !dbg !483
  %29 = load %struct.stream*, %struct.stream** %3, align 8, !dbg !485
  %30 = getelementptr inbounds %struct.stream, %struct.stream* %29, i32 0, i32 4, !dbg !486
  %31 = load i16, i16* %30, align 8, !dbg !486
  %32 = zext i16 %31 to i32, !dbg !485
  %33 = icmp sgt i32 %28, %32, !dbg !487
  br i1 %33, label %34, label %47, !dbg !488

34:                                               ; preds = %26
  %35 = load %struct.stream*, %struct.stream** %3, align 8, !dbg !489
  %36 = getelementptr inbounds %struct.stream, %struct.stream* %35, i32 0, i32 3, !dbg !490
  %37 = load i16, i16* %36, align 2, !dbg !490
  %38 = zext i16 %37 to i32, !dbg !489
  %39 = load %struct.stream*, %struct.stream** %3, align 8, !dbg !491
  %40 = getelementptr inbounds %struct.stream, %struct.stream* %39, i32 0, i32 4, !dbg !492
  %41 = load i16, i16* %40, align 8, !dbg !492
  %42 = zext i16 %41 to i32, !dbg !491
  %43 = icmp sle i32 %38, %42, !dbg !493
  br i1 %43, label %44, label %47, !dbg !494

44:                                               ; preds = %34
  %45 = load i32, i32* %5, align 4, !dbg !495
  %46 = or i32 %45, 1, !dbg !495
  store i32 %46, i32* %5, align 4, !dbg !495
  br label %47, !dbg !496

47:                                               ; preds = %44, %34, %26
  %48 = load i32, i32* %5, align 4, !dbg !497
  ret i32 %48, !dbg !498
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @stream_write_from_interrupt(%struct.stream* noundef %0, i8 noundef zeroext %1) #0 !dbg !499 {
  %3 = alloca i32, align 4
  %4 = alloca %struct.stream*, align 8
  %5 = alloca i8, align 1
  %6 = alloca i32, align 4
  store %struct.stream* %0, %struct.stream** %4, align 8
  call void @llvm.dbg.declare(metadata %struct.stream** %4, metadata !502, metadata !DIExpression()), !dbg !503
  store i8 %1, i8* %5, align 1
  call void @llvm.dbg.declare(metadata i8* %5, metadata !504, metadata !DIExpression()), !dbg !505
  call void @llvm.dbg.declare(metadata i32* %6, metadata !506, metadata !DIExpression()), !dbg !507
  store i32 0, i32* %6, align 4, !dbg !507
  %7 = load %struct.stream*, %struct.stream** %4, align 8, !dbg !508
  %8 = getelementptr inbounds %struct.stream, %struct.stream* %7, i32 0, i32 0, !dbg !510
  %9 = call zeroext i1 @lock_try(%struct.lock* noundef %8), !dbg !511
  br i1 %9, label %11, label %10, !dbg !512

10:                                               ; preds = %2
  store i32 -4, i32* %3, align 4, !dbg !513
  br label %35, !dbg !513

11:                                               ; preds = %2
  %12 = load %struct.stream*, %struct.stream** %4, align 8, !dbg !514
  %13 = getelementptr inbounds %struct.stream, %struct.stream* %12, i32 0, i32 7, !dbg !516
  %14 = load i8, i8* %13, align 2, !dbg !516
  %15 = trunc i8 %14 to i1, !dbg !516
  br i1 %15, label %17, label %16, !dbg !517

16:                                               ; preds = %11
  store i32 -3, i32* %6, align 4, !dbg !518
  br label %31, !dbg !520

17:                                               ; preds = %11
  %18 = load %struct.stream*, %struct.stream** %4, align 8, !dbg !521
  %19 = call zeroext i16 @room(%struct.stream* noundef %18), !dbg !523
  %20 = zext i16 %19 to i32, !dbg !523
  %21 = icmp eq i32 %20, 0, !dbg !524
  br i1 %21, label %22, label %28, !dbg !525

22:                                               ; preds = %17
  %23 = load %struct.stream*, %struct.stream** %4, align 8, !dbg !526
  %24 = getelementptr inbounds %struct.stream, %struct.stream* %23, i32 0, i32 9, !dbg !528
  %25 = getelementptr inbounds %struct.statistics, %struct.statistics* %24, i32 0, i32 2, !dbg !529
  %26 = load i32, i32* %25, align 8, !dbg !530
  %27 = add i32 %26, 1, !dbg !530
  store i32 %27, i32* %25, align 8, !dbg !530
  store i32 -2, i32* %6, align 4, !dbg !531
  br label %31, !dbg !532

28:                                               ; preds = %17
  %29 = load %struct.stream*, %struct.stream** %4, align 8, !dbg !533
  %30 = load i8, i8* %5, align 1, !dbg !534
  call void @put(%struct.stream* noundef %29, i8 noundef zeroext %30), !dbg !535
  br label %31, !dbg !535

31:                                               ; preds = %28, %22, %16
  call void @llvm.dbg.label(metadata !536), !dbg !537
  %32 = load %struct.stream*, %struct.stream** %4, align 8, !dbg !538
  %33 = getelementptr inbounds %struct.stream, %struct.stream* %32, i32 0, i32 0, !dbg !539
  call void @lock_give(%struct.lock* noundef %33), !dbg !540
  %34 = load i32, i32* %6, align 4, !dbg !541
  store i32 %34, i32* %3, align 4, !dbg !542
  br label %35, !dbg !542

35:                                               ; preds = %31, %10
  %36 = load i32, i32* %3, align 4, !dbg !543
  ret i32 %36, !dbg !543
}

declare zeroext i1 @lock_try(%struct.lock* noundef) #2

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @stream_read(%struct.stream* noundef %0, i8* noundef %1, i16 noundef zeroext %2) #0 !dbg !544 {
  %4 = alloca i32, align 4
  %5 = alloca %struct.stream*, align 8
  %6 = alloca i8*, align 8
  %7 = alloca i16, align 2
  %8 = alloca i16, align 2
  %9 = alloca i16, align 2
  %10 = alloca i32, align 4
  %11 = alloca i32, align 4
  store %struct.stream* %0, %struct.stream** %5, align 8
  call void @llvm.dbg.declare(metadata %struct.stream** %5, metadata !548, metadata !DIExpression()), !dbg !549
  store i8* %1, i8** %6, align 8
  call void @llvm.dbg.declare(metadata i8** %6, metadata !550, metadata !DIExpression()), !dbg !551
  store i16 %2, i16* %7, align 2
  call void @llvm.dbg.declare(metadata i16* %7, metadata !552, metadata !DIExpression()), !dbg !553
  call void @llvm.dbg.declare(metadata i16* %8, metadata !554, metadata !DIExpression()), !dbg !555
  call void @llvm.dbg.declare(metadata i16* %9, metadata !556, metadata !DIExpression()), !dbg !557
  store i16 0, i16* %9, align 2, !dbg !557
  call void @llvm.dbg.declare(metadata i32* %10, metadata !558, metadata !DIExpression()), !dbg !559
  %12 = load i8*, i8** %6, align 8, !dbg !560
  %13 = icmp eq i8* %12, null, !dbg !562
  br i1 %13, label %18, label %14, !dbg !563

14:                                               ; preds = %3
  %15 = load i16, i16* %7, align 2, !dbg !564
  %16 = zext i16 %15 to i32, !dbg !564
  %17 = icmp sgt i32 %16, 16, !dbg !565
  br i1 %17, label %18, label %19, !dbg !566

18:                                               ; preds = %14, %3
  store i32 -5, i32* %4, align 4, !dbg !567
  br label %82, !dbg !567

19:                                               ; preds = %14
  %20 = load %struct.stream*, %struct.stream** %5, align 8, !dbg !568
  %21 = getelementptr inbounds %struct.stream, %struct.stream* %20, i32 0, i32 0, !dbg !569
  call void @lock_take(%struct.lock* noundef %21), !dbg !570
  %22 = load %struct.stream*, %struct.stream** %5, align 8, !dbg !571
  %23 = getelementptr inbounds %struct.stream, %struct.stream* %22, i32 0, i32 6, !dbg !573
  %24 = load i16, i16* %23, align 4, !dbg !573
  %25 = zext i16 %24 to i32, !dbg !571
  %26 = icmp sgt i32 %25, 0, !dbg !574
  br i1 %26, label %27, label %30, !dbg !575

27:                                               ; preds = %19
  %28 = load %struct.stream*, %struct.stream** %5, align 8, !dbg !576
  %29 = getelementptr inbounds %struct.stream, %struct.stream* %28, i32 0, i32 0, !dbg !578
  call void @lock_give(%struct.lock* noundef %29), !dbg !579
  store i32 -4, i32* %4, align 4, !dbg !580
  br label %82, !dbg !580

30:                                               ; preds = %19
  %31 = load %struct.stream*, %struct.stream** %5, align 8, !dbg !581
  %32 = getelementptr inbounds %struct.stream, %struct.stream* %31, i32 0, i32 3, !dbg !583
  %33 = load i16, i16* %32, align 2, !dbg !583
  %34 = zext i16 %33 to i32, !dbg !581
  %35 = icmp eq i32 %34, 0, !dbg !584
  br i1 %35, label %36, label %46, !dbg !585

36:                                               ; preds = %30
  call void @llvm.dbg.declare(metadata i32* %11, metadata !586, metadata !DIExpression()), !dbg !588
  %37 = load %struct.stream*, %struct.stream** %5, align 8, !dbg !589
  %38 = getelementptr inbounds %struct.stream, %struct.stream* %37, i32 0, i32 7, !dbg !590
  %39 = load i8, i8* %38, align 2, !dbg !590
  %40 = trunc i8 %39 to i1, !dbg !590
  %41 = zext i1 %40 to i64, !dbg !589
  %42 = select i1 %40, i32 -1, i32 -3, !dbg !589
  store i32 %42, i32* %11, align 4, !dbg !588
  %43 = load %struct.stream*, %struct.stream** %5, align 8, !dbg !591
  %44 = getelementptr inbounds %struct.stream, %struct.stream* %43, i32 0, i32 0, !dbg !592
  call void @lock_give(%struct.lock* noundef %44), !dbg !593
  %45 = load i32, i32* %11, align 4, !dbg !594
  store i32 %45, i32* %4, align 4, !dbg !595
  br label %82, !dbg !595

46:                                               ; preds = %30
  %47 = load %struct.stream*, %struct.stream** %5, align 8, !dbg !596
  %48 = getelementptr inbounds %struct.stream, %struct.stream* %47, i32 0, i32 3, !dbg !597
  %49 = load i16, i16* %48, align 2, !dbg !597
  store i16 %49, i16* %8, align 2, !dbg !598
  br label %50, !dbg !599

50:                                               ; preds = %64, %46
  %51 = load i16, i16* %9, align 2, !dbg !600
  %52 = zext i16 %51 to i32, !dbg !600
  %53 = load i16, i16* %7, align 2, !dbg !601
  %54 = zext i16 %53 to i32, !dbg !601
  %55 = icmp slt i32 %52, %54, !dbg !602
  br i1 %55, label %56, label %62, !dbg !603

56:                                               ; preds = %50
  %57 = load %struct.stream*, %struct.stream** %5, align 8, !dbg !604
  %58 = getelementptr inbounds %struct.stream, %struct.stream* %57, i32 0, i32 3, !dbg !605
  %59 = load i16, i16* %58, align 2, !dbg !605
  %60 = zext i16 %59 to i32, !dbg !604
  %61 = icmp sgt i32 %60, 0, !dbg !606
  br label %62

62:                                               ; preds = %56, %50
  %63 = phi i1 [ false, %50 ], [ %61, %56 ], !dbg !607
  br i1 %63, label %64, label %72, !dbg !599

64:                                               ; preds = %62
  %65 = load %struct.stream*, %struct.stream** %5, align 8, !dbg !608
  %66 = call zeroext i8 @take(%struct.stream* noundef %65), !dbg !609
  %67 = load i8*, i8** %6, align 8, !dbg !610
  %68 = load i16, i16* %9, align 2, !dbg !611
  %69 = add i16 %68, 1, !dbg !611
  store i16 %69, i16* %9, align 2, !dbg !611
  %70 = zext i16 %68 to i64, !dbg !610
  %71 = getelementptr inbounds i8, i8* %67, i64 %70, !dbg !610
  store i8 %66, i8* %71, align 1, !dbg !612
  br label %50, !dbg !599, !llvm.loop !613

72:                                               ; preds = %62
  %73 = load %struct.stream*, %struct.stream** %5, align 8, !dbg !615
  %74 = load i16, i16* %8, align 2, !dbg !616
  %75 = call i32 @crossed(%struct.stream* noundef %73, i16 noundef zeroext %74), !dbg !617
  store i32 %75, i32* %10, align 4, !dbg !618
  %76 = load %struct.stream*, %struct.stream** %5, align 8, !dbg !619
  %77 = getelementptr inbounds %struct.stream, %struct.stream* %76, i32 0, i32 0, !dbg !620
  call void @lock_give(%struct.lock* noundef %77), !dbg !621
  %78 = load %struct.stream*, %struct.stream** %5, align 8, !dbg !622
  %79 = load i32, i32* %10, align 4, !dbg !623
  call void @notify(%struct.stream* noundef %78, i32 noundef %79), !dbg !624
  %80 = load i16, i16* %9, align 2, !dbg !625
  %81 = zext i16 %80 to i32, !dbg !625
  store i32 %81, i32* %4, align 4, !dbg !626
  br label %82, !dbg !626

82:                                               ; preds = %72, %36, %27, %18
  %83 = load i32, i32* %4, align 4, !dbg !627
  ret i32 %83, !dbg !627
}

; Function Attrs: noinline nounwind uwtable
define internal zeroext i8 @take(%struct.stream* noundef %0) #0 !dbg !628 {
  %2 = alloca %struct.stream*, align 8
  %3 = alloca i8, align 1
  store %struct.stream* %0, %struct.stream** %2, align 8
  call void @llvm.dbg.declare(metadata %struct.stream** %2, metadata !631, metadata !DIExpression()), !dbg !632
  call void @llvm.dbg.declare(metadata i8* %3, metadata !633, metadata !DIExpression()), !dbg !634
  %4 = load %struct.stream*, %struct.stream** %2, align 8, !dbg !635
  %5 = getelementptr inbounds %struct.stream, %struct.stream* %4, i32 0, i32 1, !dbg !636
  %6 = load %struct.stream*, %struct.stream** %2, align 8, !dbg !637
  %7 = getelementptr inbounds %struct.stream, %struct.stream* %6, i32 0, i32 2, !dbg !638
  %8 = load i16, i16* %7, align 4, !dbg !638
  %9 = zext i16 %8 to i32, !dbg !637
  %10 = srem i32 %9, 16, !dbg !639
  %11 = sext i32 %10 to i64, !dbg !635
  %12 = getelementptr inbounds [16 x i8], [16 x i8]* %5, i64 0, i64 %11, !dbg !635
  %13 = load i8, i8* %12, align 1, !dbg !635
  store i8 %13, i8* %3, align 1, !dbg !634
  %14 = load %struct.stream*, %struct.stream** %2, align 8, !dbg !640
  %15 = call zeroext i16 @position(%struct.stream* noundef %14, i16 noundef zeroext 1), !dbg !641
  %16 = load %struct.stream*, %struct.stream** %2, align 8, !dbg !642
  %17 = getelementptr inbounds %struct.stream, %struct.stream* %16, i32 0, i32 2, !dbg !643
  store i16 %15, i16* %17, align 4, !dbg !644
  %18 = load %struct.stream*, %struct.stream** %2, align 8, !dbg !645
  %19 = getelementptr inbounds %struct.stream, %struct.stream* %18, i32 0, i32 3, !dbg !646
  %20 = load i16, i16* %19, align 2, !dbg !647
  %21 = add i16 %20, -1, !dbg !647
  store i16 %21, i16* %19, align 2, !dbg !647
  %22 = load %struct.stream*, %struct.stream** %2, align 8, !dbg !648
  %23 = getelementptr inbounds %struct.stream, %struct.stream* %22, i32 0, i32 9, !dbg !649
  %24 = getelementptr inbounds %struct.statistics, %struct.statistics* %23, i32 0, i32 1, !dbg !650
  %25 = load i32, i32* %24, align 4, !dbg !651
  %26 = add i32 %25, 1, !dbg !651
  store i32 %26, i32* %24, align 4, !dbg !651
  %27 = load i8, i8* %3, align 1, !dbg !652
  ret i8 %27, !dbg !653
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @stream_borrow(%struct.stream* noundef %0, i8** noundef %1) #0 !dbg !654 {
  %3 = alloca i32, align 4
  %4 = alloca %struct.stream*, align 8
  %5 = alloca i8**, align 8
  %6 = alloca i16, align 2
  store %struct.stream* %0, %struct.stream** %4, align 8
  call void @llvm.dbg.declare(metadata %struct.stream** %4, metadata !658, metadata !DIExpression()), !dbg !659
  store i8** %1, i8*** %5, align 8
  call void @llvm.dbg.declare(metadata i8*** %5, metadata !660, metadata !DIExpression()), !dbg !661
  call void @llvm.dbg.declare(metadata i16* %6, metadata !662, metadata !DIExpression()), !dbg !663
  %7 = load i8**, i8*** %5, align 8, !dbg !664
  %8 = icmp eq i8** %7, null, !dbg !666
  br i1 %8, label %9, label %10, !dbg !667

9:                                                ; preds = %2
  store i32 -5, i32* %3, align 4, !dbg !668
  br label %71, !dbg !668

10:                                               ; preds = %2
  %11 = load %struct.stream*, %struct.stream** %4, align 8, !dbg !669
  %12 = getelementptr inbounds %struct.stream, %struct.stream* %11, i32 0, i32 0, !dbg !670
  call void @lock_take(%struct.lock* noundef %12), !dbg !671
  %13 = load %struct.stream*, %struct.stream** %4, align 8, !dbg !672
  %14 = getelementptr inbounds %struct.stream, %struct.stream* %13, i32 0, i32 6, !dbg !674
  %15 = load i16, i16* %14, align 4, !dbg !674
  %16 = zext i16 %15 to i32, !dbg !672
  %17 = icmp sgt i32 %16, 0, !dbg !675
  br i1 %17, label %18, label %21, !dbg !676

18:                                               ; preds = %10
  %19 = load %struct.stream*, %struct.stream** %4, align 8, !dbg !677
  %20 = getelementptr inbounds %struct.stream, %struct.stream* %19, i32 0, i32 0, !dbg !679
  call void @lock_give(%struct.lock* noundef %20), !dbg !680
  store i32 -4, i32* %3, align 4, !dbg !681
  br label %71, !dbg !681

21:                                               ; preds = %10
  %22 = load %struct.stream*, %struct.stream** %4, align 8, !dbg !682
  %23 = getelementptr inbounds %struct.stream, %struct.stream* %22, i32 0, i32 3, !dbg !683
  %24 = load i16, i16* %23, align 2, !dbg !683
  store i16 %24, i16* %6, align 2, !dbg !684
  %25 = load i16, i16* %6, align 2, !dbg !685
  %26 = zext i16 %25 to i32, !dbg !685
  %27 = load %struct.stream*, %struct.stream** %4, align 8, !dbg !687
  %28 = getelementptr inbounds %struct.stream, %struct.stream* %27, i32 0, i32 2, !dbg !688
  %29 = load i16, i16* %28, align 4, !dbg !688
  %30 = zext i16 %29 to i32, !dbg !687
  %31 = srem i32 %30, 16, !dbg !689
  %32 = sub nsw i32 16, %31, !dbg !690
  %33 = icmp sgt i32 %26, %32, !dbg !691
  br i1 %33, label %34, label %42, !dbg !692

34:                                               ; preds = %21
  %35 = load %struct.stream*, %struct.stream** %4, align 8, !dbg !693
  %36 = getelementptr inbounds %struct.stream, %struct.stream* %35, i32 0, i32 2, !dbg !694
  %37 = load i16, i16* %36, align 4, !dbg !694
  %38 = zext i16 %37 to i32, !dbg !693
  %39 = srem i32 %38, 16, !dbg !695
  %40 = sub nsw i32 16, %39, !dbg !696
  %41 = trunc i32 %40 to i16, !dbg !697
  store i16 %41, i16* %6, align 2, !dbg !698
  br label %42, !dbg !699

42:                                               ; preds = %34, %21
  %43 = load i16, i16* %6, align 2, !dbg !700
  %44 = zext i16 %43 to i32, !dbg !700
  %45 = icmp eq i32 %44, 0, !dbg !702
  br i1 %45, label %46, label %47, !dbg !703

46:                                               ; preds = %42
  store i32 -1, i32* %3, align 4, !dbg !704
  br label %71, !dbg !704

47:                                               ; preds = %42
  %48 = load %struct.stream*, %struct.stream** %4, align 8, !dbg !705
  %49 = getelementptr inbounds %struct.stream, %struct.stream* %48, i32 0, i32 1, !dbg !706
  %50 = load %struct.stream*, %struct.stream** %4, align 8, !dbg !707
  %51 = getelementptr inbounds %struct.stream, %struct.stream* %50, i32 0, i32 2, !dbg !708
  %52 = load i16, i16* %51, align 4, !dbg !708
  %53 = zext i16 %52 to i32, !dbg !707
  %54 = srem i32 %53, 16, !dbg !709
  %55 = sext i32 %54 to i64, !dbg !705
  %56 = getelementptr inbounds [16 x i8], [16 x i8]* %49, i64 0, i64 %55, !dbg !705
  %57 = load i8**, i8*** %5, align 8, !dbg !710
  store i8* %56, i8** %57, align 8, !dbg !711
  %58 = load i16, i16* %6, align 2, !dbg !712
  %59 = load %struct.stream*, %struct.stream** %4, align 8, !dbg !713
  %60 = getelementptr inbounds %struct.stream, %struct.stream* %59, i32 0, i32 6, !dbg !714
  store i16 %58, i16* %60, align 4, !dbg !715
  %61 = load %struct.stream*, %struct.stream** %4, align 8, !dbg !716
  %62 = getelementptr inbounds %struct.stream, %struct.stream* %61, i32 0, i32 9, !dbg !717
  %63 = getelementptr inbounds %struct.statistics, %struct.statistics* %62, i32 0, i32 3, !dbg !718
  %64 = load i8, i8* %63, align 4, !dbg !719
  %65 = and i8 %64, -17, !dbg !719
  %66 = or i8 %65, 16, !dbg !719
  store i8 %66, i8* %63, align 4, !dbg !719
  %67 = load %struct.stream*, %struct.stream** %4, align 8, !dbg !720
  %68 = getelementptr inbounds %struct.stream, %struct.stream* %67, i32 0, i32 0, !dbg !721
  call void @lock_give(%struct.lock* noundef %68), !dbg !722
  %69 = load i16, i16* %6, align 2, !dbg !723
  %70 = zext i16 %69 to i32, !dbg !723
  store i32 %70, i32* %3, align 4, !dbg !724
  br label %71, !dbg !724

71:                                               ; preds = %47, %46, %18, %9
  %72 = load i32, i32* %3, align 4, !dbg !725
  ret i32 %72, !dbg !725
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @stream_return(%struct.stream* noundef %0, i16 noundef zeroext %1) #0 !dbg !726 {
  %3 = alloca i32, align 4
  %4 = alloca %struct.stream*, align 8
  %5 = alloca i16, align 2
  %6 = alloca i16, align 2
  %7 = alloca i32, align 4
  store %struct.stream* %0, %struct.stream** %4, align 8
  call void @llvm.dbg.declare(metadata %struct.stream** %4, metadata !729, metadata !DIExpression()), !dbg !730
  store i16 %1, i16* %5, align 2
  call void @llvm.dbg.declare(metadata i16* %5, metadata !731, metadata !DIExpression()), !dbg !732
  call void @llvm.dbg.declare(metadata i16* %6, metadata !733, metadata !DIExpression()), !dbg !734
  call void @llvm.dbg.declare(metadata i32* %7, metadata !735, metadata !DIExpression()), !dbg !736
  %8 = load %struct.stream*, %struct.stream** %4, align 8, !dbg !737
  %9 = getelementptr inbounds %struct.stream, %struct.stream* %8, i32 0, i32 0, !dbg !738
  call void @lock_take(%struct.lock* noundef %9), !dbg !739
  %10 = load i16, i16* %5, align 2, !dbg !740
  %11 = zext i16 %10 to i32, !dbg !740
  %12 = load %struct.stream*, %struct.stream** %4, align 8, !dbg !742
  %13 = getelementptr inbounds %struct.stream, %struct.stream* %12, i32 0, i32 6, !dbg !743
  %14 = load i16, i16* %13, align 4, !dbg !743
  %15 = zext i16 %14 to i32, !dbg !742
  %16 = icmp sgt i32 %11, %15, !dbg !744
  br i1 %16, label %25, label %17, !dbg !745

17:                                               ; preds = %2
  %18 = load i16, i16* %5, align 2, !dbg !746
  %19 = zext i16 %18 to i32, !dbg !746
  %20 = load %struct.stream*, %struct.stream** %4, align 8, !dbg !747
  %21 = getelementptr inbounds %struct.stream, %struct.stream* %20, i32 0, i32 3, !dbg !748
  %22 = load i16, i16* %21, align 2, !dbg !748
  %23 = zext i16 %22 to i32, !dbg !747
  %24 = icmp sgt i32 %19, %23, !dbg !749
  br i1 %24, label %25, label %28, !dbg !750

25:                                               ; preds = %17, %2
  %26 = load %struct.stream*, %struct.stream** %4, align 8, !dbg !751
  %27 = getelementptr inbounds %struct.stream, %struct.stream* %26, i32 0, i32 0, !dbg !753
  call void @lock_give(%struct.lock* noundef %27), !dbg !754
  store i32 -5, i32* %3, align 4, !dbg !755
  br label %64, !dbg !755

28:                                               ; preds = %17
  %29 = load %struct.stream*, %struct.stream** %4, align 8, !dbg !756
  %30 = getelementptr inbounds %struct.stream, %struct.stream* %29, i32 0, i32 3, !dbg !757
  %31 = load i16, i16* %30, align 2, !dbg !757
  store i16 %31, i16* %6, align 2, !dbg !758
  %32 = load %struct.stream*, %struct.stream** %4, align 8, !dbg !759
  %33 = load i16, i16* %5, align 2, !dbg !760
  %34 = call zeroext i16 @position(%struct.stream* noundef %32, i16 noundef zeroext %33), !dbg !761
  %35 = load %struct.stream*, %struct.stream** %4, align 8, !dbg !762
  %36 = getelementptr inbounds %struct.stream, %struct.stream* %35, i32 0, i32 2, !dbg !763
  store i16 %34, i16* %36, align 4, !dbg !764
  %37 = load %struct.stream*, %struct.stream** %4, align 8, !dbg !765
  %38 = getelementptr inbounds %struct.stream, %struct.stream* %37, i32 0, i32 3, !dbg !766
  %39 = load i16, i16* %38, align 2, !dbg !766
  %40 = zext i16 %39 to i32, !dbg !765
  %41 = load i16, i16* %5, align 2, !dbg !767
  %42 = zext i16 %41 to i32, !dbg !767
  %43 = sub nsw i32 %40, %42, !dbg !768
  %44 = trunc i32 %43 to i16, !dbg !769
  %45 = load %struct.stream*, %struct.stream** %4, align 8, !dbg !770
  %46 = getelementptr inbounds %struct.stream, %struct.stream* %45, i32 0, i32 3, !dbg !771
  store i16 %44, i16* %46, align 2, !dbg !772
  %47 = load %struct.stream*, %struct.stream** %4, align 8, !dbg !773
  %48 = getelementptr inbounds %struct.stream, %struct.stream* %47, i32 0, i32 6, !dbg !774
  store i16 0, i16* %48, align 4, !dbg !775
  %49 = load %struct.stream*, %struct.stream** %4, align 8, !dbg !776
  %50 = getelementptr inbounds %struct.stream, %struct.stream* %49, i32 0, i32 9, !dbg !777
  %51 = getelementptr inbounds %struct.statistics, %struct.statistics* %50, i32 0, i32 3, !dbg !778
  %52 = load i8, i8* %51, align 4, !dbg !779
  %53 = and i8 %52, -17, !dbg !779
  %54 = or i8 %53, 0, !dbg !779
  store i8 %54, i8* %51, align 4, !dbg !779
  %55 = load %struct.stream*, %struct.stream** %4, align 8, !dbg !780
  %56 = load i16, i16* %6, align 2, !dbg !781
  %57 = call i32 @crossed(%struct.stream* noundef %55, i16 noundef zeroext %56), !dbg !782
  store i32 %57, i32* %7, align 4, !dbg !783
  %58 = load %struct.stream*, %struct.stream** %4, align 8, !dbg !784
  %59 = getelementptr inbounds %struct.stream, %struct.stream* %58, i32 0, i32 0, !dbg !785
  call void @lock_give(%struct.lock* noundef %59), !dbg !786
  %60 = load %struct.stream*, %struct.stream** %4, align 8, !dbg !787
  %61 = load i32, i32* %7, align 4, !dbg !788
  call void @notify(%struct.stream* noundef %60, i32 noundef %61), !dbg !789
  %62 = load i16, i16* %5, align 2, !dbg !790
  %63 = zext i16 %62 to i32, !dbg !790
  store i32 %63, i32* %3, align 4, !dbg !791
  br label %64, !dbg !791

64:                                               ; preds = %28, %25
  %65 = load i32, i32* %3, align 4, !dbg !792
  ret i32 %65, !dbg !792
}

; Function Attrs: noinline nounwind uwtable
define internal zeroext i16 @position(%struct.stream* noundef %0, i16 noundef zeroext %1) #0 !dbg !793 {
  %3 = alloca %struct.stream*, align 8
  %4 = alloca i16, align 2
  store %struct.stream* %0, %struct.stream** %3, align 8
  call void @llvm.dbg.declare(metadata %struct.stream** %3, metadata !796, metadata !DIExpression()), !dbg !797
  store i16 %1, i16* %4, align 2
  call void @llvm.dbg.declare(metadata i16* %4, metadata !798, metadata !DIExpression()), !dbg !799
  %5 = load %struct.stream*, %struct.stream** %3, align 8, !dbg !800
  %6 = getelementptr inbounds %struct.stream, %struct.stream* %5, i32 0, i32 2, !dbg !801
  %7 = load i16, i16* %6, align 4, !dbg !801
  %8 = zext i16 %7 to i32, !dbg !800
  %9 = load i16, i16* %4, align 2, !dbg !802
  %10 = zext i16 %9 to i32, !dbg !802
  %11 = add nsw i32 %8, %10, !dbg !803
  %12 = srem i32 %11, 16, !dbg !804
  %13 = trunc i32 %12 to i16, !dbg !805
  ret i16 %13, !dbg !806
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @stream_refused(%struct.stream* noundef %0) #0 !dbg !807 {
  %2 = alloca %struct.stream*, align 8
  %3 = alloca i32, align 4
  store %struct.stream* %0, %struct.stream** %2, align 8
  call void @llvm.dbg.declare(metadata %struct.stream** %2, metadata !810, metadata !DIExpression()), !dbg !811
  call void @llvm.dbg.declare(metadata i32* %3, metadata !812, metadata !DIExpression()), !dbg !813
  %4 = load %struct.stream*, %struct.stream** %2, align 8, !dbg !814
  %5 = getelementptr inbounds %struct.stream, %struct.stream* %4, i32 0, i32 0, !dbg !815
  call void @lock_take(%struct.lock* noundef %5), !dbg !816
  %6 = load %struct.stream*, %struct.stream** %2, align 8, !dbg !817
  %7 = getelementptr inbounds %struct.stream, %struct.stream* %6, i32 0, i32 9, !dbg !818
  %8 = getelementptr inbounds %struct.statistics, %struct.statistics* %7, i32 0, i32 2, !dbg !819
  %9 = load i32, i32* %8, align 8, !dbg !819
  store i32 %9, i32* %3, align 4, !dbg !820
  %10 = load %struct.stream*, %struct.stream** %2, align 8, !dbg !821
  %11 = getelementptr inbounds %struct.stream, %struct.stream* %10, i32 0, i32 0, !dbg !822
  call void @lock_give(%struct.lock* noundef %11), !dbg !823
  %12 = load i32, i32* %3, align 4, !dbg !824
  ret i32 %12, !dbg !825
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @console_init() #0 !dbg !826 {
  %1 = alloca i32, align 4
  %2 = alloca i32, align 4
  call void @llvm.dbg.declare(metadata i32* %2, metadata !829, metadata !DIExpression()), !dbg !830
  %3 = call i32 @stream_open(%struct.stream* noundef @console, i16 noundef zeroext 2, i16 noundef zeroext 12), !dbg !831
  store i32 %3, i32* %2, align 4, !dbg !830
  %4 = load i32, i32* %2, align 4, !dbg !832
  %5 = icmp ne i32 %4, 0, !dbg !834
  br i1 %5, label %6, label %8, !dbg !835

6:                                                ; preds = %0
  %7 = load i32, i32* %2, align 4, !dbg !836
  store i32 %7, i32* %1, align 4, !dbg !837
  br label %16, !dbg !837

8:                                                ; preds = %0
  %9 = call i32 @stream_listen(%struct.stream* noundef @console, void (%struct.stream*, i8*, i32)* noundef @on_low, i8* noundef null, i32 noundef 5), !dbg !838
  store i32 %9, i32* %2, align 4, !dbg !839
  %10 = load i32, i32* %2, align 4, !dbg !840
  %11 = icmp ne i32 %10, 0, !dbg !842
  br i1 %11, label %12, label %14, !dbg !843

12:                                               ; preds = %8
  %13 = load i32, i32* %2, align 4, !dbg !844
  store i32 %13, i32* %1, align 4, !dbg !845
  br label %16, !dbg !845

14:                                               ; preds = %8
  %15 = call i32 @stream_listen(%struct.stream* noundef @console, void (%struct.stream*, i8*, i32)* noundef @on_high, i8* noundef null, i32 noundef 2), !dbg !846
  store i32 %15, i32* %1, align 4, !dbg !847
  br label %16, !dbg !847

16:                                               ; preds = %14, %12, %6
  %17 = load i32, i32* %1, align 4, !dbg !848
  ret i32 %17, !dbg !848
}

declare void @on_low(%struct.stream* noundef, i8* noundef, i32 noundef) #2

declare void @on_high(%struct.stream* noundef, i8* noundef, i32 noundef) #2

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @console_write(i8 noundef zeroext %0, i8 noundef zeroext %1, i1 noundef zeroext %2) #0 !dbg !849 {
  %4 = alloca i8, align 1
  %5 = alloca i8, align 1
  %6 = alloca i8, align 1
  %7 = alloca [2 x i8], align 1
  store i8 %0, i8* %4, align 1
  call void @llvm.dbg.declare(metadata i8* %4, metadata !852, metadata !DIExpression()), !dbg !853
  store i8 %1, i8* %5, align 1
  call void @llvm.dbg.declare(metadata i8* %5, metadata !854, metadata !DIExpression()), !dbg !855
  %8 = zext i1 %2 to i8
  store i8 %8, i8* %6, align 1
  call void @llvm.dbg.declare(metadata i8* %6, metadata !856, metadata !DIExpression()), !dbg !857
  call void @llvm.dbg.declare(metadata [2 x i8]* %7, metadata !858, metadata !DIExpression()), !dbg !862
  %9 = load i8, i8* %4, align 1, !dbg !863
  %10 = getelementptr inbounds [2 x i8], [2 x i8]* %7, i64 0, i64 0, !dbg !864
  store i8 %9, i8* %10, align 1, !dbg !865
  %11 = load i8, i8* %5, align 1, !dbg !866
  %12 = getelementptr inbounds [2 x i8], [2 x i8]* %7, i64 0, i64 1, !dbg !867
  store i8 %11, i8* %12, align 1, !dbg !868
  %13 = getelementptr inbounds [2 x i8], [2 x i8]* %7, i64 0, i64 0, !dbg !869
  %14 = load i8, i8* %6, align 1, !dbg !870
  %15 = trunc i8 %14 to i1, !dbg !870
  %16 = zext i1 %15 to i64, !dbg !870
  %17 = select i1 %15, i32 2, i32 1, !dbg !870
  %18 = trunc i32 %17 to i16, !dbg !870
  %19 = call i32 @stream_write(%struct.stream* noundef @console, i8* noundef %13, i16 noundef zeroext %18), !dbg !871
  ret i32 %19, !dbg !872
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @console_read() #0 !dbg !873 {
  %1 = alloca [4 x i8], align 1
  %2 = alloca i32, align 4
  call void @llvm.dbg.declare(metadata [4 x i8]* %1, metadata !874, metadata !DIExpression()), !dbg !878
  call void @llvm.dbg.declare(metadata i32* %2, metadata !879, metadata !DIExpression()), !dbg !880
  %3 = getelementptr inbounds [4 x i8], [4 x i8]* %1, i64 0, i64 0, !dbg !881
  %4 = call i32 @stream_read(%struct.stream* noundef @console, i8* noundef %3, i16 noundef zeroext 4), !dbg !882
  store i32 %4, i32* %2, align 4, !dbg !880
  %5 = load i32, i32* %2, align 4, !dbg !883
  %6 = icmp sgt i32 %5, 0, !dbg !884
  br i1 %6, label %7, label %11, !dbg !883

7:                                                ; preds = %0
  %8 = getelementptr inbounds [4 x i8], [4 x i8]* %1, i64 0, i64 0, !dbg !885
  %9 = load i8, i8* %8, align 1, !dbg !885
  %10 = zext i8 %9 to i32, !dbg !885
  br label %13, !dbg !883

11:                                               ; preds = %0
  %12 = load i32, i32* %2, align 4, !dbg !886
  br label %13, !dbg !883

13:                                               ; preds = %11, %7
  %14 = phi i32 [ %10, %7 ], [ %12, %11 ], !dbg !883
  ret i32 %14, !dbg !887
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @console_interrupt(i8 noundef zeroext %0) #0 !dbg !888 {
  %2 = alloca i8, align 1
  store i8 %0, i8* %2, align 1
  call void @llvm.dbg.declare(metadata i8* %2, metadata !891, metadata !DIExpression()), !dbg !892
  %3 = load i8, i8* %2, align 1, !dbg !893
  %4 = call i32 @stream_write_from_interrupt(%struct.stream* noundef @console, i8 noundef zeroext %3), !dbg !894
  ret i32 %4, !dbg !895
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @console_skip(i16 noundef zeroext %0) #0 !dbg !896 {
  %2 = alloca i32, align 4
  %3 = alloca i16, align 2
  %4 = alloca i8*, align 8
  %5 = alloca i32, align 4
  store i16 %0, i16* %3, align 2
  call void @llvm.dbg.declare(metadata i16* %3, metadata !899, metadata !DIExpression()), !dbg !900
  call void @llvm.dbg.declare(metadata i8** %4, metadata !901, metadata !DIExpression()), !dbg !902
  store i8* null, i8** %4, align 8, !dbg !902
  call void @llvm.dbg.declare(metadata i32* %5, metadata !903, metadata !DIExpression()), !dbg !904
  %6 = call i32 @stream_borrow(%struct.stream* noundef @console, i8** noundef %4), !dbg !905
  store i32 %6, i32* %5, align 4, !dbg !904
  %7 = load i32, i32* %5, align 4, !dbg !906
  %8 = icmp sle i32 %7, 0, !dbg !908
  br i1 %8, label %9, label %11, !dbg !909

9:                                                ; preds = %1
  %10 = load i32, i32* %5, align 4, !dbg !910
  store i32 %10, i32* %2, align 4, !dbg !911
  br label %22, !dbg !911

11:                                               ; preds = %1
  %12 = load i16, i16* %3, align 2, !dbg !912
  %13 = zext i16 %12 to i32, !dbg !912
  %14 = load i32, i32* %5, align 4, !dbg !914
  %15 = icmp sgt i32 %13, %14, !dbg !915
  br i1 %15, label %16, label %19, !dbg !916

16:                                               ; preds = %11
  %17 = load i32, i32* %5, align 4, !dbg !917
  %18 = trunc i32 %17 to i16, !dbg !918
  store i16 %18, i16* %3, align 2, !dbg !919
  br label %19, !dbg !920

19:                                               ; preds = %16, %11
  %20 = load i16, i16* %3, align 2, !dbg !921
  %21 = call i32 @stream_return(%struct.stream* noundef @console, i16 noundef zeroext %20), !dbg !922
  store i32 %21, i32* %2, align 4, !dbg !923
  br label %22, !dbg !923

22:                                               ; preds = %19, %9
  %23 = load i32, i32* %2, align 4, !dbg !924
  ret i32 %23, !dbg !924
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @console_shutdown() #0 !dbg !925 {
  %1 = call i32 @stream_close(%struct.stream* noundef @console), !dbg !926
  ret i32 %1, !dbg !927
}

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!71, !72, !73, !74, !75, !76, !77}
!llvm.ident = !{!78}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "console", scope: !2, file: !3, line: 71, type: !28, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, retainedTypes: !20, globals: !27, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "stream-keeps-lock.c", directory: ".", checksumkind: CSK_MD5, checksum: "30c93041ad09a3ffe13269a4374e50c4")
!4 = !{!5, !14}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "stream_error", file: !3, line: 13, baseType: !6, size: 32, elements: !7)
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = !{!8, !9, !10, !11, !12, !13}
!8 = !DIEnumerator(name: "STREAM_OK", value: 0)
!9 = !DIEnumerator(name: "STREAM_EMPTY", value: -1)
!10 = !DIEnumerator(name: "STREAM_FULL", value: -2)
!11 = !DIEnumerator(name: "STREAM_CLOSED", value: -3)
!12 = !DIEnumerator(name: "STREAM_BUSY", value: -4)
!13 = !DIEnumerator(name: "STREAM_INVALID", value: -5)
!14 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "stream_event", file: !3, line: 22, baseType: !15, size: 32, elements: !16)
!15 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!16 = !{!17, !18, !19}
!17 = !DIEnumerator(name: "EVENT_LOW", value: 1)
!18 = !DIEnumerator(name: "EVENT_HIGH", value: 2)
!19 = !DIEnumerator(name: "EVENT_CLOSED", value: 4)
!20 = !{!21, !22}
!21 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!22 = !DIDerivedType(tag: DW_TAG_typedef, name: "uint16_t", file: !23, line: 25, baseType: !24)
!23 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/stdint-uintn.h", directory: "", checksumkind: CSK_MD5, checksum: "2bf2ae53c58c01b1a1b9383b5195125c")
!24 = !DIDerivedType(tag: DW_TAG_typedef, name: "__uint16_t", file: !25, line: 40, baseType: !26)
!25 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/types.h", directory: "", checksumkind: CSK_MD5, checksum: "d108b5f93a74c50510d7d9bc0ab36df9")
!26 = !DIBasicType(name: "unsigned short", size: 16, encoding: DW_ATE_unsigned)
!27 = !{!0}
!28 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "stream", file: !3, line: 51, size: 960, elements: !29)
!29 = !{!30, !34, !41, !42, !43, !44, !45, !46, !48, !62}
!30 = !DIDerivedType(tag: DW_TAG_member, name: "lock", scope: !28, file: !3, line: 52, baseType: !31, size: 32)
!31 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "lock", file: !3, line: 28, size: 32, elements: !32)
!32 = !{!33}
!33 = !DIDerivedType(tag: DW_TAG_member, name: "holder", scope: !31, file: !3, line: 29, baseType: !6, size: 32)
!34 = !DIDerivedType(tag: DW_TAG_member, name: "bytes", scope: !28, file: !3, line: 53, baseType: !35, size: 128, offset: 32)
!35 = !DICompositeType(tag: DW_TAG_array_type, baseType: !36, size: 128, elements: !39)
!36 = !DIDerivedType(tag: DW_TAG_typedef, name: "uint8_t", file: !23, line: 24, baseType: !37)
!37 = !DIDerivedType(tag: DW_TAG_typedef, name: "__uint8_t", file: !25, line: 38, baseType: !38)
!38 = !DIBasicType(name: "unsigned char", size: 8, encoding: DW_ATE_unsigned_char)
!39 = !{!40}
!40 = !DISubrange(count: 16)
!41 = !DIDerivedType(tag: DW_TAG_member, name: "head", scope: !28, file: !3, line: 54, baseType: !22, size: 16, offset: 160)
!42 = !DIDerivedType(tag: DW_TAG_member, name: "count", scope: !28, file: !3, line: 55, baseType: !22, size: 16, offset: 176)
!43 = !DIDerivedType(tag: DW_TAG_member, name: "low", scope: !28, file: !3, line: 56, baseType: !22, size: 16, offset: 192)
!44 = !DIDerivedType(tag: DW_TAG_member, name: "high", scope: !28, file: !3, line: 57, baseType: !22, size: 16, offset: 208)
!45 = !DIDerivedType(tag: DW_TAG_member, name: "lent", scope: !28, file: !3, line: 58, baseType: !22, size: 16, offset: 224)
!46 = !DIDerivedType(tag: DW_TAG_member, name: "open", scope: !28, file: !3, line: 59, baseType: !47, size: 8, offset: 240)
!47 = !DIBasicType(name: "_Bool", size: 8, encoding: DW_ATE_boolean)
!48 = !DIDerivedType(tag: DW_TAG_member, name: "listeners", scope: !28, file: !3, line: 60, baseType: !49, size: 576, offset: 256)
!49 = !DICompositeType(tag: DW_TAG_array_type, baseType: !50, size: 576, elements: !60)
!50 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "listener", file: !3, line: 36, size: 192, elements: !51)
!51 = !{!52, !58, !59}
!52 = !DIDerivedType(tag: DW_TAG_member, name: "call", scope: !50, file: !3, line: 37, baseType: !53, size: 64)
!53 = !DIDerivedType(tag: DW_TAG_typedef, name: "stream_callback", file: !3, line: 34, baseType: !54)
!54 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !55, size: 64)
!55 = !DISubroutineType(types: !56)
!56 = !{null, !57, !21, !15}
!57 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !28, size: 64)
!58 = !DIDerivedType(tag: DW_TAG_member, name: "argument", scope: !50, file: !3, line: 38, baseType: !21, size: 64, offset: 64)
!59 = !DIDerivedType(tag: DW_TAG_member, name: "events", scope: !50, file: !3, line: 39, baseType: !15, size: 32, offset: 128)
!60 = !{!61}
!61 = !DISubrange(count: 3)
!62 = !DIDerivedType(tag: DW_TAG_member, name: "statistics", scope: !28, file: !3, line: 61, baseType: !63, size: 128, offset: 832)
!63 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "statistics", file: !3, line: 42, size: 128, elements: !64)
!64 = !{!65, !66, !67, !68, !69, !70}
!65 = !DIDerivedType(tag: DW_TAG_member, name: "written", scope: !63, file: !3, line: 43, baseType: !15, size: 32)
!66 = !DIDerivedType(tag: DW_TAG_member, name: "read", scope: !63, file: !3, line: 44, baseType: !15, size: 32, offset: 32)
!67 = !DIDerivedType(tag: DW_TAG_member, name: "refused", scope: !63, file: !3, line: 45, baseType: !15, size: 32, offset: 64)
!68 = !DIDerivedType(tag: DW_TAG_member, name: "high", scope: !63, file: !3, line: 46, baseType: !15, size: 4, offset: 96, flags: DIFlagBitField, extraData: i64 96)
!69 = !DIDerivedType(tag: DW_TAG_member, name: "borrowed", scope: !63, file: !3, line: 47, baseType: !15, size: 1, offset: 100, flags: DIFlagBitField, extraData: i64 96)
!70 = !DIDerivedType(tag: DW_TAG_member, name: "closed", scope: !63, file: !3, line: 48, baseType: !15, size: 1, offset: 101, flags: DIFlagBitField, extraData: i64 96)
!71 = !{i32 7, !"Dwarf Version", i32 5}
!72 = !{i32 2, !"Debug Info Version", i32 3}
!73 = !{i32 1, !"wchar_size", i32 4}
!74 = !{i32 7, !"PIC Level", i32 2}
!75 = !{i32 7, !"PIE Level", i32 2}
!76 = !{i32 7, !"uwtable", i32 1}
!77 = !{i32 7, !"frame-pointer", i32 2}
!78 = !{!"Debian clang version 14.0.6"}
!79 = distinct !DISubprogram(name: "stream_open", scope: !3, file: !3, line: 126, type: !80, scopeLine: 127, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !82)
!80 = !DISubroutineType(types: !81)
!81 = !{!6, !57, !22, !22}
!82 = !{}
!83 = !DILocalVariable(name: "stream", arg: 1, scope: !79, file: !3, line: 126, type: !57)
!84 = !DILocation(line: 126, column: 32, scope: !79)
!85 = !DILocalVariable(name: "low", arg: 2, scope: !79, file: !3, line: 126, type: !22)
!86 = !DILocation(line: 126, column: 49, scope: !79)
!87 = !DILocalVariable(name: "high", arg: 3, scope: !79, file: !3, line: 126, type: !22)
!88 = !DILocation(line: 126, column: 63, scope: !79)
!89 = !DILocalVariable(name: "result", scope: !79, file: !3, line: 128, type: !6)
!90 = !DILocation(line: 128, column: 9, scope: !79)
!91 = !DILocation(line: 130, column: 9, scope: !92)
!92 = distinct !DILexicalBlock(scope: !79, file: !3, line: 130, column: 9)
!93 = !DILocation(line: 130, column: 14, scope: !92)
!94 = !DILocation(line: 130, column: 28, scope: !92)
!95 = !DILocation(line: 130, column: 31, scope: !92)
!96 = !DILocation(line: 130, column: 38, scope: !92)
!97 = !DILocation(line: 130, column: 35, scope: !92)
!98 = !DILocation(line: 130, column: 9, scope: !79)
!99 = !DILocation(line: 131, column: 9, scope: !92)
!100 = !DILocation(line: 132, column: 16, scope: !79)
!101 = !DILocation(line: 132, column: 24, scope: !79)
!102 = !DILocation(line: 132, column: 5, scope: !79)
!103 = !DILocation(line: 133, column: 9, scope: !104)
!104 = distinct !DILexicalBlock(scope: !79, file: !3, line: 133, column: 9)
!105 = !DILocation(line: 133, column: 17, scope: !104)
!106 = !DILocation(line: 133, column: 9, scope: !79)
!107 = !DILocation(line: 134, column: 16, scope: !108)
!108 = distinct !DILexicalBlock(scope: !104, file: !3, line: 133, column: 23)
!109 = !DILocation(line: 135, column: 9, scope: !108)
!110 = !DILocation(line: 137, column: 5, scope: !79)
!111 = !DILocation(line: 137, column: 13, scope: !79)
!112 = !DILocation(line: 137, column: 18, scope: !79)
!113 = !DILocation(line: 138, column: 5, scope: !79)
!114 = !DILocation(line: 138, column: 13, scope: !79)
!115 = !DILocation(line: 138, column: 19, scope: !79)
!116 = !DILocation(line: 139, column: 5, scope: !79)
!117 = !DILocation(line: 139, column: 13, scope: !79)
!118 = !DILocation(line: 139, column: 18, scope: !79)
!119 = !DILocation(line: 140, column: 19, scope: !79)
!120 = !DILocation(line: 140, column: 5, scope: !79)
!121 = !DILocation(line: 140, column: 13, scope: !79)
!122 = !DILocation(line: 140, column: 17, scope: !79)
!123 = !DILocation(line: 141, column: 20, scope: !79)
!124 = !DILocation(line: 141, column: 5, scope: !79)
!125 = !DILocation(line: 141, column: 13, scope: !79)
!126 = !DILocation(line: 141, column: 18, scope: !79)
!127 = !DILocation(line: 142, column: 5, scope: !79)
!128 = !DILocation(line: 142, column: 13, scope: !79)
!129 = !DILocation(line: 142, column: 24, scope: !79)
!130 = !DILocation(line: 142, column: 32, scope: !79)
!131 = !DILocation(line: 143, column: 5, scope: !79)
!132 = !DILocation(line: 143, column: 13, scope: !79)
!133 = !DILocation(line: 143, column: 24, scope: !79)
!134 = !DILocation(line: 143, column: 29, scope: !79)
!135 = !DILocation(line: 144, column: 5, scope: !79)
!136 = !DILocation(line: 144, column: 13, scope: !79)
!137 = !DILocation(line: 144, column: 24, scope: !79)
!138 = !DILocation(line: 144, column: 33, scope: !79)
!139 = !DILocation(line: 145, column: 5, scope: !79)
!140 = !DILocation(line: 145, column: 13, scope: !79)
!141 = !DILocation(line: 145, column: 24, scope: !79)
!142 = !DILocation(line: 145, column: 31, scope: !79)
!143 = !DILocation(line: 146, column: 5, scope: !79)
!144 = !DILocation(line: 146, column: 13, scope: !79)
!145 = !DILocation(line: 146, column: 18, scope: !79)
!146 = !DILabel(scope: !79, name: "out", file: !3, line: 147)
!147 = !DILocation(line: 147, column: 1, scope: !79)
!148 = !DILocation(line: 148, column: 16, scope: !79)
!149 = !DILocation(line: 148, column: 24, scope: !79)
!150 = !DILocation(line: 148, column: 5, scope: !79)
!151 = !DILocation(line: 149, column: 12, scope: !79)
!152 = !DILocation(line: 149, column: 5, scope: !79)
!153 = !DILocation(line: 150, column: 1, scope: !79)
!154 = distinct !DISubprogram(name: "stream_close", scope: !3, file: !3, line: 152, type: !155, scopeLine: 153, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !82)
!155 = !DISubroutineType(types: !156)
!156 = !{!6, !57}
!157 = !DILocalVariable(name: "stream", arg: 1, scope: !154, file: !3, line: 152, type: !57)
!158 = !DILocation(line: 152, column: 33, scope: !154)
!159 = !DILocalVariable(name: "event", scope: !154, file: !3, line: 154, type: !15)
!160 = !DILocation(line: 154, column: 14, scope: !154)
!161 = !DILocalVariable(name: "result", scope: !154, file: !3, line: 155, type: !6)
!162 = !DILocation(line: 155, column: 9, scope: !154)
!163 = !DILocation(line: 157, column: 16, scope: !154)
!164 = !DILocation(line: 157, column: 24, scope: !154)
!165 = !DILocation(line: 157, column: 5, scope: !154)
!166 = !DILocation(line: 158, column: 10, scope: !167)
!167 = distinct !DILexicalBlock(scope: !154, file: !3, line: 158, column: 9)
!168 = !DILocation(line: 158, column: 18, scope: !167)
!169 = !DILocation(line: 158, column: 9, scope: !154)
!170 = !DILocation(line: 159, column: 16, scope: !171)
!171 = distinct !DILexicalBlock(scope: !167, file: !3, line: 158, column: 24)
!172 = !DILocation(line: 160, column: 5, scope: !171)
!173 = !DILocation(line: 160, column: 16, scope: !174)
!174 = distinct !DILexicalBlock(scope: !167, file: !3, line: 160, column: 16)
!175 = !DILocation(line: 160, column: 24, scope: !174)
!176 = !DILocation(line: 160, column: 29, scope: !174)
!177 = !DILocation(line: 160, column: 16, scope: !167)
!178 = !DILocation(line: 161, column: 16, scope: !179)
!179 = distinct !DILexicalBlock(scope: !174, file: !3, line: 160, column: 34)
!180 = !DILocation(line: 162, column: 5, scope: !179)
!181 = !DILocation(line: 163, column: 9, scope: !182)
!182 = distinct !DILexicalBlock(scope: !174, file: !3, line: 162, column: 12)
!183 = !DILocation(line: 163, column: 17, scope: !182)
!184 = !DILocation(line: 163, column: 22, scope: !182)
!185 = !DILocation(line: 164, column: 9, scope: !182)
!186 = !DILocation(line: 164, column: 17, scope: !182)
!187 = !DILocation(line: 164, column: 28, scope: !182)
!188 = !DILocation(line: 164, column: 35, scope: !182)
!189 = !DILocation(line: 165, column: 15, scope: !182)
!190 = !DILocation(line: 167, column: 16, scope: !154)
!191 = !DILocation(line: 167, column: 24, scope: !154)
!192 = !DILocation(line: 167, column: 5, scope: !154)
!193 = !DILocation(line: 168, column: 12, scope: !154)
!194 = !DILocation(line: 168, column: 20, scope: !154)
!195 = !DILocation(line: 168, column: 5, scope: !154)
!196 = !DILocation(line: 169, column: 12, scope: !154)
!197 = !DILocation(line: 169, column: 5, scope: !154)
!198 = distinct !DISubprogram(name: "notify", scope: !3, file: !3, line: 84, type: !199, scopeLine: 85, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !82)
!199 = !DISubroutineType(types: !200)
!200 = !{null, !57, !15}
!201 = !DILocalVariable(name: "stream", arg: 1, scope: !198, file: !3, line: 84, type: !57)
!202 = !DILocation(line: 84, column: 35, scope: !198)
!203 = !DILocalVariable(name: "event", arg: 2, scope: !198, file: !3, line: 84, type: !15)
!204 = !DILocation(line: 84, column: 52, scope: !198)
!205 = !DILocalVariable(name: "i", scope: !198, file: !3, line: 86, type: !6)
!206 = !DILocation(line: 86, column: 9, scope: !198)
!207 = !DILocation(line: 88, column: 9, scope: !208)
!208 = distinct !DILexicalBlock(scope: !198, file: !3, line: 88, column: 9)
!209 = !DILocation(line: 88, column: 15, scope: !208)
!210 = !DILocation(line: 88, column: 9, scope: !198)
!211 = !DILocation(line: 89, column: 9, scope: !208)
!212 = !DILocation(line: 90, column: 12, scope: !213)
!213 = distinct !DILexicalBlock(scope: !198, file: !3, line: 90, column: 5)
!214 = !DILocation(line: 90, column: 10, scope: !213)
!215 = !DILocation(line: 90, column: 17, scope: !216)
!216 = distinct !DILexicalBlock(scope: !213, file: !3, line: 90, column: 5)
!217 = !DILocation(line: 90, column: 19, scope: !216)
!218 = !DILocation(line: 90, column: 5, scope: !213)
!219 = !DILocalVariable(name: "listener", scope: !220, file: !3, line: 91, type: !221)
!220 = distinct !DILexicalBlock(scope: !216, file: !3, line: 90, column: 44)
!221 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !50, size: 64)
!222 = !DILocation(line: 91, column: 26, scope: !220)
!223 = !DILocation(line: 91, column: 38, scope: !220)
!224 = !DILocation(line: 91, column: 46, scope: !220)
!225 = !DILocation(line: 91, column: 56, scope: !220)
!226 = !DILocation(line: 92, column: 13, scope: !227)
!227 = distinct !DILexicalBlock(scope: !220, file: !3, line: 92, column: 13)
!228 = !DILocation(line: 92, column: 23, scope: !227)
!229 = !DILocation(line: 92, column: 28, scope: !227)
!230 = !DILocation(line: 92, column: 36, scope: !227)
!231 = !DILocation(line: 92, column: 40, scope: !227)
!232 = !DILocation(line: 92, column: 50, scope: !227)
!233 = !DILocation(line: 92, column: 59, scope: !227)
!234 = !DILocation(line: 92, column: 57, scope: !227)
!235 = !DILocation(line: 92, column: 66, scope: !227)
!236 = !DILocation(line: 92, column: 13, scope: !220)
!237 = !DILocation(line: 93, column: 13, scope: !227)
!238 = !DILocation(line: 93, column: 23, scope: !227)
!239 = !DILocation(line: 93, column: 28, scope: !227)
!240 = !DILocation(line: 93, column: 36, scope: !227)
!241 = !DILocation(line: 93, column: 46, scope: !227)
!242 = !DILocation(line: 93, column: 56, scope: !227)
!243 = !DILocation(line: 94, column: 5, scope: !220)
!244 = !DILocation(line: 90, column: 40, scope: !216)
!245 = !DILocation(line: 90, column: 5, scope: !216)
!246 = distinct !{!246, !218, !247, !248}
!247 = !DILocation(line: 94, column: 5, scope: !213)
!248 = !{!"llvm.loop.mustprogress"}
!249 = !DILocation(line: 95, column: 1, scope: !198)
!250 = distinct !DISubprogram(name: "stream_listen", scope: !3, file: !3, line: 172, type: !251, scopeLine: 173, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !82)
!251 = !DISubroutineType(types: !252)
!252 = !{!6, !57, !53, !21, !15}
!253 = !DILocalVariable(name: "stream", arg: 1, scope: !250, file: !3, line: 172, type: !57)
!254 = !DILocation(line: 172, column: 34, scope: !250)
!255 = !DILocalVariable(name: "call", arg: 2, scope: !250, file: !3, line: 172, type: !53)
!256 = !DILocation(line: 172, column: 58, scope: !250)
!257 = !DILocalVariable(name: "argument", arg: 3, scope: !250, file: !3, line: 172, type: !21)
!258 = !DILocation(line: 172, column: 70, scope: !250)
!259 = !DILocalVariable(name: "events", arg: 4, scope: !250, file: !3, line: 172, type: !15)
!260 = !DILocation(line: 172, column: 89, scope: !250)
!261 = !DILocalVariable(name: "result", scope: !250, file: !3, line: 174, type: !6)
!262 = !DILocation(line: 174, column: 9, scope: !250)
!263 = !DILocalVariable(name: "i", scope: !250, file: !3, line: 175, type: !6)
!264 = !DILocation(line: 175, column: 9, scope: !250)
!265 = !DILocation(line: 177, column: 9, scope: !266)
!266 = distinct !DILexicalBlock(scope: !250, file: !3, line: 177, column: 9)
!267 = !DILocation(line: 177, column: 14, scope: !266)
!268 = !DILocation(line: 177, column: 22, scope: !266)
!269 = !DILocation(line: 177, column: 25, scope: !266)
!270 = !DILocation(line: 177, column: 32, scope: !266)
!271 = !DILocation(line: 177, column: 9, scope: !250)
!272 = !DILocation(line: 178, column: 9, scope: !266)
!273 = !DILocation(line: 179, column: 16, scope: !250)
!274 = !DILocation(line: 179, column: 24, scope: !250)
!275 = !DILocation(line: 179, column: 5, scope: !250)
!276 = !DILocation(line: 180, column: 12, scope: !277)
!277 = distinct !DILexicalBlock(scope: !250, file: !3, line: 180, column: 5)
!278 = !DILocation(line: 180, column: 10, scope: !277)
!279 = !DILocation(line: 180, column: 17, scope: !280)
!280 = distinct !DILexicalBlock(scope: !277, file: !3, line: 180, column: 5)
!281 = !DILocation(line: 180, column: 19, scope: !280)
!282 = !DILocation(line: 180, column: 5, scope: !277)
!283 = !DILocalVariable(name: "listener", scope: !284, file: !3, line: 181, type: !221)
!284 = distinct !DILexicalBlock(scope: !280, file: !3, line: 180, column: 44)
!285 = !DILocation(line: 181, column: 26, scope: !284)
!286 = !DILocation(line: 181, column: 38, scope: !284)
!287 = !DILocation(line: 181, column: 46, scope: !284)
!288 = !DILocation(line: 181, column: 56, scope: !284)
!289 = !DILocation(line: 182, column: 13, scope: !290)
!290 = distinct !DILexicalBlock(scope: !284, file: !3, line: 182, column: 13)
!291 = !DILocation(line: 182, column: 23, scope: !290)
!292 = !DILocation(line: 182, column: 31, scope: !290)
!293 = !DILocation(line: 182, column: 28, scope: !290)
!294 = !DILocation(line: 182, column: 13, scope: !284)
!295 = !DILocation(line: 183, column: 33, scope: !296)
!296 = distinct !DILexicalBlock(scope: !290, file: !3, line: 182, column: 37)
!297 = !DILocation(line: 183, column: 13, scope: !296)
!298 = !DILocation(line: 183, column: 23, scope: !296)
!299 = !DILocation(line: 183, column: 30, scope: !296)
!300 = !DILocation(line: 184, column: 20, scope: !296)
!301 = !DILocation(line: 185, column: 13, scope: !296)
!302 = !DILocation(line: 187, column: 13, scope: !303)
!303 = distinct !DILexicalBlock(scope: !284, file: !3, line: 187, column: 13)
!304 = !DILocation(line: 187, column: 23, scope: !303)
!305 = !DILocation(line: 187, column: 28, scope: !303)
!306 = !DILocation(line: 187, column: 13, scope: !284)
!307 = !DILocation(line: 188, column: 34, scope: !308)
!308 = distinct !DILexicalBlock(scope: !303, file: !3, line: 187, column: 37)
!309 = !DILocation(line: 188, column: 13, scope: !308)
!310 = !DILocation(line: 188, column: 23, scope: !308)
!311 = !DILocation(line: 188, column: 32, scope: !308)
!312 = !DILocation(line: 189, column: 32, scope: !308)
!313 = !DILocation(line: 189, column: 13, scope: !308)
!314 = !DILocation(line: 189, column: 23, scope: !308)
!315 = !DILocation(line: 189, column: 30, scope: !308)
!316 = !DILocation(line: 190, column: 30, scope: !308)
!317 = !DILocation(line: 190, column: 13, scope: !308)
!318 = !DILocation(line: 190, column: 23, scope: !308)
!319 = !DILocation(line: 190, column: 28, scope: !308)
!320 = !DILocation(line: 191, column: 20, scope: !308)
!321 = !DILocation(line: 192, column: 13, scope: !308)
!322 = !DILocation(line: 194, column: 5, scope: !284)
!323 = !DILocation(line: 180, column: 40, scope: !280)
!324 = !DILocation(line: 180, column: 5, scope: !280)
!325 = distinct !{!325, !282, !326, !248}
!326 = !DILocation(line: 194, column: 5, scope: !277)
!327 = !DILocation(line: 195, column: 16, scope: !250)
!328 = !DILocation(line: 195, column: 24, scope: !250)
!329 = !DILocation(line: 195, column: 5, scope: !250)
!330 = !DILocation(line: 196, column: 12, scope: !250)
!331 = !DILocation(line: 196, column: 5, scope: !250)
!332 = !DILocation(line: 197, column: 1, scope: !250)
!333 = distinct !DISubprogram(name: "stream_write", scope: !3, file: !3, line: 199, type: !334, scopeLine: 200, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !82)
!334 = !DISubroutineType(types: !335)
!335 = !{!6, !57, !336, !22}
!336 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !337, size: 64)
!337 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !36)
!338 = !DILocalVariable(name: "stream", arg: 1, scope: !333, file: !3, line: 199, type: !57)
!339 = !DILocation(line: 199, column: 33, scope: !333)
!340 = !DILocalVariable(name: "from", arg: 2, scope: !333, file: !3, line: 199, type: !336)
!341 = !DILocation(line: 199, column: 56, scope: !333)
!342 = !DILocalVariable(name: "length", arg: 3, scope: !333, file: !3, line: 199, type: !22)
!343 = !DILocation(line: 199, column: 71, scope: !333)
!344 = !DILocalVariable(name: "before", scope: !333, file: !3, line: 201, type: !22)
!345 = !DILocation(line: 201, column: 14, scope: !333)
!346 = !DILocalVariable(name: "i", scope: !333, file: !3, line: 201, type: !22)
!347 = !DILocation(line: 201, column: 22, scope: !333)
!348 = !DILocalVariable(name: "events", scope: !333, file: !3, line: 202, type: !15)
!349 = !DILocation(line: 202, column: 14, scope: !333)
!350 = !DILocation(line: 204, column: 9, scope: !351)
!351 = distinct !DILexicalBlock(scope: !333, file: !3, line: 204, column: 9)
!352 = !DILocation(line: 204, column: 14, scope: !351)
!353 = !DILocation(line: 204, column: 22, scope: !351)
!354 = !DILocation(line: 204, column: 25, scope: !351)
!355 = !DILocation(line: 204, column: 32, scope: !351)
!356 = !DILocation(line: 204, column: 9, scope: !333)
!357 = !DILocation(line: 205, column: 9, scope: !351)
!358 = !DILocation(line: 206, column: 16, scope: !333)
!359 = !DILocation(line: 206, column: 24, scope: !333)
!360 = !DILocation(line: 206, column: 5, scope: !333)
!361 = !DILocation(line: 207, column: 10, scope: !362)
!362 = distinct !DILexicalBlock(scope: !333, file: !3, line: 207, column: 9)
!363 = !DILocation(line: 207, column: 18, scope: !362)
!364 = !DILocation(line: 207, column: 9, scope: !333)
!365 = !DILocation(line: 208, column: 20, scope: !366)
!366 = distinct !DILexicalBlock(scope: !362, file: !3, line: 207, column: 24)
!367 = !DILocation(line: 208, column: 28, scope: !366)
!368 = !DILocation(line: 208, column: 9, scope: !366)
!369 = !DILocation(line: 209, column: 9, scope: !366)
!370 = !DILocation(line: 211, column: 14, scope: !371)
!371 = distinct !DILexicalBlock(scope: !333, file: !3, line: 211, column: 9)
!372 = !DILocation(line: 211, column: 9, scope: !371)
!373 = !DILocation(line: 211, column: 24, scope: !371)
!374 = !DILocation(line: 211, column: 22, scope: !371)
!375 = !DILocation(line: 211, column: 9, scope: !333)
!376 = !DILocation(line: 212, column: 9, scope: !377)
!377 = distinct !DILexicalBlock(scope: !371, file: !3, line: 211, column: 32)
!378 = !DILocation(line: 212, column: 17, scope: !377)
!379 = !DILocation(line: 212, column: 28, scope: !377)
!380 = !DILocation(line: 212, column: 35, scope: !377)
!381 = !DILocation(line: 213, column: 20, scope: !377)
!382 = !DILocation(line: 213, column: 28, scope: !377)
!383 = !DILocation(line: 213, column: 9, scope: !377)
!384 = !DILocation(line: 214, column: 9, scope: !377)
!385 = !DILocation(line: 216, column: 14, scope: !333)
!386 = !DILocation(line: 216, column: 22, scope: !333)
!387 = !DILocation(line: 216, column: 12, scope: !333)
!388 = !DILocation(line: 217, column: 12, scope: !389)
!389 = distinct !DILexicalBlock(scope: !333, file: !3, line: 217, column: 5)
!390 = !DILocation(line: 217, column: 10, scope: !389)
!391 = !DILocation(line: 217, column: 17, scope: !392)
!392 = distinct !DILexicalBlock(scope: !389, file: !3, line: 217, column: 5)
!393 = !DILocation(line: 217, column: 21, scope: !392)
!394 = !DILocation(line: 217, column: 19, scope: !392)
!395 = !DILocation(line: 217, column: 5, scope: !389)
!396 = !DILocation(line: 218, column: 13, scope: !392)
!397 = !DILocation(line: 218, column: 21, scope: !392)
!398 = !DILocation(line: 218, column: 26, scope: !392)
!399 = !DILocation(line: 218, column: 9, scope: !392)
!400 = !DILocation(line: 217, column: 30, scope: !392)
!401 = !DILocation(line: 217, column: 5, scope: !392)
!402 = distinct !{!402, !395, !403, !248}
!403 = !DILocation(line: 218, column: 28, scope: !389)
!404 = !DILocation(line: 219, column: 22, scope: !333)
!405 = !DILocation(line: 219, column: 30, scope: !333)
!406 = !DILocation(line: 219, column: 14, scope: !333)
!407 = !DILocation(line: 219, column: 12, scope: !333)
!408 = !DILocation(line: 220, column: 9, scope: !409)
!409 = distinct !DILexicalBlock(scope: !333, file: !3, line: 220, column: 9)
!410 = !DILocation(line: 220, column: 16, scope: !409)
!411 = !DILocation(line: 220, column: 9, scope: !333)
!412 = !DILocation(line: 221, column: 9, scope: !409)
!413 = !DILocation(line: 221, column: 17, scope: !409)
!414 = !DILocation(line: 221, column: 28, scope: !409)
!415 = !DILocation(line: 221, column: 32, scope: !409)
!416 = !DILocation(line: 222, column: 16, scope: !333)
!417 = !DILocation(line: 222, column: 24, scope: !333)
!418 = !DILocation(line: 222, column: 5, scope: !333)
!419 = !DILocation(line: 223, column: 12, scope: !333)
!420 = !DILocation(line: 223, column: 20, scope: !333)
!421 = !DILocation(line: 223, column: 5, scope: !333)
!422 = !DILocation(line: 224, column: 12, scope: !333)
!423 = !DILocation(line: 224, column: 5, scope: !333)
!424 = !DILocation(line: 225, column: 1, scope: !333)
!425 = distinct !DISubprogram(name: "room", scope: !3, file: !3, line: 73, type: !426, scopeLine: 74, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !82)
!426 = !DISubroutineType(types: !427)
!427 = !{!22, !428}
!428 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !429, size: 64)
!429 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !28)
!430 = !DILocalVariable(name: "stream", arg: 1, scope: !425, file: !3, line: 73, type: !428)
!431 = !DILocation(line: 73, column: 43, scope: !425)
!432 = !DILocation(line: 75, column: 37, scope: !425)
!433 = !DILocation(line: 75, column: 45, scope: !425)
!434 = !DILocation(line: 75, column: 35, scope: !425)
!435 = !DILocation(line: 75, column: 12, scope: !425)
!436 = !DILocation(line: 75, column: 5, scope: !425)
!437 = distinct !DISubprogram(name: "put", scope: !3, file: !3, line: 109, type: !438, scopeLine: 110, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !82)
!438 = !DISubroutineType(types: !439)
!439 = !{null, !57, !36}
!440 = !DILocalVariable(name: "stream", arg: 1, scope: !437, file: !3, line: 109, type: !57)
!441 = !DILocation(line: 109, column: 32, scope: !437)
!442 = !DILocalVariable(name: "byte", arg: 2, scope: !437, file: !3, line: 109, type: !36)
!443 = !DILocation(line: 109, column: 48, scope: !437)
!444 = !DILocation(line: 111, column: 54, scope: !437)
!445 = !DILocation(line: 111, column: 5, scope: !437)
!446 = !DILocation(line: 111, column: 13, scope: !437)
!447 = !DILocation(line: 111, column: 28, scope: !437)
!448 = !DILocation(line: 111, column: 36, scope: !437)
!449 = !DILocation(line: 111, column: 44, scope: !437)
!450 = !DILocation(line: 111, column: 19, scope: !437)
!451 = !DILocation(line: 111, column: 52, scope: !437)
!452 = !DILocation(line: 112, column: 5, scope: !437)
!453 = !DILocation(line: 112, column: 13, scope: !437)
!454 = !DILocation(line: 112, column: 18, scope: !437)
!455 = !DILocation(line: 113, column: 5, scope: !437)
!456 = !DILocation(line: 113, column: 13, scope: !437)
!457 = !DILocation(line: 113, column: 24, scope: !437)
!458 = !DILocation(line: 113, column: 31, scope: !437)
!459 = !DILocation(line: 114, column: 1, scope: !437)
!460 = distinct !DISubprogram(name: "crossed", scope: !3, file: !3, line: 98, type: !461, scopeLine: 99, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !82)
!461 = !DISubroutineType(types: !462)
!462 = !{!15, !428, !22}
!463 = !DILocalVariable(name: "stream", arg: 1, scope: !460, file: !3, line: 98, type: !428)
!464 = !DILocation(line: 98, column: 46, scope: !460)
!465 = !DILocalVariable(name: "before", arg: 2, scope: !460, file: !3, line: 98, type: !22)
!466 = !DILocation(line: 98, column: 63, scope: !460)
!467 = !DILocalVariable(name: "events", scope: !460, file: !3, line: 100, type: !15)
!468 = !DILocation(line: 100, column: 14, scope: !460)
!469 = !DILocation(line: 102, column: 9, scope: !470)
!470 = distinct !DILexicalBlock(scope: !460, file: !3, line: 102, column: 9)
!471 = !DILocation(line: 102, column: 18, scope: !470)
!472 = !DILocation(line: 102, column: 26, scope: !470)
!473 = !DILocation(line: 102, column: 16, scope: !470)
!474 = !DILocation(line: 102, column: 31, scope: !470)
!475 = !DILocation(line: 102, column: 34, scope: !470)
!476 = !DILocation(line: 102, column: 42, scope: !470)
!477 = !DILocation(line: 102, column: 51, scope: !470)
!478 = !DILocation(line: 102, column: 59, scope: !470)
!479 = !DILocation(line: 102, column: 48, scope: !470)
!480 = !DILocation(line: 102, column: 9, scope: !460)
!481 = !DILocation(line: 103, column: 16, scope: !470)
!482 = !DILocation(line: 103, column: 9, scope: !470)
!483 = !DILocation(line: 104, column: 9, scope: !484)
!484 = distinct !DILexicalBlock(scope: !460, file: !3, line: 104, column: 9)
!485 = !DILocation(line: 104, column: 18, scope: !484)
!486 = !DILocation(line: 104, column: 26, scope: !484)
!487 = !DILocation(line: 104, column: 16, scope: !484)
!488 = !DILocation(line: 104, column: 30, scope: !484)
!489 = !DILocation(line: 104, column: 33, scope: !484)
!490 = !DILocation(line: 104, column: 41, scope: !484)
!491 = !DILocation(line: 104, column: 50, scope: !484)
!492 = !DILocation(line: 104, column: 58, scope: !484)
!493 = !DILocation(line: 104, column: 47, scope: !484)
!494 = !DILocation(line: 104, column: 9, scope: !460)
!495 = !DILocation(line: 105, column: 16, scope: !484)
!496 = !DILocation(line: 105, column: 9, scope: !484)
!497 = !DILocation(line: 106, column: 12, scope: !460)
!498 = !DILocation(line: 106, column: 5, scope: !460)
!499 = distinct !DISubprogram(name: "stream_write_from_interrupt", scope: !3, file: !3, line: 228, type: !500, scopeLine: 229, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !82)
!500 = !DISubroutineType(types: !501)
!501 = !{!6, !57, !36}
!502 = !DILocalVariable(name: "stream", arg: 1, scope: !499, file: !3, line: 228, type: !57)
!503 = !DILocation(line: 228, column: 48, scope: !499)
!504 = !DILocalVariable(name: "byte", arg: 2, scope: !499, file: !3, line: 228, type: !36)
!505 = !DILocation(line: 228, column: 64, scope: !499)
!506 = !DILocalVariable(name: "result", scope: !499, file: !3, line: 230, type: !6)
!507 = !DILocation(line: 230, column: 9, scope: !499)
!508 = !DILocation(line: 232, column: 20, scope: !509)
!509 = distinct !DILexicalBlock(scope: !499, file: !3, line: 232, column: 9)
!510 = !DILocation(line: 232, column: 28, scope: !509)
!511 = !DILocation(line: 232, column: 10, scope: !509)
!512 = !DILocation(line: 232, column: 9, scope: !499)
!513 = !DILocation(line: 233, column: 9, scope: !509)
!514 = !DILocation(line: 234, column: 10, scope: !515)
!515 = distinct !DILexicalBlock(scope: !499, file: !3, line: 234, column: 9)
!516 = !DILocation(line: 234, column: 18, scope: !515)
!517 = !DILocation(line: 234, column: 9, scope: !499)
!518 = !DILocation(line: 235, column: 16, scope: !519)
!519 = distinct !DILexicalBlock(scope: !515, file: !3, line: 234, column: 24)
!520 = !DILocation(line: 236, column: 9, scope: !519)
!521 = !DILocation(line: 238, column: 14, scope: !522)
!522 = distinct !DILexicalBlock(scope: !499, file: !3, line: 238, column: 9)
!523 = !DILocation(line: 238, column: 9, scope: !522)
!524 = !DILocation(line: 238, column: 22, scope: !522)
!525 = !DILocation(line: 238, column: 9, scope: !499)
!526 = !DILocation(line: 239, column: 9, scope: !527)
!527 = distinct !DILexicalBlock(scope: !522, file: !3, line: 238, column: 28)
!528 = !DILocation(line: 239, column: 17, scope: !527)
!529 = !DILocation(line: 239, column: 28, scope: !527)
!530 = !DILocation(line: 239, column: 35, scope: !527)
!531 = !DILocation(line: 240, column: 16, scope: !527)
!532 = !DILocation(line: 241, column: 9, scope: !527)
!533 = !DILocation(line: 243, column: 9, scope: !499)
!534 = !DILocation(line: 243, column: 17, scope: !499)
!535 = !DILocation(line: 243, column: 5, scope: !499)
!536 = !DILabel(scope: !499, name: "out", file: !3, line: 244)
!537 = !DILocation(line: 244, column: 1, scope: !499)
!538 = !DILocation(line: 245, column: 16, scope: !499)
!539 = !DILocation(line: 245, column: 24, scope: !499)
!540 = !DILocation(line: 245, column: 5, scope: !499)
!541 = !DILocation(line: 246, column: 12, scope: !499)
!542 = !DILocation(line: 246, column: 5, scope: !499)
!543 = !DILocation(line: 247, column: 1, scope: !499)
!544 = distinct !DISubprogram(name: "stream_read", scope: !3, file: !3, line: 249, type: !545, scopeLine: 250, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !82)
!545 = !DISubroutineType(types: !546)
!546 = !{!6, !57, !547, !22}
!547 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !36, size: 64)
!548 = !DILocalVariable(name: "stream", arg: 1, scope: !544, file: !3, line: 249, type: !57)
!549 = !DILocation(line: 249, column: 32, scope: !544)
!550 = !DILocalVariable(name: "to", arg: 2, scope: !544, file: !3, line: 249, type: !547)
!551 = !DILocation(line: 249, column: 49, scope: !544)
!552 = !DILocalVariable(name: "length", arg: 3, scope: !544, file: !3, line: 249, type: !22)
!553 = !DILocation(line: 249, column: 62, scope: !544)
!554 = !DILocalVariable(name: "before", scope: !544, file: !3, line: 251, type: !22)
!555 = !DILocation(line: 251, column: 14, scope: !544)
!556 = !DILocalVariable(name: "done", scope: !544, file: !3, line: 251, type: !22)
!557 = !DILocation(line: 251, column: 22, scope: !544)
!558 = !DILocalVariable(name: "events", scope: !544, file: !3, line: 252, type: !15)
!559 = !DILocation(line: 252, column: 14, scope: !544)
!560 = !DILocation(line: 254, column: 9, scope: !561)
!561 = distinct !DILexicalBlock(scope: !544, file: !3, line: 254, column: 9)
!562 = !DILocation(line: 254, column: 12, scope: !561)
!563 = !DILocation(line: 254, column: 20, scope: !561)
!564 = !DILocation(line: 254, column: 23, scope: !561)
!565 = !DILocation(line: 254, column: 30, scope: !561)
!566 = !DILocation(line: 254, column: 9, scope: !544)
!567 = !DILocation(line: 255, column: 9, scope: !561)
!568 = !DILocation(line: 256, column: 16, scope: !544)
!569 = !DILocation(line: 256, column: 24, scope: !544)
!570 = !DILocation(line: 256, column: 5, scope: !544)
!571 = !DILocation(line: 257, column: 9, scope: !572)
!572 = distinct !DILexicalBlock(scope: !544, file: !3, line: 257, column: 9)
!573 = !DILocation(line: 257, column: 17, scope: !572)
!574 = !DILocation(line: 257, column: 22, scope: !572)
!575 = !DILocation(line: 257, column: 9, scope: !544)
!576 = !DILocation(line: 258, column: 20, scope: !577)
!577 = distinct !DILexicalBlock(scope: !572, file: !3, line: 257, column: 27)
!578 = !DILocation(line: 258, column: 28, scope: !577)
!579 = !DILocation(line: 258, column: 9, scope: !577)
!580 = !DILocation(line: 259, column: 9, scope: !577)
!581 = !DILocation(line: 261, column: 9, scope: !582)
!582 = distinct !DILexicalBlock(scope: !544, file: !3, line: 261, column: 9)
!583 = !DILocation(line: 261, column: 17, scope: !582)
!584 = !DILocation(line: 261, column: 23, scope: !582)
!585 = !DILocation(line: 261, column: 9, scope: !544)
!586 = !DILocalVariable(name: "result", scope: !587, file: !3, line: 262, type: !6)
!587 = distinct !DILexicalBlock(scope: !582, file: !3, line: 261, column: 29)
!588 = !DILocation(line: 262, column: 13, scope: !587)
!589 = !DILocation(line: 262, column: 22, scope: !587)
!590 = !DILocation(line: 262, column: 30, scope: !587)
!591 = !DILocation(line: 263, column: 20, scope: !587)
!592 = !DILocation(line: 263, column: 28, scope: !587)
!593 = !DILocation(line: 263, column: 9, scope: !587)
!594 = !DILocation(line: 264, column: 16, scope: !587)
!595 = !DILocation(line: 264, column: 9, scope: !587)
!596 = !DILocation(line: 266, column: 14, scope: !544)
!597 = !DILocation(line: 266, column: 22, scope: !544)
!598 = !DILocation(line: 266, column: 12, scope: !544)
!599 = !DILocation(line: 267, column: 5, scope: !544)
!600 = !DILocation(line: 267, column: 12, scope: !544)
!601 = !DILocation(line: 267, column: 19, scope: !544)
!602 = !DILocation(line: 267, column: 17, scope: !544)
!603 = !DILocation(line: 267, column: 26, scope: !544)
!604 = !DILocation(line: 267, column: 29, scope: !544)
!605 = !DILocation(line: 267, column: 37, scope: !544)
!606 = !DILocation(line: 267, column: 43, scope: !544)
!607 = !DILocation(line: 0, scope: !544)
!608 = !DILocation(line: 268, column: 27, scope: !544)
!609 = !DILocation(line: 268, column: 22, scope: !544)
!610 = !DILocation(line: 268, column: 9, scope: !544)
!611 = !DILocation(line: 268, column: 16, scope: !544)
!612 = !DILocation(line: 268, column: 20, scope: !544)
!613 = distinct !{!613, !599, !614, !248}
!614 = !DILocation(line: 268, column: 33, scope: !544)
!615 = !DILocation(line: 269, column: 22, scope: !544)
!616 = !DILocation(line: 269, column: 30, scope: !544)
!617 = !DILocation(line: 269, column: 14, scope: !544)
!618 = !DILocation(line: 269, column: 12, scope: !544)
!619 = !DILocation(line: 270, column: 16, scope: !544)
!620 = !DILocation(line: 270, column: 24, scope: !544)
!621 = !DILocation(line: 270, column: 5, scope: !544)
!622 = !DILocation(line: 271, column: 12, scope: !544)
!623 = !DILocation(line: 271, column: 20, scope: !544)
!624 = !DILocation(line: 271, column: 5, scope: !544)
!625 = !DILocation(line: 272, column: 12, scope: !544)
!626 = !DILocation(line: 272, column: 5, scope: !544)
!627 = !DILocation(line: 273, column: 1, scope: !544)
!628 = distinct !DISubprogram(name: "take", scope: !3, file: !3, line: 116, type: !629, scopeLine: 117, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !82)
!629 = !DISubroutineType(types: !630)
!630 = !{!36, !57}
!631 = !DILocalVariable(name: "stream", arg: 1, scope: !628, file: !3, line: 116, type: !57)
!632 = !DILocation(line: 116, column: 36, scope: !628)
!633 = !DILocalVariable(name: "byte", scope: !628, file: !3, line: 118, type: !36)
!634 = !DILocation(line: 118, column: 13, scope: !628)
!635 = !DILocation(line: 118, column: 20, scope: !628)
!636 = !DILocation(line: 118, column: 28, scope: !628)
!637 = !DILocation(line: 118, column: 34, scope: !628)
!638 = !DILocation(line: 118, column: 42, scope: !628)
!639 = !DILocation(line: 118, column: 47, scope: !628)
!640 = !DILocation(line: 120, column: 29, scope: !628)
!641 = !DILocation(line: 120, column: 20, scope: !628)
!642 = !DILocation(line: 120, column: 5, scope: !628)
!643 = !DILocation(line: 120, column: 13, scope: !628)
!644 = !DILocation(line: 120, column: 18, scope: !628)
!645 = !DILocation(line: 121, column: 5, scope: !628)
!646 = !DILocation(line: 121, column: 13, scope: !628)
!647 = !DILocation(line: 121, column: 18, scope: !628)
!648 = !DILocation(line: 122, column: 5, scope: !628)
!649 = !DILocation(line: 122, column: 13, scope: !628)
!650 = !DILocation(line: 122, column: 24, scope: !628)
!651 = !DILocation(line: 122, column: 28, scope: !628)
!652 = !DILocation(line: 123, column: 12, scope: !628)
!653 = !DILocation(line: 123, column: 5, scope: !628)
!654 = distinct !DISubprogram(name: "stream_borrow", scope: !3, file: !3, line: 276, type: !655, scopeLine: 277, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !82)
!655 = !DISubroutineType(types: !656)
!656 = !{!6, !57, !657}
!657 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !336, size: 64)
!658 = !DILocalVariable(name: "stream", arg: 1, scope: !654, file: !3, line: 276, type: !57)
!659 = !DILocation(line: 276, column: 34, scope: !654)
!660 = !DILocalVariable(name: "piece", arg: 2, scope: !654, file: !3, line: 276, type: !657)
!661 = !DILocation(line: 276, column: 58, scope: !654)
!662 = !DILocalVariable(name: "length", scope: !654, file: !3, line: 278, type: !22)
!663 = !DILocation(line: 278, column: 14, scope: !654)
!664 = !DILocation(line: 280, column: 9, scope: !665)
!665 = distinct !DILexicalBlock(scope: !654, file: !3, line: 280, column: 9)
!666 = !DILocation(line: 280, column: 15, scope: !665)
!667 = !DILocation(line: 280, column: 9, scope: !654)
!668 = !DILocation(line: 281, column: 9, scope: !665)
!669 = !DILocation(line: 282, column: 16, scope: !654)
!670 = !DILocation(line: 282, column: 24, scope: !654)
!671 = !DILocation(line: 282, column: 5, scope: !654)
!672 = !DILocation(line: 283, column: 9, scope: !673)
!673 = distinct !DILexicalBlock(scope: !654, file: !3, line: 283, column: 9)
!674 = !DILocation(line: 283, column: 17, scope: !673)
!675 = !DILocation(line: 283, column: 22, scope: !673)
!676 = !DILocation(line: 283, column: 9, scope: !654)
!677 = !DILocation(line: 284, column: 20, scope: !678)
!678 = distinct !DILexicalBlock(scope: !673, file: !3, line: 283, column: 27)
!679 = !DILocation(line: 284, column: 28, scope: !678)
!680 = !DILocation(line: 284, column: 9, scope: !678)
!681 = !DILocation(line: 285, column: 9, scope: !678)
!682 = !DILocation(line: 287, column: 14, scope: !654)
!683 = !DILocation(line: 287, column: 22, scope: !654)
!684 = !DILocation(line: 287, column: 12, scope: !654)
!685 = !DILocation(line: 288, column: 9, scope: !686)
!686 = distinct !DILexicalBlock(scope: !654, file: !3, line: 288, column: 9)
!687 = !DILocation(line: 288, column: 32, scope: !686)
!688 = !DILocation(line: 288, column: 40, scope: !686)
!689 = !DILocation(line: 288, column: 45, scope: !686)
!690 = !DILocation(line: 288, column: 30, scope: !686)
!691 = !DILocation(line: 288, column: 16, scope: !686)
!692 = !DILocation(line: 288, column: 9, scope: !654)
!693 = !DILocation(line: 289, column: 43, scope: !686)
!694 = !DILocation(line: 289, column: 51, scope: !686)
!695 = !DILocation(line: 289, column: 56, scope: !686)
!696 = !DILocation(line: 289, column: 41, scope: !686)
!697 = !DILocation(line: 289, column: 18, scope: !686)
!698 = !DILocation(line: 289, column: 16, scope: !686)
!699 = !DILocation(line: 289, column: 9, scope: !686)
!700 = !DILocation(line: 290, column: 9, scope: !701)
!701 = distinct !DILexicalBlock(scope: !654, file: !3, line: 290, column: 9)
!702 = !DILocation(line: 290, column: 16, scope: !701)
!703 = !DILocation(line: 290, column: 9, scope: !654)
!704 = !DILocation(line: 291, column: 9, scope: !701)
!705 = !DILocation(line: 292, column: 15, scope: !654)
!706 = !DILocation(line: 292, column: 23, scope: !654)
!707 = !DILocation(line: 292, column: 29, scope: !654)
!708 = !DILocation(line: 292, column: 37, scope: !654)
!709 = !DILocation(line: 292, column: 42, scope: !654)
!710 = !DILocation(line: 292, column: 6, scope: !654)
!711 = !DILocation(line: 292, column: 12, scope: !654)
!712 = !DILocation(line: 293, column: 20, scope: !654)
!713 = !DILocation(line: 293, column: 5, scope: !654)
!714 = !DILocation(line: 293, column: 13, scope: !654)
!715 = !DILocation(line: 293, column: 18, scope: !654)
!716 = !DILocation(line: 294, column: 5, scope: !654)
!717 = !DILocation(line: 294, column: 13, scope: !654)
!718 = !DILocation(line: 294, column: 24, scope: !654)
!719 = !DILocation(line: 294, column: 33, scope: !654)
!720 = !DILocation(line: 295, column: 16, scope: !654)
!721 = !DILocation(line: 295, column: 24, scope: !654)
!722 = !DILocation(line: 295, column: 5, scope: !654)
!723 = !DILocation(line: 296, column: 12, scope: !654)
!724 = !DILocation(line: 296, column: 5, scope: !654)
!725 = !DILocation(line: 297, column: 1, scope: !654)
!726 = distinct !DISubprogram(name: "stream_return", scope: !3, file: !3, line: 299, type: !727, scopeLine: 300, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !82)
!727 = !DISubroutineType(types: !728)
!728 = !{!6, !57, !22}
!729 = !DILocalVariable(name: "stream", arg: 1, scope: !726, file: !3, line: 299, type: !57)
!730 = !DILocation(line: 299, column: 34, scope: !726)
!731 = !DILocalVariable(name: "used", arg: 2, scope: !726, file: !3, line: 299, type: !22)
!732 = !DILocation(line: 299, column: 51, scope: !726)
!733 = !DILocalVariable(name: "before", scope: !726, file: !3, line: 301, type: !22)
!734 = !DILocation(line: 301, column: 14, scope: !726)
!735 = !DILocalVariable(name: "events", scope: !726, file: !3, line: 302, type: !15)
!736 = !DILocation(line: 302, column: 14, scope: !726)
!737 = !DILocation(line: 304, column: 16, scope: !726)
!738 = !DILocation(line: 304, column: 24, scope: !726)
!739 = !DILocation(line: 304, column: 5, scope: !726)
!740 = !DILocation(line: 305, column: 9, scope: !741)
!741 = distinct !DILexicalBlock(scope: !726, file: !3, line: 305, column: 9)
!742 = !DILocation(line: 305, column: 16, scope: !741)
!743 = !DILocation(line: 305, column: 24, scope: !741)
!744 = !DILocation(line: 305, column: 14, scope: !741)
!745 = !DILocation(line: 305, column: 29, scope: !741)
!746 = !DILocation(line: 305, column: 32, scope: !741)
!747 = !DILocation(line: 305, column: 39, scope: !741)
!748 = !DILocation(line: 305, column: 47, scope: !741)
!749 = !DILocation(line: 305, column: 37, scope: !741)
!750 = !DILocation(line: 305, column: 9, scope: !726)
!751 = !DILocation(line: 306, column: 20, scope: !752)
!752 = distinct !DILexicalBlock(scope: !741, file: !3, line: 305, column: 54)
!753 = !DILocation(line: 306, column: 28, scope: !752)
!754 = !DILocation(line: 306, column: 9, scope: !752)
!755 = !DILocation(line: 307, column: 9, scope: !752)
!756 = !DILocation(line: 309, column: 14, scope: !726)
!757 = !DILocation(line: 309, column: 22, scope: !726)
!758 = !DILocation(line: 309, column: 12, scope: !726)
!759 = !DILocation(line: 310, column: 29, scope: !726)
!760 = !DILocation(line: 310, column: 37, scope: !726)
!761 = !DILocation(line: 310, column: 20, scope: !726)
!762 = !DILocation(line: 310, column: 5, scope: !726)
!763 = !DILocation(line: 310, column: 13, scope: !726)
!764 = !DILocation(line: 310, column: 18, scope: !726)
!765 = !DILocation(line: 311, column: 32, scope: !726)
!766 = !DILocation(line: 311, column: 40, scope: !726)
!767 = !DILocation(line: 311, column: 48, scope: !726)
!768 = !DILocation(line: 311, column: 46, scope: !726)
!769 = !DILocation(line: 311, column: 21, scope: !726)
!770 = !DILocation(line: 311, column: 5, scope: !726)
!771 = !DILocation(line: 311, column: 13, scope: !726)
!772 = !DILocation(line: 311, column: 19, scope: !726)
!773 = !DILocation(line: 312, column: 5, scope: !726)
!774 = !DILocation(line: 312, column: 13, scope: !726)
!775 = !DILocation(line: 312, column: 18, scope: !726)
!776 = !DILocation(line: 313, column: 5, scope: !726)
!777 = !DILocation(line: 313, column: 13, scope: !726)
!778 = !DILocation(line: 313, column: 24, scope: !726)
!779 = !DILocation(line: 313, column: 33, scope: !726)
!780 = !DILocation(line: 314, column: 22, scope: !726)
!781 = !DILocation(line: 314, column: 30, scope: !726)
!782 = !DILocation(line: 314, column: 14, scope: !726)
!783 = !DILocation(line: 314, column: 12, scope: !726)
!784 = !DILocation(line: 315, column: 16, scope: !726)
!785 = !DILocation(line: 315, column: 24, scope: !726)
!786 = !DILocation(line: 315, column: 5, scope: !726)
!787 = !DILocation(line: 316, column: 12, scope: !726)
!788 = !DILocation(line: 316, column: 20, scope: !726)
!789 = !DILocation(line: 316, column: 5, scope: !726)
!790 = !DILocation(line: 317, column: 12, scope: !726)
!791 = !DILocation(line: 317, column: 5, scope: !726)
!792 = !DILocation(line: 318, column: 1, scope: !726)
!793 = distinct !DISubprogram(name: "position", scope: !3, file: !3, line: 78, type: !794, scopeLine: 79, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !82)
!794 = !DISubroutineType(types: !795)
!795 = !{!22, !428, !22}
!796 = !DILocalVariable(name: "stream", arg: 1, scope: !793, file: !3, line: 78, type: !428)
!797 = !DILocation(line: 78, column: 47, scope: !793)
!798 = !DILocalVariable(name: "distance", arg: 2, scope: !793, file: !3, line: 78, type: !22)
!799 = !DILocation(line: 78, column: 64, scope: !793)
!800 = !DILocation(line: 80, column: 24, scope: !793)
!801 = !DILocation(line: 80, column: 32, scope: !793)
!802 = !DILocation(line: 80, column: 39, scope: !793)
!803 = !DILocation(line: 80, column: 37, scope: !793)
!804 = !DILocation(line: 80, column: 49, scope: !793)
!805 = !DILocation(line: 80, column: 12, scope: !793)
!806 = !DILocation(line: 80, column: 5, scope: !793)
!807 = distinct !DISubprogram(name: "stream_refused", scope: !3, file: !3, line: 320, type: !808, scopeLine: 321, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !82)
!808 = !DISubroutineType(types: !809)
!809 = !{!15, !57}
!810 = !DILocalVariable(name: "stream", arg: 1, scope: !807, file: !3, line: 320, type: !57)
!811 = !DILocation(line: 320, column: 40, scope: !807)
!812 = !DILocalVariable(name: "refused", scope: !807, file: !3, line: 322, type: !15)
!813 = !DILocation(line: 322, column: 14, scope: !807)
!814 = !DILocation(line: 324, column: 16, scope: !807)
!815 = !DILocation(line: 324, column: 24, scope: !807)
!816 = !DILocation(line: 324, column: 5, scope: !807)
!817 = !DILocation(line: 325, column: 15, scope: !807)
!818 = !DILocation(line: 325, column: 23, scope: !807)
!819 = !DILocation(line: 325, column: 34, scope: !807)
!820 = !DILocation(line: 325, column: 13, scope: !807)
!821 = !DILocation(line: 326, column: 16, scope: !807)
!822 = !DILocation(line: 326, column: 24, scope: !807)
!823 = !DILocation(line: 326, column: 5, scope: !807)
!824 = !DILocation(line: 327, column: 12, scope: !807)
!825 = !DILocation(line: 327, column: 5, scope: !807)
!826 = distinct !DISubprogram(name: "console_init", scope: !3, file: !3, line: 331, type: !827, scopeLine: 332, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !82)
!827 = !DISubroutineType(types: !828)
!828 = !{!6}
!829 = !DILocalVariable(name: "result", scope: !826, file: !3, line: 333, type: !6)
!830 = !DILocation(line: 333, column: 9, scope: !826)
!831 = !DILocation(line: 333, column: 18, scope: !826)
!832 = !DILocation(line: 335, column: 9, scope: !833)
!833 = distinct !DILexicalBlock(scope: !826, file: !3, line: 335, column: 9)
!834 = !DILocation(line: 335, column: 16, scope: !833)
!835 = !DILocation(line: 335, column: 9, scope: !826)
!836 = !DILocation(line: 336, column: 16, scope: !833)
!837 = !DILocation(line: 336, column: 9, scope: !833)
!838 = !DILocation(line: 337, column: 14, scope: !826)
!839 = !DILocation(line: 337, column: 12, scope: !826)
!840 = !DILocation(line: 338, column: 9, scope: !841)
!841 = distinct !DILexicalBlock(scope: !826, file: !3, line: 338, column: 9)
!842 = !DILocation(line: 338, column: 16, scope: !841)
!843 = !DILocation(line: 338, column: 9, scope: !826)
!844 = !DILocation(line: 339, column: 16, scope: !841)
!845 = !DILocation(line: 339, column: 9, scope: !841)
!846 = !DILocation(line: 340, column: 12, scope: !826)
!847 = !DILocation(line: 340, column: 5, scope: !826)
!848 = !DILocation(line: 341, column: 1, scope: !826)
!849 = distinct !DISubprogram(name: "console_write", scope: !3, file: !3, line: 343, type: !850, scopeLine: 344, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !82)
!850 = !DISubroutineType(types: !851)
!851 = !{!6, !36, !36, !47}
!852 = !DILocalVariable(name: "first", arg: 1, scope: !849, file: !3, line: 343, type: !36)
!853 = !DILocation(line: 343, column: 27, scope: !849)
!854 = !DILocalVariable(name: "second", arg: 2, scope: !849, file: !3, line: 343, type: !36)
!855 = !DILocation(line: 343, column: 42, scope: !849)
!856 = !DILocalVariable(name: "both", arg: 3, scope: !849, file: !3, line: 343, type: !47)
!857 = !DILocation(line: 343, column: 55, scope: !849)
!858 = !DILocalVariable(name: "line", scope: !849, file: !3, line: 345, type: !859)
!859 = !DICompositeType(tag: DW_TAG_array_type, baseType: !36, size: 16, elements: !860)
!860 = !{!861}
!861 = !DISubrange(count: 2)
!862 = !DILocation(line: 345, column: 13, scope: !849)
!863 = !DILocation(line: 347, column: 15, scope: !849)
!864 = !DILocation(line: 347, column: 5, scope: !849)
!865 = !DILocation(line: 347, column: 13, scope: !849)
!866 = !DILocation(line: 348, column: 15, scope: !849)
!867 = !DILocation(line: 348, column: 5, scope: !849)
!868 = !DILocation(line: 348, column: 13, scope: !849)
!869 = !DILocation(line: 349, column: 35, scope: !849)
!870 = !DILocation(line: 349, column: 41, scope: !849)
!871 = !DILocation(line: 349, column: 12, scope: !849)
!872 = !DILocation(line: 349, column: 5, scope: !849)
!873 = distinct !DISubprogram(name: "console_read", scope: !3, file: !3, line: 352, type: !827, scopeLine: 353, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !82)
!874 = !DILocalVariable(name: "line", scope: !873, file: !3, line: 354, type: !875)
!875 = !DICompositeType(tag: DW_TAG_array_type, baseType: !36, size: 32, elements: !876)
!876 = !{!877}
!877 = !DISubrange(count: 4)
!878 = !DILocation(line: 354, column: 13, scope: !873)
!879 = !DILocalVariable(name: "result", scope: !873, file: !3, line: 355, type: !6)
!880 = !DILocation(line: 355, column: 9, scope: !873)
!881 = !DILocation(line: 355, column: 40, scope: !873)
!882 = !DILocation(line: 355, column: 18, scope: !873)
!883 = !DILocation(line: 357, column: 12, scope: !873)
!884 = !DILocation(line: 357, column: 19, scope: !873)
!885 = !DILocation(line: 357, column: 25, scope: !873)
!886 = !DILocation(line: 357, column: 35, scope: !873)
!887 = !DILocation(line: 357, column: 5, scope: !873)
!888 = distinct !DISubprogram(name: "console_interrupt", scope: !3, file: !3, line: 360, type: !889, scopeLine: 361, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !82)
!889 = !DISubroutineType(types: !890)
!890 = !{!6, !36}
!891 = !DILocalVariable(name: "byte", arg: 1, scope: !888, file: !3, line: 360, type: !36)
!892 = !DILocation(line: 360, column: 31, scope: !888)
!893 = !DILocation(line: 362, column: 50, scope: !888)
!894 = !DILocation(line: 362, column: 12, scope: !888)
!895 = !DILocation(line: 362, column: 5, scope: !888)
!896 = distinct !DISubprogram(name: "console_skip", scope: !3, file: !3, line: 365, type: !897, scopeLine: 366, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !82)
!897 = !DISubroutineType(types: !898)
!898 = !{!6, !22}
!899 = !DILocalVariable(name: "most", arg: 1, scope: !896, file: !3, line: 365, type: !22)
!900 = !DILocation(line: 365, column: 27, scope: !896)
!901 = !DILocalVariable(name: "piece", scope: !896, file: !3, line: 367, type: !336)
!902 = !DILocation(line: 367, column: 20, scope: !896)
!903 = !DILocalVariable(name: "length", scope: !896, file: !3, line: 368, type: !6)
!904 = !DILocation(line: 368, column: 9, scope: !896)
!905 = !DILocation(line: 368, column: 18, scope: !896)
!906 = !DILocation(line: 370, column: 9, scope: !907)
!907 = distinct !DILexicalBlock(scope: !896, file: !3, line: 370, column: 9)
!908 = !DILocation(line: 370, column: 16, scope: !907)
!909 = !DILocation(line: 370, column: 9, scope: !896)
!910 = !DILocation(line: 371, column: 16, scope: !907)
!911 = !DILocation(line: 371, column: 9, scope: !907)
!912 = !DILocation(line: 372, column: 9, scope: !913)
!913 = distinct !DILexicalBlock(scope: !896, file: !3, line: 372, column: 9)
!914 = !DILocation(line: 372, column: 16, scope: !913)
!915 = !DILocation(line: 372, column: 14, scope: !913)
!916 = !DILocation(line: 372, column: 9, scope: !896)
!917 = !DILocation(line: 373, column: 26, scope: !913)
!918 = !DILocation(line: 373, column: 16, scope: !913)
!919 = !DILocation(line: 373, column: 14, scope: !913)
!920 = !DILocation(line: 373, column: 9, scope: !913)
!921 = !DILocation(line: 374, column: 36, scope: !896)
!922 = !DILocation(line: 374, column: 12, scope: !896)
!923 = !DILocation(line: 374, column: 5, scope: !896)
!924 = !DILocation(line: 375, column: 1, scope: !896)
!925 = distinct !DISubprogram(name: "console_shutdown", scope: !3, file: !3, line: 377, type: !827, scopeLine: 378, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !82)
!926 = !DILocation(line: 379, column: 12, scope: !925)
!927 = !DILocation(line: 379, column: 5, scope: !925)
