; ModuleID = 'link.c'
source_filename = "link.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.link = type { i32, [4 x %struct.slot], i8, i8, i8, i8, i8, i32, i32, i32 }
%struct.slot = type { %struct.buffer, i8, i8, i8 }
%struct.buffer = type { i8, [6 x i8] }
%struct.frame = type { i8, i8 }

@the_link = internal global %struct.link zeroinitializer, align 4, !dbg !0

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @link_open() #0 !dbg !73 {
  %1 = alloca i32, align 4
  %2 = alloca i32, align 4
  call void @llvm.dbg.declare(metadata i32* %2, metadata !77, metadata !DIExpression()), !dbg !78
  %3 = load i32, i32* getelementptr inbounds (%struct.link, %struct.link* @the_link, i32 0, i32 0), align 4, !dbg !79
  %4 = icmp ne i32 %3, 0, !dbg !81
  br i1 %4, label %5, label %6, !dbg !82

5:                                                ; preds = %0
  store i32 -5, i32* %1, align 4, !dbg !83
  br label %13, !dbg !83

6:                                                ; preds = %0
  store i32 1, i32* getelementptr inbounds (%struct.link, %struct.link* @the_link, i32 0, i32 0), align 4, !dbg !84
  %7 = call i32 @control(i32 noundef 0, i8 noundef zeroext 0), !dbg !85
  store i32 %7, i32* %2, align 4, !dbg !86
  %8 = load i32, i32* %2, align 4, !dbg !87
  %9 = icmp ne i32 %8, 0, !dbg !89
  br i1 %9, label %10, label %12, !dbg !90

10:                                               ; preds = %6
  call void @reset(%struct.link* noundef @the_link), !dbg !91
  %11 = load i32, i32* %2, align 4, !dbg !93
  store i32 %11, i32* %1, align 4, !dbg !94
  br label %13, !dbg !94

12:                                               ; preds = %6
  call void @start_timer(%struct.link* noundef @the_link), !dbg !95
  store i32 0, i32* %1, align 4, !dbg !96
  br label %13, !dbg !96

13:                                               ; preds = %12, %10, %5
  %14 = load i32, i32* %1, align 4, !dbg !97
  ret i32 %14, !dbg !97
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: noinline nounwind uwtable
define internal i32 @control(i32 noundef %0, i8 noundef zeroext %1) #0 !dbg !98 {
  %3 = alloca i32, align 4
  %4 = alloca i8, align 1
  %5 = alloca %struct.frame, align 1
  store i32 %0, i32* %3, align 4
  call void @llvm.dbg.declare(metadata i32* %3, metadata !101, metadata !DIExpression()), !dbg !102
  store i8 %1, i8* %4, align 1
  call void @llvm.dbg.declare(metadata i8* %4, metadata !103, metadata !DIExpression()), !dbg !104
  call void @llvm.dbg.declare(metadata %struct.frame* %5, metadata !105, metadata !DIExpression()), !dbg !112
  %6 = load i32, i32* %3, align 4, !dbg !113
  %7 = trunc i32 %6 to i8, !dbg !113
  %8 = bitcast %struct.frame* %5 to i8*, !dbg !114
  %9 = load i8, i8* %8, align 1, !dbg !115
  %10 = and i8 %7, 7, !dbg !115
  %11 = and i8 %9, -8, !dbg !115
  %12 = or i8 %11, %10, !dbg !115
  store i8 %12, i8* %8, align 1, !dbg !115
  %13 = load i8, i8* %4, align 1, !dbg !116
  %14 = zext i8 %13 to i32, !dbg !116
  %15 = srem i32 %14, 8, !dbg !117
  %16 = trunc i32 %15 to i8, !dbg !116
  %17 = bitcast %struct.frame* %5 to i8*, !dbg !118
  %18 = load i8, i8* %17, align 1, !dbg !119
  %19 = and i8 %16, 7, !dbg !119
  %20 = shl i8 %19, 3, !dbg !119
  %21 = and i8 %18, -57, !dbg !119
  %22 = or i8 %21, %20, !dbg !119
  store i8 %22, i8* %17, align 1, !dbg !119
  %23 = bitcast %struct.frame* %5 to i8*, !dbg !120
  %24 = load i8, i8* %23, align 1, !dbg !121
  %25 = and i8 %24, -65, !dbg !121
  %26 = or i8 %25, 64, !dbg !121
  store i8 %26, i8* %23, align 1, !dbg !121
  %27 = getelementptr inbounds %struct.frame, %struct.frame* %5, i32 0, i32 1, !dbg !122
  store i8 0, i8* %27, align 1, !dbg !123
  %28 = call i32 @transmit(%struct.frame* noundef %5, %struct.buffer* noundef null), !dbg !124
  ret i32 %28, !dbg !125
}

; Function Attrs: noinline nounwind uwtable
define internal void @reset(%struct.link* noundef %0) #0 !dbg !126 {
  %2 = alloca %struct.link*, align 8
  %3 = alloca i32, align 4
  %4 = alloca %struct.slot*, align 8
  store %struct.link* %0, %struct.link** %2, align 8
  call void @llvm.dbg.declare(metadata %struct.link** %2, metadata !130, metadata !DIExpression()), !dbg !131
  call void @llvm.dbg.declare(metadata i32* %3, metadata !132, metadata !DIExpression()), !dbg !133
  %5 = load %struct.link*, %struct.link** %2, align 8, !dbg !134
  call void @stop_timer(%struct.link* noundef %5), !dbg !135
  store i32 0, i32* %3, align 4, !dbg !136
  br label %6, !dbg !138

6:                                                ; preds = %31, %1
  %7 = load i32, i32* %3, align 4, !dbg !139
  %8 = icmp slt i32 %7, 4, !dbg !141
  br i1 %8, label %9, label %34, !dbg !142

9:                                                ; preds = %6
  call void @llvm.dbg.declare(metadata %struct.slot** %4, metadata !143, metadata !DIExpression()), !dbg !146
  %10 = load %struct.link*, %struct.link** %2, align 8, !dbg !147
  %11 = getelementptr inbounds %struct.link, %struct.link* %10, i32 0, i32 1, !dbg !148
  %12 = load i32, i32* %3, align 4, !dbg !149
  %13 = sext i32 %12 to i64, !dbg !147
  %14 = getelementptr inbounds [4 x %struct.slot], [4 x %struct.slot]* %11, i64 0, i64 %13, !dbg !147
  store %struct.slot* %14, %struct.slot** %4, align 8, !dbg !146
  %15 = load %struct.slot*, %struct.slot** %4, align 8, !dbg !150
  %16 = getelementptr inbounds %struct.slot, %struct.slot* %15, i32 0, i32 2, !dbg !152
  %17 = load i8, i8* %16, align 1, !dbg !152
  %18 = trunc i8 %17 to i1, !dbg !152
  br i1 %18, label %19, label %26, !dbg !153

19:                                               ; preds = %9
  %20 = load %struct.slot*, %struct.slot** %4, align 8, !dbg !154
  %21 = getelementptr inbounds %struct.slot, %struct.slot* %20, i32 0, i32 2, !dbg !156
  store i8 0, i8* %21, align 1, !dbg !157
  %22 = load %struct.link*, %struct.link** %2, align 8, !dbg !158
  %23 = getelementptr inbounds %struct.link, %struct.link* %22, i32 0, i32 8, !dbg !159
  %24 = load i32, i32* %23, align 4, !dbg !160
  %25 = add i32 %24, 1, !dbg !160
  store i32 %25, i32* %23, align 4, !dbg !160
  br label %26, !dbg !161

26:                                               ; preds = %19, %9
  %27 = load %struct.slot*, %struct.slot** %4, align 8, !dbg !162
  %28 = getelementptr inbounds %struct.slot, %struct.slot* %27, i32 0, i32 3, !dbg !163
  store i8 0, i8* %28, align 1, !dbg !164
  %29 = load %struct.slot*, %struct.slot** %4, align 8, !dbg !165
  %30 = getelementptr inbounds %struct.slot, %struct.slot* %29, i32 0, i32 1, !dbg !166
  store i8 0, i8* %30, align 1, !dbg !167
  br label %31, !dbg !168

31:                                               ; preds = %26
  %32 = load i32, i32* %3, align 4, !dbg !169
  %33 = add nsw i32 %32, 1, !dbg !169
  store i32 %33, i32* %3, align 4, !dbg !169
  br label %6, !dbg !170, !llvm.loop !171

34:                                               ; preds = %6
  %35 = load %struct.link*, %struct.link** %2, align 8, !dbg !174
  %36 = getelementptr inbounds %struct.link, %struct.link* %35, i32 0, i32 2, !dbg !175
  store i8 0, i8* %36, align 4, !dbg !176
  %37 = load %struct.link*, %struct.link** %2, align 8, !dbg !177
  %38 = getelementptr inbounds %struct.link, %struct.link* %37, i32 0, i32 3, !dbg !178
  store i8 0, i8* %38, align 1, !dbg !179
  %39 = load %struct.link*, %struct.link** %2, align 8, !dbg !180
  %40 = getelementptr inbounds %struct.link, %struct.link* %39, i32 0, i32 4, !dbg !181
  store i8 0, i8* %40, align 2, !dbg !182
  %41 = load %struct.link*, %struct.link** %2, align 8, !dbg !183
  %42 = getelementptr inbounds %struct.link, %struct.link* %41, i32 0, i32 5, !dbg !184
  store i8 0, i8* %42, align 1, !dbg !185
  %43 = load %struct.link*, %struct.link** %2, align 8, !dbg !186
  %44 = getelementptr inbounds %struct.link, %struct.link* %43, i32 0, i32 0, !dbg !187
  store i32 0, i32* %44, align 4, !dbg !188
  ret void, !dbg !189
}

; Function Attrs: noinline nounwind uwtable
define internal void @start_timer(%struct.link* noundef %0) #0 !dbg !190 {
  %2 = alloca %struct.link*, align 8
  store %struct.link* %0, %struct.link** %2, align 8
  call void @llvm.dbg.declare(metadata %struct.link** %2, metadata !191, metadata !DIExpression()), !dbg !192
  %3 = load %struct.link*, %struct.link** %2, align 8, !dbg !193
  %4 = getelementptr inbounds %struct.link, %struct.link* %3, i32 0, i32 6, !dbg !195
  %5 = load i8, i8* %4, align 4, !dbg !195
  %6 = trunc i8 %5 to i1, !dbg !195
  br i1 %6, label %16, label %7, !dbg !196

7:                                                ; preds = %1
  %8 = load %struct.link*, %struct.link** %2, align 8, !dbg !197
  %9 = getelementptr inbounds %struct.link, %struct.link* %8, i32 0, i32 0, !dbg !199
  %10 = load i32, i32* %9, align 4, !dbg !199
  %11 = icmp eq i32 %10, 1, !dbg !200
  %12 = zext i1 %11 to i64, !dbg !197
  %13 = select i1 %11, i32 20, i32 5, !dbg !197
  call void @timer_start(i32 noundef %13), !dbg !201
  %14 = load %struct.link*, %struct.link** %2, align 8, !dbg !202
  %15 = getelementptr inbounds %struct.link, %struct.link* %14, i32 0, i32 6, !dbg !203
  store i8 1, i8* %15, align 4, !dbg !204
  br label %16, !dbg !205

16:                                               ; preds = %7, %1
  ret void, !dbg !206
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @link_close() #0 !dbg !207 {
  %1 = alloca i32, align 4
  %2 = alloca i32, align 4
  call void @llvm.dbg.declare(metadata i32* %2, metadata !208, metadata !DIExpression()), !dbg !209
  %3 = load i32, i32* getelementptr inbounds (%struct.link, %struct.link* @the_link, i32 0, i32 0), align 4, !dbg !210
  %4 = icmp eq i32 %3, 0, !dbg !212
  br i1 %4, label %5, label %6, !dbg !213

5:                                                ; preds = %0
  store i32 -1, i32* %1, align 4, !dbg !214
  br label %9, !dbg !214

6:                                                ; preds = %0
  store i32 3, i32* getelementptr inbounds (%struct.link, %struct.link* @the_link, i32 0, i32 0), align 4, !dbg !215
  %7 = call i32 @control(i32 noundef 4, i8 noundef zeroext 0), !dbg !216
  store i32 %7, i32* %2, align 4, !dbg !217
  call void @reset(%struct.link* noundef @the_link), !dbg !218
  %8 = load i32, i32* %2, align 4, !dbg !219
  store i32 %8, i32* %1, align 4, !dbg !220
  br label %9, !dbg !220

9:                                                ; preds = %6, %5
  %10 = load i32, i32* %1, align 4, !dbg !221
  ret i32 %10, !dbg !221
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @link_send(i8 noundef zeroext %0, i8 noundef zeroext %1) #0 !dbg !222 {
  %3 = alloca i32, align 4
  %4 = alloca i8, align 1
  %5 = alloca i8, align 1
  %6 = alloca %struct.link*, align 8
  %7 = alloca %struct.slot*, align 8
  %8 = alloca i8, align 1
  store i8 %0, i8* %4, align 1
  call void @llvm.dbg.declare(metadata i8* %4, metadata !225, metadata !DIExpression()), !dbg !226
  store i8 %1, i8* %5, align 1
  call void @llvm.dbg.declare(metadata i8* %5, metadata !227, metadata !DIExpression()), !dbg !228
  call void @llvm.dbg.declare(metadata %struct.link** %6, metadata !229, metadata !DIExpression()), !dbg !230
  store %struct.link* @the_link, %struct.link** %6, align 8, !dbg !230
  call void @llvm.dbg.declare(metadata %struct.slot** %7, metadata !231, metadata !DIExpression()), !dbg !232
  call void @llvm.dbg.declare(metadata i8* %8, metadata !233, metadata !DIExpression()), !dbg !234
  %9 = load i8, i8* %5, align 1, !dbg !235
  %10 = zext i8 %9 to i32, !dbg !235
  %11 = icmp eq i32 %10, 0, !dbg !237
  br i1 %11, label %16, label %12, !dbg !238

12:                                               ; preds = %2
  %13 = load i8, i8* %5, align 1, !dbg !239
  %14 = zext i8 %13 to i32, !dbg !239
  %15 = icmp sgt i32 %14, 6, !dbg !240
  br i1 %15, label %16, label %17, !dbg !241

16:                                               ; preds = %12, %2
  store i32 -5, i32* %3, align 4, !dbg !242
  br label %91, !dbg !242

17:                                               ; preds = %12
  %18 = load %struct.link*, %struct.link** %6, align 8, !dbg !243
  %19 = getelementptr inbounds %struct.link, %struct.link* %18, i32 0, i32 0, !dbg !245
  %20 = load i32, i32* %19, align 4, !dbg !245
  %21 = icmp ne i32 %20, 2, !dbg !246
  br i1 %21, label %22, label %23, !dbg !247

22:                                               ; preds = %17
  store i32 -1, i32* %3, align 4, !dbg !248
  br label %91, !dbg !248

23:                                               ; preds = %17
  %24 = load %struct.link*, %struct.link** %6, align 8, !dbg !249
  %25 = getelementptr inbounds %struct.link, %struct.link* %24, i32 0, i32 3, !dbg !251
  %26 = load i8, i8* %25, align 1, !dbg !251
  %27 = zext i8 %26 to i32, !dbg !249
  %28 = icmp sge i32 %27, 4, !dbg !252
  br i1 %28, label %29, label %30, !dbg !253

29:                                               ; preds = %23
  store i32 -2, i32* %3, align 4, !dbg !254
  br label %91, !dbg !254

30:                                               ; preds = %23
  %31 = load %struct.link*, %struct.link** %6, align 8, !dbg !255
  %32 = load %struct.link*, %struct.link** %6, align 8, !dbg !256
  %33 = getelementptr inbounds %struct.link, %struct.link* %32, i32 0, i32 3, !dbg !257
  %34 = load i8, i8* %33, align 1, !dbg !257
  %35 = call %struct.slot* @slot_at(%struct.link* noundef %31, i8 noundef zeroext %34), !dbg !258
  store %struct.slot* %35, %struct.slot** %7, align 8, !dbg !259
  %36 = load %struct.slot*, %struct.slot** %7, align 8, !dbg !260
  %37 = getelementptr inbounds %struct.slot, %struct.slot* %36, i32 0, i32 2, !dbg !262
  %38 = load i8, i8* %37, align 1, !dbg !262
  %39 = trunc i8 %38 to i1, !dbg !262
  br i1 %39, label %40, label %41, !dbg !263

40:                                               ; preds = %30
  store i32 -3, i32* %3, align 4, !dbg !264
  br label %91, !dbg !264

41:                                               ; preds = %30
  %42 = load i8, i8* %5, align 1, !dbg !265
  %43 = load %struct.slot*, %struct.slot** %7, align 8, !dbg !266
  %44 = getelementptr inbounds %struct.slot, %struct.slot* %43, i32 0, i32 0, !dbg !267
  %45 = getelementptr inbounds %struct.buffer, %struct.buffer* %44, i32 0, i32 0, !dbg !268
  store i8 %42, i8* %45, align 1, !dbg !269
  store i8 0, i8* %8, align 1, !dbg !270
  br label %46, !dbg !272

46:                                               ; preds = %65, %41
  %47 = load i8, i8* %8, align 1, !dbg !273
  %48 = zext i8 %47 to i32, !dbg !273
  %49 = load i8, i8* %5, align 1, !dbg !275
  %50 = zext i8 %49 to i32, !dbg !275
  %51 = icmp slt i32 %48, %50, !dbg !276
  br i1 %51, label %52, label %68, !dbg !277

52:                                               ; preds = %46
  %53 = load i8, i8* %4, align 1, !dbg !278
  %54 = zext i8 %53 to i32, !dbg !278
  %55 = load i8, i8* %8, align 1, !dbg !279
  %56 = zext i8 %55 to i32, !dbg !279
  %57 = add nsw i32 %54, %56, !dbg !280
  %58 = trunc i32 %57 to i8, !dbg !281
  %59 = load %struct.slot*, %struct.slot** %7, align 8, !dbg !282
  %60 = getelementptr inbounds %struct.slot, %struct.slot* %59, i32 0, i32 0, !dbg !283
  %61 = getelementptr inbounds %struct.buffer, %struct.buffer* %60, i32 0, i32 1, !dbg !284
  %62 = load i8, i8* %8, align 1, !dbg !285
  %63 = zext i8 %62 to i64, !dbg !282
  %64 = getelementptr inbounds [6 x i8], [6 x i8]* %61, i64 0, i64 %63, !dbg !282
  store i8 %58, i8* %64, align 1, !dbg !286
  br label %65, !dbg !282

65:                                               ; preds = %52
  %66 = load i8, i8* %8, align 1, !dbg !287
  %67 = add i8 %66, 1, !dbg !287
  store i8 %67, i8* %8, align 1, !dbg !287
  br label %46, !dbg !288, !llvm.loop !289

68:                                               ; preds = %46
  %69 = load %struct.slot*, %struct.slot** %7, align 8, !dbg !291
  %70 = getelementptr inbounds %struct.slot, %struct.slot* %69, i32 0, i32 2, !dbg !292
  store i8 1, i8* %70, align 1, !dbg !293
  %71 = load %struct.slot*, %struct.slot** %7, align 8, !dbg !294
  %72 = getelementptr inbounds %struct.slot, %struct.slot* %71, i32 0, i32 1, !dbg !295
  store i8 0, i8* %72, align 1, !dbg !296
  %73 = load %struct.slot*, %struct.slot** %7, align 8, !dbg !297
  %74 = getelementptr inbounds %struct.slot, %struct.slot* %73, i32 0, i32 3, !dbg !298
  store i8 0, i8* %74, align 1, !dbg !299
  %75 = load %struct.link*, %struct.link** %6, align 8, !dbg !300
  %76 = getelementptr inbounds %struct.link, %struct.link* %75, i32 0, i32 3, !dbg !301
  %77 = load i8, i8* %76, align 1, !dbg !302
  %78 = add i8 %77, 1, !dbg !302
  store i8 %78, i8* %76, align 1, !dbg !302
  %79 = load %struct.link*, %struct.link** %6, align 8, !dbg !303
  %80 = load %struct.link*, %struct.link** %6, align 8, !dbg !305
  %81 = getelementptr inbounds %struct.link, %struct.link* %80, i32 0, i32 3, !dbg !306
  %82 = load i8, i8* %81, align 1, !dbg !306
  %83 = zext i8 %82 to i32, !dbg !305
  %84 = sub nsw i32 %83, 1, !dbg !307
  %85 = trunc i32 %84 to i8, !dbg !308
  %86 = call i32 @send_slot(%struct.link* noundef %79, i8 noundef zeroext %85), !dbg !309
  %87 = icmp ne i32 %86, 0, !dbg !310
  br i1 %87, label %88, label %90, !dbg !311

88:                                               ; preds = %68
  %89 = load %struct.link*, %struct.link** %6, align 8, !dbg !312
  call void @start_timer(%struct.link* noundef %89), !dbg !313
  br label %90, !dbg !313

90:                                               ; preds = %88, %68
  store i32 0, i32* %3, align 4, !dbg !314
  br label %91, !dbg !314

91:                                               ; preds = %90, %40, %29, %22, %16
  %92 = load i32, i32* %3, align 4, !dbg !315
  ret i32 %92, !dbg !315
}

; Function Attrs: noinline nounwind uwtable
define internal %struct.slot* @slot_at(%struct.link* noundef %0, i8 noundef zeroext %1) #0 !dbg !316 {
  %3 = alloca %struct.link*, align 8
  %4 = alloca i8, align 1
  store %struct.link* %0, %struct.link** %3, align 8
  call void @llvm.dbg.declare(metadata %struct.link** %3, metadata !319, metadata !DIExpression()), !dbg !320
  store i8 %1, i8* %4, align 1
  call void @llvm.dbg.declare(metadata i8* %4, metadata !321, metadata !DIExpression()), !dbg !322
  %5 = load %struct.link*, %struct.link** %3, align 8, !dbg !323
  %6 = getelementptr inbounds %struct.link, %struct.link* %5, i32 0, i32 1, !dbg !324
  %7 = load %struct.link*, %struct.link** %3, align 8, !dbg !325
  %8 = getelementptr inbounds %struct.link, %struct.link* %7, i32 0, i32 2, !dbg !326
  %9 = load i8, i8* %8, align 4, !dbg !326
  %10 = zext i8 %9 to i32, !dbg !325
  %11 = load i8, i8* %4, align 1, !dbg !327
  %12 = zext i8 %11 to i32, !dbg !327
  %13 = add nsw i32 %10, %12, !dbg !328
  %14 = srem i32 %13, 4, !dbg !329
  %15 = sext i32 %14 to i64, !dbg !323
  %16 = getelementptr inbounds [4 x %struct.slot], [4 x %struct.slot]* %6, i64 0, i64 %15, !dbg !323
  ret %struct.slot* %16, !dbg !330
}

; Function Attrs: noinline nounwind uwtable
define internal i32 @send_slot(%struct.link* noundef %0, i8 noundef zeroext %1) #0 !dbg !331 {
  %3 = alloca i32, align 4
  %4 = alloca %struct.link*, align 8
  %5 = alloca i8, align 1
  %6 = alloca %struct.slot*, align 8
  %7 = alloca %struct.frame, align 1
  %8 = alloca i32, align 4
  store %struct.link* %0, %struct.link** %4, align 8
  call void @llvm.dbg.declare(metadata %struct.link** %4, metadata !334, metadata !DIExpression()), !dbg !335
  store i8 %1, i8* %5, align 1
  call void @llvm.dbg.declare(metadata i8* %5, metadata !336, metadata !DIExpression()), !dbg !337
  call void @llvm.dbg.declare(metadata %struct.slot** %6, metadata !338, metadata !DIExpression()), !dbg !339
  %9 = load %struct.link*, %struct.link** %4, align 8, !dbg !340
  %10 = load i8, i8* %5, align 1, !dbg !341
  %11 = call %struct.slot* @slot_at(%struct.link* noundef %9, i8 noundef zeroext %10), !dbg !342
  store %struct.slot* %11, %struct.slot** %6, align 8, !dbg !339
  call void @llvm.dbg.declare(metadata %struct.frame* %7, metadata !343, metadata !DIExpression()), !dbg !344
  call void @llvm.dbg.declare(metadata i32* %8, metadata !345, metadata !DIExpression()), !dbg !346
  %12 = load %struct.slot*, %struct.slot** %6, align 8, !dbg !347
  %13 = getelementptr inbounds %struct.slot, %struct.slot* %12, i32 0, i32 2, !dbg !349
  %14 = load i8, i8* %13, align 1, !dbg !349
  %15 = trunc i8 %14 to i1, !dbg !349
  br i1 %15, label %17, label %16, !dbg !350

16:                                               ; preds = %2
  store i32 -5, i32* %3, align 4, !dbg !351
  br label %79, !dbg !351

17:                                               ; preds = %2
  %18 = bitcast %struct.frame* %7 to i8*, !dbg !352
  %19 = load i8, i8* %18, align 1, !dbg !353
  %20 = and i8 %19, -8, !dbg !353
  %21 = or i8 %20, 2, !dbg !353
  store i8 %21, i8* %18, align 1, !dbg !353
  %22 = load %struct.link*, %struct.link** %4, align 8, !dbg !354
  %23 = getelementptr inbounds %struct.link, %struct.link* %22, i32 0, i32 2, !dbg !355
  %24 = load i8, i8* %23, align 4, !dbg !355
  %25 = zext i8 %24 to i32, !dbg !354
  %26 = load i8, i8* %5, align 1, !dbg !356
  %27 = zext i8 %26 to i32, !dbg !356
  %28 = add nsw i32 %25, %27, !dbg !357
  %29 = srem i32 %28, 8, !dbg !358
  %30 = trunc i32 %29 to i8, !dbg !359
  %31 = bitcast %struct.frame* %7 to i8*, !dbg !360
  %32 = load i8, i8* %31, align 1, !dbg !361
  %33 = and i8 %30, 7, !dbg !361
  %34 = shl i8 %33, 3, !dbg !361
  %35 = and i8 %32, -57, !dbg !361
  %36 = or i8 %35, %34, !dbg !361
  store i8 %36, i8* %31, align 1, !dbg !361
  %37 = load i8, i8* %5, align 1, !dbg !362
  %38 = zext i8 %37 to i32, !dbg !362
  %39 = add nsw i32 %38, 1, !dbg !363
  %40 = load %struct.link*, %struct.link** %4, align 8, !dbg !364
  %41 = getelementptr inbounds %struct.link, %struct.link* %40, i32 0, i32 3, !dbg !365
  %42 = load i8, i8* %41, align 1, !dbg !365
  %43 = zext i8 %42 to i32, !dbg !364
  %44 = icmp eq i32 %39, %43, !dbg !366
  %45 = zext i1 %44 to i32, !dbg !366
  %46 = trunc i32 %45 to i8, !dbg !362
  %47 = bitcast %struct.frame* %7 to i8*, !dbg !367
  %48 = load i8, i8* %47, align 1, !dbg !368
  %49 = and i8 %46, 1, !dbg !368
  %50 = shl i8 %49, 6, !dbg !368
  %51 = and i8 %48, -65, !dbg !368
  %52 = or i8 %51, %50, !dbg !368
  store i8 %52, i8* %47, align 1, !dbg !368
  %53 = load %struct.slot*, %struct.slot** %6, align 8, !dbg !369
  %54 = getelementptr inbounds %struct.slot, %struct.slot* %53, i32 0, i32 0, !dbg !370
  %55 = getelementptr inbounds %struct.buffer, %struct.buffer* %54, i32 0, i32 0, !dbg !371
  %56 = load i8, i8* %55, align 1, !dbg !371
  %57 = getelementptr inbounds %struct.frame, %struct.frame* %7, i32 0, i32 1, !dbg !372
  store i8 %56, i8* %57, align 1, !dbg !373
  %58 = load %struct.slot*, %struct.slot** %6, align 8, !dbg !374
  %59 = getelementptr inbounds %struct.slot, %struct.slot* %58, i32 0, i32 0, !dbg !375
  %60 = call i32 @transmit(%struct.frame* noundef %7, %struct.buffer* noundef %59), !dbg !376
  store i32 %60, i32* %8, align 4, !dbg !377
  %61 = load i32, i32* %8, align 4, !dbg !378
  %62 = icmp eq i32 %61, 0, !dbg !380
  br i1 %62, label %63, label %77, !dbg !381

63:                                               ; preds = %17
  %64 = load %struct.slot*, %struct.slot** %6, align 8, !dbg !382
  %65 = getelementptr inbounds %struct.slot, %struct.slot* %64, i32 0, i32 3, !dbg !385
  %66 = load i8, i8* %65, align 1, !dbg !385
  %67 = trunc i8 %66 to i1, !dbg !385
  br i1 %67, label %68, label %73, !dbg !386

68:                                               ; preds = %63
  %69 = load %struct.link*, %struct.link** %4, align 8, !dbg !387
  %70 = getelementptr inbounds %struct.link, %struct.link* %69, i32 0, i32 9, !dbg !388
  %71 = load i32, i32* %70, align 4, !dbg !389
  %72 = add i32 %71, 1, !dbg !389
  store i32 %72, i32* %70, align 4, !dbg !389
  br label %73, !dbg !387

73:                                               ; preds = %68, %63
  %74 = load %struct.slot*, %struct.slot** %6, align 8, !dbg !390
  %75 = getelementptr inbounds %struct.slot, %struct.slot* %74, i32 0, i32 3, !dbg !391
  store i8 1, i8* %75, align 1, !dbg !392
  %76 = load %struct.link*, %struct.link** %4, align 8, !dbg !393
  call void @start_timer(%struct.link* noundef %76), !dbg !394
  br label %77, !dbg !395

77:                                               ; preds = %73, %17
  %78 = load i32, i32* %8, align 4, !dbg !396
  store i32 %78, i32* %3, align 4, !dbg !397
  br label %79, !dbg !397

79:                                               ; preds = %77, %16
  %80 = load i32, i32* %3, align 4, !dbg !398
  ret i32 %80, !dbg !398
}

; Function Attrs: noinline nounwind uwtable
define dso_local void @link_receive(i8 noundef zeroext %0, i8 noundef zeroext %1, i8 noundef zeroext %2, i8 noundef zeroext %3) #0 !dbg !399 {
  %5 = alloca i8, align 1
  %6 = alloca i8, align 1
  %7 = alloca i8, align 1
  %8 = alloca i8, align 1
  %9 = alloca %struct.link*, align 8
  store i8 %0, i8* %5, align 1
  call void @llvm.dbg.declare(metadata i8* %5, metadata !402, metadata !DIExpression()), !dbg !403
  store i8 %1, i8* %6, align 1
  call void @llvm.dbg.declare(metadata i8* %6, metadata !404, metadata !DIExpression()), !dbg !405
  store i8 %2, i8* %7, align 1
  call void @llvm.dbg.declare(metadata i8* %7, metadata !406, metadata !DIExpression()), !dbg !407
  store i8 %3, i8* %8, align 1
  call void @llvm.dbg.declare(metadata i8* %8, metadata !408, metadata !DIExpression()), !dbg !409
  call void @llvm.dbg.declare(metadata %struct.link** %9, metadata !410, metadata !DIExpression()), !dbg !411
  store %struct.link* @the_link, %struct.link** %9, align 8, !dbg !411
  %10 = load i8, i8* %6, align 1, !dbg !412
  %11 = zext i8 %10 to i32, !dbg !412
  %12 = srem i32 %11, 8, !dbg !412
  %13 = trunc i32 %12 to i8, !dbg !412
  store i8 %13, i8* %6, align 1, !dbg !412
  %14 = load %struct.link*, %struct.link** %9, align 8, !dbg !413
  %15 = getelementptr inbounds %struct.link, %struct.link* %14, i32 0, i32 0, !dbg !414
  %16 = load i32, i32* %15, align 4, !dbg !414
  switch i32 %16, label %63 [
    i32 0, label %17
    i32 1, label %18
    i32 2, label %36
    i32 3, label %61
  ], !dbg !415

17:                                               ; preds = %4
  br label %63, !dbg !416

18:                                               ; preds = %4
  %19 = load i8, i8* %5, align 1, !dbg !418
  %20 = zext i8 %19 to i32, !dbg !418
  %21 = icmp eq i32 %20, 1, !dbg !420
  br i1 %21, label %22, label %28, !dbg !421

22:                                               ; preds = %18
  %23 = load %struct.link*, %struct.link** %9, align 8, !dbg !422
  call void @stop_timer(%struct.link* noundef %23), !dbg !424
  %24 = load %struct.link*, %struct.link** %9, align 8, !dbg !425
  %25 = getelementptr inbounds %struct.link, %struct.link* %24, i32 0, i32 5, !dbg !426
  store i8 0, i8* %25, align 1, !dbg !427
  %26 = load %struct.link*, %struct.link** %9, align 8, !dbg !428
  %27 = getelementptr inbounds %struct.link, %struct.link* %26, i32 0, i32 0, !dbg !429
  store i32 2, i32* %27, align 4, !dbg !430
  br label %35, !dbg !431

28:                                               ; preds = %18
  %29 = load i8, i8* %5, align 1, !dbg !432
  %30 = zext i8 %29 to i32, !dbg !432
  %31 = icmp eq i32 %30, 4, !dbg !434
  br i1 %31, label %32, label %34, !dbg !435

32:                                               ; preds = %28
  %33 = load %struct.link*, %struct.link** %9, align 8, !dbg !436
  call void @reset(%struct.link* noundef %33), !dbg !438
  br label %34, !dbg !439

34:                                               ; preds = %32, %28
  br label %35

35:                                               ; preds = %34, %22
  br label %63, !dbg !440

36:                                               ; preds = %4
  %37 = load i8, i8* %5, align 1, !dbg !441
  %38 = zext i8 %37 to i32, !dbg !441
  %39 = icmp eq i32 %38, 3, !dbg !443
  br i1 %39, label %40, label %43, !dbg !444

40:                                               ; preds = %36
  %41 = load %struct.link*, %struct.link** %9, align 8, !dbg !445
  %42 = load i8, i8* %6, align 1, !dbg !446
  call void @acknowledge(%struct.link* noundef %41, i8 noundef zeroext %42), !dbg !447
  br label %60, !dbg !447

43:                                               ; preds = %36
  %44 = load i8, i8* %5, align 1, !dbg !448
  %45 = zext i8 %44 to i32, !dbg !448
  %46 = icmp eq i32 %45, 2, !dbg !450
  br i1 %46, label %47, label %52, !dbg !451

47:                                               ; preds = %43
  %48 = load %struct.link*, %struct.link** %9, align 8, !dbg !452
  %49 = load i8, i8* %6, align 1, !dbg !453
  %50 = load i8, i8* %7, align 1, !dbg !454
  %51 = load i8, i8* %8, align 1, !dbg !455
  call void @data(%struct.link* noundef %48, i8 noundef zeroext %49, i8 noundef zeroext %50, i8 noundef zeroext %51), !dbg !456
  br label %59, !dbg !456

52:                                               ; preds = %43
  %53 = load i8, i8* %5, align 1, !dbg !457
  %54 = zext i8 %53 to i32, !dbg !457
  %55 = icmp eq i32 %54, 4, !dbg !459
  br i1 %55, label %56, label %58, !dbg !460

56:                                               ; preds = %52
  %57 = load %struct.link*, %struct.link** %9, align 8, !dbg !461
  call void @reset(%struct.link* noundef %57), !dbg !462
  br label %58, !dbg !462

58:                                               ; preds = %56, %52
  br label %59

59:                                               ; preds = %58, %47
  br label %60

60:                                               ; preds = %59, %40
  br label %63, !dbg !463

61:                                               ; preds = %4
  %62 = load %struct.link*, %struct.link** %9, align 8, !dbg !464
  call void @reset(%struct.link* noundef %62), !dbg !465
  br label %63, !dbg !466

63:                                               ; preds = %4, %61, %60, %35, %17
  ret void, !dbg !467
}

; Function Attrs: noinline nounwind uwtable
define internal void @stop_timer(%struct.link* noundef %0) #0 !dbg !468 {
  %2 = alloca %struct.link*, align 8
  store %struct.link* %0, %struct.link** %2, align 8
  call void @llvm.dbg.declare(metadata %struct.link** %2, metadata !469, metadata !DIExpression()), !dbg !470
  %3 = load %struct.link*, %struct.link** %2, align 8, !dbg !471
  %4 = getelementptr inbounds %struct.link, %struct.link* %3, i32 0, i32 6, !dbg !473
  %5 = load i8, i8* %4, align 4, !dbg !473
  %6 = trunc i8 %5 to i1, !dbg !473
  br i1 %6, label %7, label %10, !dbg !474

7:                                                ; preds = %1
  call void @timer_stop(), !dbg !475
  %8 = load %struct.link*, %struct.link** %2, align 8, !dbg !477
  %9 = getelementptr inbounds %struct.link, %struct.link* %8, i32 0, i32 6, !dbg !478
  store i8 0, i8* %9, align 4, !dbg !479
  br label %10, !dbg !480

10:                                               ; preds = %7, %1
  ret void, !dbg !481
}

; Function Attrs: noinline nounwind uwtable
define internal void @acknowledge(%struct.link* noundef %0, i8 noundef zeroext %1) #0 !dbg !482 {
  %3 = alloca %struct.link*, align 8
  %4 = alloca i8, align 1
  %5 = alloca i8, align 1
  %6 = alloca %struct.slot*, align 8
  store %struct.link* %0, %struct.link** %3, align 8
  call void @llvm.dbg.declare(metadata %struct.link** %3, metadata !485, metadata !DIExpression()), !dbg !486
  store i8 %1, i8* %4, align 1
  call void @llvm.dbg.declare(metadata i8* %4, metadata !487, metadata !DIExpression()), !dbg !488
  call void @llvm.dbg.declare(metadata i8* %5, metadata !489, metadata !DIExpression()), !dbg !490
  %7 = load i8, i8* %4, align 1, !dbg !491
  %8 = zext i8 %7 to i32, !dbg !491
  %9 = load %struct.link*, %struct.link** %3, align 8, !dbg !492
  %10 = getelementptr inbounds %struct.link, %struct.link* %9, i32 0, i32 2, !dbg !493
  %11 = load i8, i8* %10, align 4, !dbg !493
  %12 = zext i8 %11 to i32, !dbg !492
  %13 = sub nsw i32 %8, %12, !dbg !494
  %14 = srem i32 %13, 8, !dbg !495
  %15 = trunc i32 %14 to i8, !dbg !496
  store i8 %15, i8* %5, align 1, !dbg !490
  %16 = load i8, i8* %5, align 1, !dbg !497
  %17 = zext i8 %16 to i32, !dbg !497
  %18 = icmp eq i32 %17, 0, !dbg !499
  br i1 %18, label %27, label %19, !dbg !500

19:                                               ; preds = %2
  %20 = load i8, i8* %5, align 1, !dbg !501
  %21 = zext i8 %20 to i32, !dbg !501
  %22 = load %struct.link*, %struct.link** %3, align 8, !dbg !502
  %23 = getelementptr inbounds %struct.link, %struct.link* %22, i32 0, i32 3, !dbg !503
  %24 = load i8, i8* %23, align 1, !dbg !503
  %25 = zext i8 %24 to i32, !dbg !502
  %26 = icmp sgt i32 %21, %25, !dbg !504
  br i1 %26, label %27, label %28, !dbg !505

27:                                               ; preds = %19, %2
  br label %66, !dbg !506

28:                                               ; preds = %19
  br label %29, !dbg !507

29:                                               ; preds = %33, %28
  %30 = load i8, i8* %5, align 1, !dbg !508
  %31 = zext i8 %30 to i32, !dbg !508
  %32 = icmp sgt i32 %31, 0, !dbg !509
  br i1 %32, label %33, label %57, !dbg !507

33:                                               ; preds = %29
  call void @llvm.dbg.declare(metadata %struct.slot** %6, metadata !510, metadata !DIExpression()), !dbg !512
  %34 = load %struct.link*, %struct.link** %3, align 8, !dbg !513
  %35 = call %struct.slot* @slot_at(%struct.link* noundef %34, i8 noundef zeroext 0), !dbg !514
  store %struct.slot* %35, %struct.slot** %6, align 8, !dbg !512
  %36 = load %struct.slot*, %struct.slot** %6, align 8, !dbg !515
  %37 = getelementptr inbounds %struct.slot, %struct.slot* %36, i32 0, i32 2, !dbg !516
  store i8 0, i8* %37, align 1, !dbg !517
  %38 = load %struct.slot*, %struct.slot** %6, align 8, !dbg !518
  %39 = getelementptr inbounds %struct.slot, %struct.slot* %38, i32 0, i32 3, !dbg !519
  store i8 0, i8* %39, align 1, !dbg !520
  %40 = load %struct.slot*, %struct.slot** %6, align 8, !dbg !521
  %41 = getelementptr inbounds %struct.slot, %struct.slot* %40, i32 0, i32 1, !dbg !522
  store i8 0, i8* %41, align 1, !dbg !523
  %42 = load %struct.link*, %struct.link** %3, align 8, !dbg !524
  %43 = getelementptr inbounds %struct.link, %struct.link* %42, i32 0, i32 2, !dbg !525
  %44 = load i8, i8* %43, align 4, !dbg !525
  %45 = zext i8 %44 to i32, !dbg !524
  %46 = add nsw i32 %45, 1, !dbg !526
  %47 = srem i32 %46, 8, !dbg !527
  %48 = trunc i32 %47 to i8, !dbg !528
  %49 = load %struct.link*, %struct.link** %3, align 8, !dbg !529
  %50 = getelementptr inbounds %struct.link, %struct.link* %49, i32 0, i32 2, !dbg !530
  store i8 %48, i8* %50, align 4, !dbg !531
  %51 = load %struct.link*, %struct.link** %3, align 8, !dbg !532
  %52 = getelementptr inbounds %struct.link, %struct.link* %51, i32 0, i32 3, !dbg !533
  %53 = load i8, i8* %52, align 1, !dbg !534
  %54 = add i8 %53, -1, !dbg !534
  store i8 %54, i8* %52, align 1, !dbg !534
  %55 = load i8, i8* %5, align 1, !dbg !535
  %56 = add i8 %55, -1, !dbg !535
  store i8 %56, i8* %5, align 1, !dbg !535
  br label %29, !dbg !507, !llvm.loop !536

57:                                               ; preds = %29
  %58 = load %struct.link*, %struct.link** %3, align 8, !dbg !538
  call void @stop_timer(%struct.link* noundef %58), !dbg !539
  %59 = load %struct.link*, %struct.link** %3, align 8, !dbg !540
  %60 = getelementptr inbounds %struct.link, %struct.link* %59, i32 0, i32 3, !dbg !542
  %61 = load i8, i8* %60, align 1, !dbg !542
  %62 = zext i8 %61 to i32, !dbg !540
  %63 = icmp sgt i32 %62, 0, !dbg !543
  br i1 %63, label %64, label %66, !dbg !544

64:                                               ; preds = %57
  %65 = load %struct.link*, %struct.link** %3, align 8, !dbg !545
  call void @start_timer(%struct.link* noundef %65), !dbg !546
  br label %66, !dbg !546

66:                                               ; preds = %27, %64, %57
  ret void, !dbg !547
}

; Function Attrs: noinline nounwind uwtable
define internal void @data(%struct.link* noundef %0, i8 noundef zeroext %1, i8 noundef zeroext %2, i8 noundef zeroext %3) #0 !dbg !548 {
  %5 = alloca %struct.link*, align 8
  %6 = alloca i8, align 1
  %7 = alloca i8, align 1
  %8 = alloca i8, align 1
  store %struct.link* %0, %struct.link** %5, align 8
  call void @llvm.dbg.declare(metadata %struct.link** %5, metadata !551, metadata !DIExpression()), !dbg !552
  store i8 %1, i8* %6, align 1
  call void @llvm.dbg.declare(metadata i8* %6, metadata !553, metadata !DIExpression()), !dbg !554
  store i8 %2, i8* %7, align 1
  call void @llvm.dbg.declare(metadata i8* %7, metadata !555, metadata !DIExpression()), !dbg !556
  store i8 %3, i8* %8, align 1
  call void @llvm.dbg.declare(metadata i8* %8, metadata !557, metadata !DIExpression()), !dbg !558
  %9 = load i8, i8* %6, align 1, !dbg !559
  %10 = zext i8 %9 to i32, !dbg !559
  %11 = load %struct.link*, %struct.link** %5, align 8, !dbg !561
  %12 = getelementptr inbounds %struct.link, %struct.link* %11, i32 0, i32 4, !dbg !562
  %13 = load i8, i8* %12, align 2, !dbg !562
  %14 = zext i8 %13 to i32, !dbg !561
  %15 = icmp ne i32 %10, %14, !dbg !563
  br i1 %15, label %16, label %21, !dbg !564

16:                                               ; preds = %4
  %17 = load %struct.link*, %struct.link** %5, align 8, !dbg !565
  %18 = getelementptr inbounds %struct.link, %struct.link* %17, i32 0, i32 8, !dbg !567
  %19 = load i32, i32* %18, align 4, !dbg !568
  %20 = add i32 %19, 1, !dbg !568
  store i32 %20, i32* %18, align 4, !dbg !568
  br label %46, !dbg !569

21:                                               ; preds = %4
  %22 = load i8, i8* %8, align 1, !dbg !570
  %23 = zext i8 %22 to i32, !dbg !570
  %24 = icmp sgt i32 %23, 0, !dbg !572
  br i1 %24, label %25, label %45, !dbg !573

25:                                               ; preds = %21
  %26 = load i8, i8* %8, align 1, !dbg !574
  %27 = zext i8 %26 to i32, !dbg !574
  %28 = icmp sle i32 %27, 6, !dbg !575
  br i1 %28, label %29, label %45, !dbg !576

29:                                               ; preds = %25
  %30 = load %struct.link*, %struct.link** %5, align 8, !dbg !577
  %31 = getelementptr inbounds %struct.link, %struct.link* %30, i32 0, i32 4, !dbg !579
  %32 = load i8, i8* %31, align 2, !dbg !579
  %33 = zext i8 %32 to i32, !dbg !577
  %34 = add nsw i32 %33, 1, !dbg !580
  %35 = srem i32 %34, 8, !dbg !581
  %36 = trunc i32 %35 to i8, !dbg !582
  %37 = load %struct.link*, %struct.link** %5, align 8, !dbg !583
  %38 = getelementptr inbounds %struct.link, %struct.link* %37, i32 0, i32 4, !dbg !584
  store i8 %36, i8* %38, align 2, !dbg !585
  %39 = load %struct.link*, %struct.link** %5, align 8, !dbg !586
  %40 = getelementptr inbounds %struct.link, %struct.link* %39, i32 0, i32 7, !dbg !587
  %41 = load i32, i32* %40, align 4, !dbg !588
  %42 = add i32 %41, 1, !dbg !588
  store i32 %42, i32* %40, align 4, !dbg !588
  %43 = load i8, i8* %7, align 1, !dbg !589
  %44 = load i8, i8* %8, align 1, !dbg !590
  call void @deliver(i8 noundef zeroext %43, i8 noundef zeroext %44), !dbg !591
  br label %45, !dbg !592

45:                                               ; preds = %29, %25, %21
  br label %46

46:                                               ; preds = %45, %16
  %47 = load %struct.link*, %struct.link** %5, align 8, !dbg !593
  %48 = getelementptr inbounds %struct.link, %struct.link* %47, i32 0, i32 4, !dbg !594
  %49 = load i8, i8* %48, align 2, !dbg !594
  %50 = call i32 @control(i32 noundef 3, i8 noundef zeroext %49), !dbg !595
  ret void, !dbg !596
}

; Function Attrs: noinline nounwind uwtable
define dso_local void @link_timeout() #0 !dbg !597 {
  %1 = alloca %struct.link*, align 8
  %2 = alloca i8, align 1
  call void @llvm.dbg.declare(metadata %struct.link** %1, metadata !600, metadata !DIExpression()), !dbg !601
  store %struct.link* @the_link, %struct.link** %1, align 8, !dbg !601
  call void @llvm.dbg.declare(metadata i8* %2, metadata !602, metadata !DIExpression()), !dbg !603
  %3 = load %struct.link*, %struct.link** %1, align 8, !dbg !604
  %4 = getelementptr inbounds %struct.link, %struct.link* %3, i32 0, i32 6, !dbg !606
  %5 = load i8, i8* %4, align 4, !dbg !606
  %6 = trunc i8 %5 to i1, !dbg !606
  br i1 %6, label %8, label %7, !dbg !607

7:                                                ; preds = %0
  br label %73, !dbg !608

8:                                                ; preds = %0
  %9 = load %struct.link*, %struct.link** %1, align 8, !dbg !609
  %10 = getelementptr inbounds %struct.link, %struct.link* %9, i32 0, i32 6, !dbg !610
  store i8 0, i8* %10, align 4, !dbg !611
  %11 = load %struct.link*, %struct.link** %1, align 8, !dbg !612
  %12 = getelementptr inbounds %struct.link, %struct.link* %11, i32 0, i32 0, !dbg !614
  %13 = load i32, i32* %12, align 4, !dbg !614
  %14 = icmp eq i32 %13, 1, !dbg !615
  br i1 %14, label %15, label %30, !dbg !616

15:                                               ; preds = %8
  %16 = load %struct.link*, %struct.link** %1, align 8, !dbg !617
  %17 = getelementptr inbounds %struct.link, %struct.link* %16, i32 0, i32 5, !dbg !620
  %18 = load i8, i8* %17, align 1, !dbg !621
  %19 = add i8 %18, 1, !dbg !621
  store i8 %19, i8* %17, align 1, !dbg !621
  %20 = zext i8 %19 to i32, !dbg !621
  %21 = icmp sgt i32 %20, 3, !dbg !622
  br i1 %21, label %25, label %22, !dbg !623

22:                                               ; preds = %15
  %23 = call i32 @control(i32 noundef 0, i8 noundef zeroext 0), !dbg !624
  %24 = icmp ne i32 %23, 0, !dbg !625
  br i1 %24, label %25, label %27, !dbg !626

25:                                               ; preds = %22, %15
  %26 = load %struct.link*, %struct.link** %1, align 8, !dbg !627
  call void @reset(%struct.link* noundef %26), !dbg !628
  br label %29, !dbg !628

27:                                               ; preds = %22
  %28 = load %struct.link*, %struct.link** %1, align 8, !dbg !629
  call void @start_timer(%struct.link* noundef %28), !dbg !630
  br label %29

29:                                               ; preds = %27, %25
  br label %73, !dbg !631

30:                                               ; preds = %8
  %31 = load %struct.link*, %struct.link** %1, align 8, !dbg !632
  %32 = getelementptr inbounds %struct.link, %struct.link* %31, i32 0, i32 0, !dbg !634
  %33 = load i32, i32* %32, align 4, !dbg !634
  %34 = icmp ne i32 %33, 2, !dbg !635
  br i1 %34, label %41, label %35, !dbg !636

35:                                               ; preds = %30
  %36 = load %struct.link*, %struct.link** %1, align 8, !dbg !637
  %37 = getelementptr inbounds %struct.link, %struct.link* %36, i32 0, i32 3, !dbg !638
  %38 = load i8, i8* %37, align 1, !dbg !638
  %39 = zext i8 %38 to i32, !dbg !637
  %40 = icmp eq i32 %39, 0, !dbg !639
  br i1 %40, label %41, label %42, !dbg !640

41:                                               ; preds = %35, %30
  br label %73, !dbg !641

42:                                               ; preds = %35
  %43 = load %struct.link*, %struct.link** %1, align 8, !dbg !642
  %44 = call %struct.slot* @slot_at(%struct.link* noundef %43, i8 noundef zeroext 0), !dbg !644
  %45 = getelementptr inbounds %struct.slot, %struct.slot* %44, i32 0, i32 1, !dbg !645
  %46 = load i8, i8* %45, align 1, !dbg !646
  %47 = add i8 %46, 1, !dbg !646
  store i8 %47, i8* %45, align 1, !dbg !646
  %48 = zext i8 %47 to i32, !dbg !646
  %49 = icmp sgt i32 %48, 3, !dbg !647
  br i1 %49, label %50, label %52, !dbg !648

50:                                               ; preds = %42
  %51 = load %struct.link*, %struct.link** %1, align 8, !dbg !649
  call void @reset(%struct.link* noundef %51), !dbg !651
  br label %73, !dbg !652

52:                                               ; preds = %42
  store i8 0, i8* %2, align 1, !dbg !653
  br label %53, !dbg !655

53:                                               ; preds = %68, %52
  %54 = load i8, i8* %2, align 1, !dbg !656
  %55 = zext i8 %54 to i32, !dbg !656
  %56 = load %struct.link*, %struct.link** %1, align 8, !dbg !658
  %57 = getelementptr inbounds %struct.link, %struct.link* %56, i32 0, i32 3, !dbg !659
  %58 = load i8, i8* %57, align 1, !dbg !659
  %59 = zext i8 %58 to i32, !dbg !658
  %60 = icmp slt i32 %55, %59, !dbg !660
  br i1 %60, label %61, label %71, !dbg !661

61:                                               ; preds = %53
  %62 = load %struct.link*, %struct.link** %1, align 8, !dbg !662
  %63 = load i8, i8* %2, align 1, !dbg !665
  %64 = call i32 @send_slot(%struct.link* noundef %62, i8 noundef zeroext %63), !dbg !666
  %65 = icmp ne i32 %64, 0, !dbg !667
  br i1 %65, label %66, label %67, !dbg !668

66:                                               ; preds = %61
  br label %71, !dbg !669

67:                                               ; preds = %61
  br label %68, !dbg !670

68:                                               ; preds = %67
  %69 = load i8, i8* %2, align 1, !dbg !671
  %70 = add i8 %69, 1, !dbg !671
  store i8 %70, i8* %2, align 1, !dbg !671
  br label %53, !dbg !672, !llvm.loop !673

71:                                               ; preds = %66, %53
  %72 = load %struct.link*, %struct.link** %1, align 8, !dbg !675
  call void @start_timer(%struct.link* noundef %72), !dbg !676
  br label %73, !dbg !677

73:                                               ; preds = %71, %50, %41, %29, %7
  ret void, !dbg !677
}

; Function Attrs: noinline nounwind uwtable
define internal i32 @transmit(%struct.frame* noundef %0, %struct.buffer* noundef %1) #0 !dbg !678 {
  %3 = alloca %struct.frame*, align 8
  %4 = alloca %struct.buffer*, align 8
  %5 = alloca i32, align 4
  store %struct.frame* %0, %struct.frame** %3, align 8
  call void @llvm.dbg.declare(metadata %struct.frame** %3, metadata !685, metadata !DIExpression()), !dbg !686
  store %struct.buffer* %1, %struct.buffer** %4, align 8
  call void @llvm.dbg.declare(metadata %struct.buffer** %4, metadata !687, metadata !DIExpression()), !dbg !688
  call void @llvm.dbg.declare(metadata i32* %5, metadata !689, metadata !DIExpression()), !dbg !690
  store i32 0, i32* %5, align 4, !dbg !690
  call void @radio_on(), !dbg !691
  %6 = load %struct.buffer*, %struct.buffer** %4, align 8, !dbg !692
  %7 = icmp ne %struct.buffer* %6, null, !dbg !694
  br i1 %7, label %8, label %15, !dbg !695

8:                                                ; preds = %2
  %9 = load %struct.buffer*, %struct.buffer** %4, align 8, !dbg !696
  %10 = getelementptr inbounds %struct.buffer, %struct.buffer* %9, i32 0, i32 0, !dbg !697
  %11 = load i8, i8* %10, align 1, !dbg !697
  %12 = zext i8 %11 to i32, !dbg !696
  %13 = icmp sgt i32 %12, 6, !dbg !698
  br i1 %13, label %14, label %15, !dbg !699

14:                                               ; preds = %8
  store i32 -5, i32* %5, align 4, !dbg !700
  br label %21, !dbg !702

15:                                               ; preds = %8, %2
  %16 = load %struct.frame*, %struct.frame** %3, align 8, !dbg !703
  %17 = load %struct.buffer*, %struct.buffer** %4, align 8, !dbg !705
  %18 = call zeroext i1 @radio_send(%struct.frame* noundef %16, %struct.buffer* noundef %17), !dbg !706
  br i1 %18, label %20, label %19, !dbg !707

19:                                               ; preds = %15
  store i32 -4, i32* %5, align 4, !dbg !708
  br label %20, !dbg !709

20:                                               ; preds = %19, %15
  br label %21, !dbg !710

21:                                               ; preds = %20, %14
  call void @llvm.dbg.label(metadata !711), !dbg !712
  call void @radio_off(), !dbg !713
  %22 = load i32, i32* %5, align 4, !dbg !714
  ret i32 %22, !dbg !715
}

declare void @radio_on() #2

declare zeroext i1 @radio_send(%struct.frame* noundef, %struct.buffer* noundef) #2

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.label(metadata) #1

declare void @radio_off() #2

declare void @timer_start(i32 noundef) #2

declare void @timer_stop() #2

declare void @deliver(i8 noundef zeroext, i8 noundef zeroext) #2

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!65, !66, !67, !68, !69, !70, !71}
!llvm.ident = !{!72}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "the_link", scope: !2, file: !3, line: 78, type: !36, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, retainedTypes: !28, globals: !35, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "link.c", directory: ".", checksumkind: CSK_MD5, checksum: "0d01d4b5bbdb64a50cfe43b9475bfbe1")
!4 = !{!5, !12, !21}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "link_state", file: !3, line: 14, baseType: !6, size: 32, elements: !7)
!6 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!7 = !{!8, !9, !10, !11}
!8 = !DIEnumerator(name: "LINK_DOWN", value: 0)
!9 = !DIEnumerator(name: "LINK_OPENING", value: 1)
!10 = !DIEnumerator(name: "LINK_UP", value: 2)
!11 = !DIEnumerator(name: "LINK_CLOSING", value: 3)
!12 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "link_error", file: !3, line: 29, baseType: !13, size: 32, elements: !14)
!13 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!14 = !{!15, !16, !17, !18, !19, !20}
!15 = !DIEnumerator(name: "LINK_OK", value: 0)
!16 = !DIEnumerator(name: "LINK_NOT_UP", value: -1)
!17 = !DIEnumerator(name: "LINK_WINDOW_FULL", value: -2)
!18 = !DIEnumerator(name: "LINK_NO_BUFFER", value: -3)
!19 = !DIEnumerator(name: "LINK_RADIO", value: -4)
!20 = !DIEnumerator(name: "LINK_INVALID", value: -5)
!21 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "frame_kind", file: !3, line: 21, baseType: !6, size: 32, elements: !22)
!22 = !{!23, !24, !25, !26, !27}
!23 = !DIEnumerator(name: "FRAME_OPEN", value: 0)
!24 = !DIEnumerator(name: "FRAME_OPENED", value: 1)
!25 = !DIEnumerator(name: "FRAME_DATA", value: 2)
!26 = !DIEnumerator(name: "FRAME_ACK", value: 3)
!27 = !DIEnumerator(name: "FRAME_CLOSE", value: 4)
!28 = !{!29, !34}
!29 = !DIDerivedType(tag: DW_TAG_typedef, name: "uint8_t", file: !30, line: 24, baseType: !31)
!30 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/stdint-uintn.h", directory: "", checksumkind: CSK_MD5, checksum: "2bf2ae53c58c01b1a1b9383b5195125c")
!31 = !DIDerivedType(tag: DW_TAG_typedef, name: "__uint8_t", file: !32, line: 38, baseType: !33)
!32 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/types.h", directory: "", checksumkind: CSK_MD5, checksum: "d108b5f93a74c50510d7d9bc0ab36df9")
!33 = !DIBasicType(name: "unsigned char", size: 8, encoding: DW_ATE_unsigned_char)
!34 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!35 = !{!0}
!36 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "link", file: !3, line: 57, size: 512, elements: !37)
!37 = !{!38, !39, !57, !58, !59, !60, !61, !62, !63, !64}
!38 = !DIDerivedType(tag: DW_TAG_member, name: "state", scope: !36, file: !3, line: 58, baseType: !5, size: 32)
!39 = !DIDerivedType(tag: DW_TAG_member, name: "slots", scope: !36, file: !3, line: 59, baseType: !40, size: 320, offset: 32)
!40 = !DICompositeType(tag: DW_TAG_array_type, baseType: !41, size: 320, elements: !55)
!41 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "slot", file: !3, line: 50, size: 80, elements: !42)
!42 = !{!43, !51, !52, !54}
!43 = !DIDerivedType(tag: DW_TAG_member, name: "buffer", scope: !41, file: !3, line: 51, baseType: !44, size: 56)
!44 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "buffer", file: !3, line: 38, size: 56, elements: !45)
!45 = !{!46, !47}
!46 = !DIDerivedType(tag: DW_TAG_member, name: "length", scope: !44, file: !3, line: 39, baseType: !29, size: 8)
!47 = !DIDerivedType(tag: DW_TAG_member, name: "payload", scope: !44, file: !3, line: 40, baseType: !48, size: 48, offset: 8)
!48 = !DICompositeType(tag: DW_TAG_array_type, baseType: !29, size: 48, elements: !49)
!49 = !{!50}
!50 = !DISubrange(count: 6)
!51 = !DIDerivedType(tag: DW_TAG_member, name: "retries", scope: !41, file: !3, line: 52, baseType: !29, size: 8, offset: 56)
!52 = !DIDerivedType(tag: DW_TAG_member, name: "filled", scope: !41, file: !3, line: 53, baseType: !53, size: 8, offset: 64)
!53 = !DIBasicType(name: "_Bool", size: 8, encoding: DW_ATE_boolean)
!54 = !DIDerivedType(tag: DW_TAG_member, name: "sent", scope: !41, file: !3, line: 54, baseType: !53, size: 8, offset: 72)
!55 = !{!56}
!56 = !DISubrange(count: 4)
!57 = !DIDerivedType(tag: DW_TAG_member, name: "base", scope: !36, file: !3, line: 60, baseType: !29, size: 8, offset: 352)
!58 = !DIDerivedType(tag: DW_TAG_member, name: "used", scope: !36, file: !3, line: 61, baseType: !29, size: 8, offset: 360)
!59 = !DIDerivedType(tag: DW_TAG_member, name: "expected", scope: !36, file: !3, line: 62, baseType: !29, size: 8, offset: 368)
!60 = !DIDerivedType(tag: DW_TAG_member, name: "open_retries", scope: !36, file: !3, line: 63, baseType: !29, size: 8, offset: 376)
!61 = !DIDerivedType(tag: DW_TAG_member, name: "timer_runs", scope: !36, file: !3, line: 64, baseType: !53, size: 8, offset: 384)
!62 = !DIDerivedType(tag: DW_TAG_member, name: "delivered", scope: !36, file: !3, line: 65, baseType: !6, size: 32, offset: 416)
!63 = !DIDerivedType(tag: DW_TAG_member, name: "dropped", scope: !36, file: !3, line: 66, baseType: !6, size: 32, offset: 448)
!64 = !DIDerivedType(tag: DW_TAG_member, name: "retransmitted", scope: !36, file: !3, line: 67, baseType: !6, size: 32, offset: 480)
!65 = !{i32 7, !"Dwarf Version", i32 5}
!66 = !{i32 2, !"Debug Info Version", i32 3}
!67 = !{i32 1, !"wchar_size", i32 4}
!68 = !{i32 7, !"PIC Level", i32 2}
!69 = !{i32 7, !"PIE Level", i32 2}
!70 = !{i32 7, !"uwtable", i32 1}
!71 = !{i32 7, !"frame-pointer", i32 2}
!72 = !{!"Debian clang version 14.0.6"}
!73 = distinct !DISubprogram(name: "link_open", scope: !3, file: !3, line: 173, type: !74, scopeLine: 174, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !76)
!74 = !DISubroutineType(types: !75)
!75 = !{!13}
!76 = !{}
!77 = !DILocalVariable(name: "result", scope: !73, file: !3, line: 175, type: !13)
!78 = !DILocation(line: 175, column: 9, scope: !73)
!79 = !DILocation(line: 177, column: 18, scope: !80)
!80 = distinct !DILexicalBlock(scope: !73, file: !3, line: 177, column: 9)
!81 = !DILocation(line: 177, column: 24, scope: !80)
!82 = !DILocation(line: 177, column: 9, scope: !73)
!83 = !DILocation(line: 178, column: 9, scope: !80)
!84 = !DILocation(line: 179, column: 20, scope: !73)
!85 = !DILocation(line: 180, column: 14, scope: !73)
!86 = !DILocation(line: 180, column: 12, scope: !73)
!87 = !DILocation(line: 181, column: 9, scope: !88)
!88 = distinct !DILexicalBlock(scope: !73, file: !3, line: 181, column: 9)
!89 = !DILocation(line: 181, column: 16, scope: !88)
!90 = !DILocation(line: 181, column: 9, scope: !73)
!91 = !DILocation(line: 182, column: 9, scope: !92)
!92 = distinct !DILexicalBlock(scope: !88, file: !3, line: 181, column: 28)
!93 = !DILocation(line: 183, column: 16, scope: !92)
!94 = !DILocation(line: 183, column: 9, scope: !92)
!95 = !DILocation(line: 185, column: 5, scope: !73)
!96 = !DILocation(line: 186, column: 5, scope: !73)
!97 = !DILocation(line: 187, column: 1, scope: !73)
!98 = distinct !DISubprogram(name: "control", scope: !3, file: !3, line: 113, type: !99, scopeLine: 114, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !76)
!99 = !DISubroutineType(types: !100)
!100 = !{!13, !21, !29}
!101 = !DILocalVariable(name: "kind", arg: 1, scope: !98, file: !3, line: 113, type: !21)
!102 = !DILocation(line: 113, column: 36, scope: !98)
!103 = !DILocalVariable(name: "sequence", arg: 2, scope: !98, file: !3, line: 113, type: !29)
!104 = !DILocation(line: 113, column: 50, scope: !98)
!105 = !DILocalVariable(name: "frame", scope: !98, file: !3, line: 115, type: !106)
!106 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "frame", file: !3, line: 43, size: 16, elements: !107)
!107 = !{!108, !109, !110, !111}
!108 = !DIDerivedType(tag: DW_TAG_member, name: "kind", scope: !106, file: !3, line: 44, baseType: !29, size: 3, flags: DIFlagBitField, extraData: i64 0)
!109 = !DIDerivedType(tag: DW_TAG_member, name: "sequence", scope: !106, file: !3, line: 45, baseType: !29, size: 3, offset: 3, flags: DIFlagBitField, extraData: i64 0)
!110 = !DIDerivedType(tag: DW_TAG_member, name: "last", scope: !106, file: !3, line: 46, baseType: !29, size: 1, offset: 6, flags: DIFlagBitField, extraData: i64 0)
!111 = !DIDerivedType(tag: DW_TAG_member, name: "length", scope: !106, file: !3, line: 47, baseType: !29, size: 8, offset: 8)
!112 = !DILocation(line: 115, column: 18, scope: !98)
!113 = !DILocation(line: 117, column: 18, scope: !98)
!114 = !DILocation(line: 117, column: 11, scope: !98)
!115 = !DILocation(line: 117, column: 16, scope: !98)
!116 = !DILocation(line: 118, column: 22, scope: !98)
!117 = !DILocation(line: 118, column: 31, scope: !98)
!118 = !DILocation(line: 118, column: 11, scope: !98)
!119 = !DILocation(line: 118, column: 20, scope: !98)
!120 = !DILocation(line: 119, column: 11, scope: !98)
!121 = !DILocation(line: 119, column: 16, scope: !98)
!122 = !DILocation(line: 120, column: 11, scope: !98)
!123 = !DILocation(line: 120, column: 18, scope: !98)
!124 = !DILocation(line: 121, column: 12, scope: !98)
!125 = !DILocation(line: 121, column: 5, scope: !98)
!126 = distinct !DISubprogram(name: "reset", scope: !3, file: !3, line: 152, type: !127, scopeLine: 153, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !76)
!127 = !DISubroutineType(types: !128)
!128 = !{null, !129}
!129 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !36, size: 64)
!130 = !DILocalVariable(name: "link", arg: 1, scope: !126, file: !3, line: 152, type: !129)
!131 = !DILocation(line: 152, column: 32, scope: !126)
!132 = !DILocalVariable(name: "i", scope: !126, file: !3, line: 154, type: !13)
!133 = !DILocation(line: 154, column: 9, scope: !126)
!134 = !DILocation(line: 156, column: 16, scope: !126)
!135 = !DILocation(line: 156, column: 5, scope: !126)
!136 = !DILocation(line: 157, column: 12, scope: !137)
!137 = distinct !DILexicalBlock(scope: !126, file: !3, line: 157, column: 5)
!138 = !DILocation(line: 157, column: 10, scope: !137)
!139 = !DILocation(line: 157, column: 17, scope: !140)
!140 = distinct !DILexicalBlock(scope: !137, file: !3, line: 157, column: 5)
!141 = !DILocation(line: 157, column: 19, scope: !140)
!142 = !DILocation(line: 157, column: 5, scope: !137)
!143 = !DILocalVariable(name: "slot", scope: !144, file: !3, line: 158, type: !145)
!144 = distinct !DILexicalBlock(scope: !140, file: !3, line: 157, column: 34)
!145 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !41, size: 64)
!146 = !DILocation(line: 158, column: 22, scope: !144)
!147 = !DILocation(line: 158, column: 30, scope: !144)
!148 = !DILocation(line: 158, column: 36, scope: !144)
!149 = !DILocation(line: 158, column: 42, scope: !144)
!150 = !DILocation(line: 159, column: 13, scope: !151)
!151 = distinct !DILexicalBlock(scope: !144, file: !3, line: 159, column: 13)
!152 = !DILocation(line: 159, column: 19, scope: !151)
!153 = !DILocation(line: 159, column: 13, scope: !144)
!154 = !DILocation(line: 160, column: 13, scope: !155)
!155 = distinct !DILexicalBlock(scope: !151, file: !3, line: 159, column: 27)
!156 = !DILocation(line: 160, column: 19, scope: !155)
!157 = !DILocation(line: 160, column: 26, scope: !155)
!158 = !DILocation(line: 161, column: 13, scope: !155)
!159 = !DILocation(line: 161, column: 19, scope: !155)
!160 = !DILocation(line: 161, column: 26, scope: !155)
!161 = !DILocation(line: 162, column: 9, scope: !155)
!162 = !DILocation(line: 163, column: 9, scope: !144)
!163 = !DILocation(line: 163, column: 15, scope: !144)
!164 = !DILocation(line: 163, column: 20, scope: !144)
!165 = !DILocation(line: 164, column: 9, scope: !144)
!166 = !DILocation(line: 164, column: 15, scope: !144)
!167 = !DILocation(line: 164, column: 23, scope: !144)
!168 = !DILocation(line: 165, column: 5, scope: !144)
!169 = !DILocation(line: 157, column: 30, scope: !140)
!170 = !DILocation(line: 157, column: 5, scope: !140)
!171 = distinct !{!171, !142, !172, !173}
!172 = !DILocation(line: 165, column: 5, scope: !137)
!173 = !{!"llvm.loop.mustprogress"}
!174 = !DILocation(line: 166, column: 5, scope: !126)
!175 = !DILocation(line: 166, column: 11, scope: !126)
!176 = !DILocation(line: 166, column: 16, scope: !126)
!177 = !DILocation(line: 167, column: 5, scope: !126)
!178 = !DILocation(line: 167, column: 11, scope: !126)
!179 = !DILocation(line: 167, column: 16, scope: !126)
!180 = !DILocation(line: 168, column: 5, scope: !126)
!181 = !DILocation(line: 168, column: 11, scope: !126)
!182 = !DILocation(line: 168, column: 20, scope: !126)
!183 = !DILocation(line: 169, column: 5, scope: !126)
!184 = !DILocation(line: 169, column: 11, scope: !126)
!185 = !DILocation(line: 169, column: 24, scope: !126)
!186 = !DILocation(line: 170, column: 5, scope: !126)
!187 = !DILocation(line: 170, column: 11, scope: !126)
!188 = !DILocation(line: 170, column: 17, scope: !126)
!189 = !DILocation(line: 171, column: 1, scope: !126)
!190 = distinct !DISubprogram(name: "start_timer", scope: !3, file: !3, line: 80, type: !127, scopeLine: 81, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !76)
!191 = !DILocalVariable(name: "link", arg: 1, scope: !190, file: !3, line: 80, type: !129)
!192 = !DILocation(line: 80, column: 38, scope: !190)
!193 = !DILocation(line: 82, column: 10, scope: !194)
!194 = distinct !DILexicalBlock(scope: !190, file: !3, line: 82, column: 9)
!195 = !DILocation(line: 82, column: 16, scope: !194)
!196 = !DILocation(line: 82, column: 9, scope: !190)
!197 = !DILocation(line: 83, column: 21, scope: !198)
!198 = distinct !DILexicalBlock(scope: !194, file: !3, line: 82, column: 28)
!199 = !DILocation(line: 83, column: 27, scope: !198)
!200 = !DILocation(line: 83, column: 33, scope: !198)
!201 = !DILocation(line: 83, column: 9, scope: !198)
!202 = !DILocation(line: 84, column: 9, scope: !198)
!203 = !DILocation(line: 84, column: 15, scope: !198)
!204 = !DILocation(line: 84, column: 26, scope: !198)
!205 = !DILocation(line: 85, column: 5, scope: !198)
!206 = !DILocation(line: 86, column: 1, scope: !190)
!207 = distinct !DISubprogram(name: "link_close", scope: !3, file: !3, line: 189, type: !74, scopeLine: 190, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !76)
!208 = !DILocalVariable(name: "result", scope: !207, file: !3, line: 191, type: !13)
!209 = !DILocation(line: 191, column: 9, scope: !207)
!210 = !DILocation(line: 193, column: 18, scope: !211)
!211 = distinct !DILexicalBlock(scope: !207, file: !3, line: 193, column: 9)
!212 = !DILocation(line: 193, column: 24, scope: !211)
!213 = !DILocation(line: 193, column: 9, scope: !207)
!214 = !DILocation(line: 194, column: 9, scope: !211)
!215 = !DILocation(line: 195, column: 20, scope: !207)
!216 = !DILocation(line: 196, column: 14, scope: !207)
!217 = !DILocation(line: 196, column: 12, scope: !207)
!218 = !DILocation(line: 197, column: 5, scope: !207)
!219 = !DILocation(line: 198, column: 12, scope: !207)
!220 = !DILocation(line: 198, column: 5, scope: !207)
!221 = !DILocation(line: 199, column: 1, scope: !207)
!222 = distinct !DISubprogram(name: "link_send", scope: !3, file: !3, line: 201, type: !223, scopeLine: 202, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !76)
!223 = !DISubroutineType(types: !224)
!224 = !{!13, !29, !29}
!225 = !DILocalVariable(name: "first", arg: 1, scope: !222, file: !3, line: 201, type: !29)
!226 = !DILocation(line: 201, column: 23, scope: !222)
!227 = !DILocalVariable(name: "length", arg: 2, scope: !222, file: !3, line: 201, type: !29)
!228 = !DILocation(line: 201, column: 38, scope: !222)
!229 = !DILocalVariable(name: "link", scope: !222, file: !3, line: 203, type: !129)
!230 = !DILocation(line: 203, column: 18, scope: !222)
!231 = !DILocalVariable(name: "slot", scope: !222, file: !3, line: 204, type: !145)
!232 = !DILocation(line: 204, column: 18, scope: !222)
!233 = !DILocalVariable(name: "i", scope: !222, file: !3, line: 205, type: !29)
!234 = !DILocation(line: 205, column: 13, scope: !222)
!235 = !DILocation(line: 207, column: 9, scope: !236)
!236 = distinct !DILexicalBlock(scope: !222, file: !3, line: 207, column: 9)
!237 = !DILocation(line: 207, column: 16, scope: !236)
!238 = !DILocation(line: 207, column: 21, scope: !236)
!239 = !DILocation(line: 207, column: 24, scope: !236)
!240 = !DILocation(line: 207, column: 31, scope: !236)
!241 = !DILocation(line: 207, column: 9, scope: !222)
!242 = !DILocation(line: 208, column: 9, scope: !236)
!243 = !DILocation(line: 209, column: 9, scope: !244)
!244 = distinct !DILexicalBlock(scope: !222, file: !3, line: 209, column: 9)
!245 = !DILocation(line: 209, column: 15, scope: !244)
!246 = !DILocation(line: 209, column: 21, scope: !244)
!247 = !DILocation(line: 209, column: 9, scope: !222)
!248 = !DILocation(line: 210, column: 9, scope: !244)
!249 = !DILocation(line: 211, column: 9, scope: !250)
!250 = distinct !DILexicalBlock(scope: !222, file: !3, line: 211, column: 9)
!251 = !DILocation(line: 211, column: 15, scope: !250)
!252 = !DILocation(line: 211, column: 20, scope: !250)
!253 = !DILocation(line: 211, column: 9, scope: !222)
!254 = !DILocation(line: 212, column: 9, scope: !250)
!255 = !DILocation(line: 213, column: 20, scope: !222)
!256 = !DILocation(line: 213, column: 26, scope: !222)
!257 = !DILocation(line: 213, column: 32, scope: !222)
!258 = !DILocation(line: 213, column: 12, scope: !222)
!259 = !DILocation(line: 213, column: 10, scope: !222)
!260 = !DILocation(line: 214, column: 9, scope: !261)
!261 = distinct !DILexicalBlock(scope: !222, file: !3, line: 214, column: 9)
!262 = !DILocation(line: 214, column: 15, scope: !261)
!263 = !DILocation(line: 214, column: 9, scope: !222)
!264 = !DILocation(line: 215, column: 9, scope: !261)
!265 = !DILocation(line: 216, column: 27, scope: !222)
!266 = !DILocation(line: 216, column: 5, scope: !222)
!267 = !DILocation(line: 216, column: 11, scope: !222)
!268 = !DILocation(line: 216, column: 18, scope: !222)
!269 = !DILocation(line: 216, column: 25, scope: !222)
!270 = !DILocation(line: 217, column: 12, scope: !271)
!271 = distinct !DILexicalBlock(scope: !222, file: !3, line: 217, column: 5)
!272 = !DILocation(line: 217, column: 10, scope: !271)
!273 = !DILocation(line: 217, column: 17, scope: !274)
!274 = distinct !DILexicalBlock(scope: !271, file: !3, line: 217, column: 5)
!275 = !DILocation(line: 217, column: 21, scope: !274)
!276 = !DILocation(line: 217, column: 19, scope: !274)
!277 = !DILocation(line: 217, column: 5, scope: !271)
!278 = !DILocation(line: 218, column: 45, scope: !274)
!279 = !DILocation(line: 218, column: 53, scope: !274)
!280 = !DILocation(line: 218, column: 51, scope: !274)
!281 = !DILocation(line: 218, column: 35, scope: !274)
!282 = !DILocation(line: 218, column: 9, scope: !274)
!283 = !DILocation(line: 218, column: 15, scope: !274)
!284 = !DILocation(line: 218, column: 22, scope: !274)
!285 = !DILocation(line: 218, column: 30, scope: !274)
!286 = !DILocation(line: 218, column: 33, scope: !274)
!287 = !DILocation(line: 217, column: 30, scope: !274)
!288 = !DILocation(line: 217, column: 5, scope: !274)
!289 = distinct !{!289, !277, !290, !173}
!290 = !DILocation(line: 218, column: 54, scope: !271)
!291 = !DILocation(line: 219, column: 5, scope: !222)
!292 = !DILocation(line: 219, column: 11, scope: !222)
!293 = !DILocation(line: 219, column: 18, scope: !222)
!294 = !DILocation(line: 220, column: 5, scope: !222)
!295 = !DILocation(line: 220, column: 11, scope: !222)
!296 = !DILocation(line: 220, column: 19, scope: !222)
!297 = !DILocation(line: 221, column: 5, scope: !222)
!298 = !DILocation(line: 221, column: 11, scope: !222)
!299 = !DILocation(line: 221, column: 16, scope: !222)
!300 = !DILocation(line: 222, column: 5, scope: !222)
!301 = !DILocation(line: 222, column: 11, scope: !222)
!302 = !DILocation(line: 222, column: 15, scope: !222)
!303 = !DILocation(line: 223, column: 19, scope: !304)
!304 = distinct !DILexicalBlock(scope: !222, file: !3, line: 223, column: 9)
!305 = !DILocation(line: 223, column: 35, scope: !304)
!306 = !DILocation(line: 223, column: 41, scope: !304)
!307 = !DILocation(line: 223, column: 46, scope: !304)
!308 = !DILocation(line: 223, column: 25, scope: !304)
!309 = !DILocation(line: 223, column: 9, scope: !304)
!310 = !DILocation(line: 223, column: 52, scope: !304)
!311 = !DILocation(line: 223, column: 9, scope: !222)
!312 = !DILocation(line: 224, column: 21, scope: !304)
!313 = !DILocation(line: 224, column: 9, scope: !304)
!314 = !DILocation(line: 225, column: 5, scope: !222)
!315 = !DILocation(line: 226, column: 1, scope: !222)
!316 = distinct !DISubprogram(name: "slot_at", scope: !3, file: !3, line: 124, type: !317, scopeLine: 125, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !76)
!317 = !DISubroutineType(types: !318)
!318 = !{!145, !129, !29}
!319 = !DILocalVariable(name: "link", arg: 1, scope: !316, file: !3, line: 124, type: !129)
!320 = !DILocation(line: 124, column: 42, scope: !316)
!321 = !DILocalVariable(name: "distance", arg: 2, scope: !316, file: !3, line: 124, type: !29)
!322 = !DILocation(line: 124, column: 56, scope: !316)
!323 = !DILocation(line: 126, column: 13, scope: !316)
!324 = !DILocation(line: 126, column: 19, scope: !316)
!325 = !DILocation(line: 126, column: 26, scope: !316)
!326 = !DILocation(line: 126, column: 32, scope: !316)
!327 = !DILocation(line: 126, column: 39, scope: !316)
!328 = !DILocation(line: 126, column: 37, scope: !316)
!329 = !DILocation(line: 126, column: 49, scope: !316)
!330 = !DILocation(line: 126, column: 5, scope: !316)
!331 = distinct !DISubprogram(name: "send_slot", scope: !3, file: !3, line: 129, type: !332, scopeLine: 130, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !76)
!332 = !DISubroutineType(types: !333)
!333 = !{!13, !129, !29}
!334 = !DILocalVariable(name: "link", arg: 1, scope: !331, file: !3, line: 129, type: !129)
!335 = !DILocation(line: 129, column: 35, scope: !331)
!336 = !DILocalVariable(name: "distance", arg: 2, scope: !331, file: !3, line: 129, type: !29)
!337 = !DILocation(line: 129, column: 49, scope: !331)
!338 = !DILocalVariable(name: "slot", scope: !331, file: !3, line: 131, type: !145)
!339 = !DILocation(line: 131, column: 18, scope: !331)
!340 = !DILocation(line: 131, column: 33, scope: !331)
!341 = !DILocation(line: 131, column: 39, scope: !331)
!342 = !DILocation(line: 131, column: 25, scope: !331)
!343 = !DILocalVariable(name: "frame", scope: !331, file: !3, line: 132, type: !106)
!344 = !DILocation(line: 132, column: 18, scope: !331)
!345 = !DILocalVariable(name: "result", scope: !331, file: !3, line: 133, type: !13)
!346 = !DILocation(line: 133, column: 9, scope: !331)
!347 = !DILocation(line: 135, column: 10, scope: !348)
!348 = distinct !DILexicalBlock(scope: !331, file: !3, line: 135, column: 9)
!349 = !DILocation(line: 135, column: 16, scope: !348)
!350 = !DILocation(line: 135, column: 9, scope: !331)
!351 = !DILocation(line: 136, column: 9, scope: !348)
!352 = !DILocation(line: 137, column: 11, scope: !331)
!353 = !DILocation(line: 137, column: 16, scope: !331)
!354 = !DILocation(line: 138, column: 23, scope: !331)
!355 = !DILocation(line: 138, column: 29, scope: !331)
!356 = !DILocation(line: 138, column: 36, scope: !331)
!357 = !DILocation(line: 138, column: 34, scope: !331)
!358 = !DILocation(line: 138, column: 46, scope: !331)
!359 = !DILocation(line: 138, column: 22, scope: !331)
!360 = !DILocation(line: 138, column: 11, scope: !331)
!361 = !DILocation(line: 138, column: 20, scope: !331)
!362 = !DILocation(line: 139, column: 18, scope: !331)
!363 = !DILocation(line: 139, column: 27, scope: !331)
!364 = !DILocation(line: 139, column: 34, scope: !331)
!365 = !DILocation(line: 139, column: 40, scope: !331)
!366 = !DILocation(line: 139, column: 31, scope: !331)
!367 = !DILocation(line: 139, column: 11, scope: !331)
!368 = !DILocation(line: 139, column: 16, scope: !331)
!369 = !DILocation(line: 140, column: 20, scope: !331)
!370 = !DILocation(line: 140, column: 26, scope: !331)
!371 = !DILocation(line: 140, column: 33, scope: !331)
!372 = !DILocation(line: 140, column: 11, scope: !331)
!373 = !DILocation(line: 140, column: 18, scope: !331)
!374 = !DILocation(line: 141, column: 32, scope: !331)
!375 = !DILocation(line: 141, column: 38, scope: !331)
!376 = !DILocation(line: 141, column: 14, scope: !331)
!377 = !DILocation(line: 141, column: 12, scope: !331)
!378 = !DILocation(line: 142, column: 9, scope: !379)
!379 = distinct !DILexicalBlock(scope: !331, file: !3, line: 142, column: 9)
!380 = !DILocation(line: 142, column: 16, scope: !379)
!381 = !DILocation(line: 142, column: 9, scope: !331)
!382 = !DILocation(line: 143, column: 13, scope: !383)
!383 = distinct !DILexicalBlock(scope: !384, file: !3, line: 143, column: 13)
!384 = distinct !DILexicalBlock(scope: !379, file: !3, line: 142, column: 28)
!385 = !DILocation(line: 143, column: 19, scope: !383)
!386 = !DILocation(line: 143, column: 13, scope: !384)
!387 = !DILocation(line: 144, column: 13, scope: !383)
!388 = !DILocation(line: 144, column: 19, scope: !383)
!389 = !DILocation(line: 144, column: 32, scope: !383)
!390 = !DILocation(line: 145, column: 9, scope: !384)
!391 = !DILocation(line: 145, column: 15, scope: !384)
!392 = !DILocation(line: 145, column: 20, scope: !384)
!393 = !DILocation(line: 146, column: 21, scope: !384)
!394 = !DILocation(line: 146, column: 9, scope: !384)
!395 = !DILocation(line: 147, column: 5, scope: !384)
!396 = !DILocation(line: 148, column: 12, scope: !331)
!397 = !DILocation(line: 148, column: 5, scope: !331)
!398 = !DILocation(line: 149, column: 1, scope: !331)
!399 = distinct !DISubprogram(name: "link_receive", scope: !3, file: !3, line: 262, type: !400, scopeLine: 263, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !76)
!400 = !DISubroutineType(types: !401)
!401 = !{null, !29, !29, !29, !29}
!402 = !DILocalVariable(name: "kind", arg: 1, scope: !399, file: !3, line: 262, type: !29)
!403 = !DILocation(line: 262, column: 27, scope: !399)
!404 = !DILocalVariable(name: "sequence", arg: 2, scope: !399, file: !3, line: 262, type: !29)
!405 = !DILocation(line: 262, column: 41, scope: !399)
!406 = !DILocalVariable(name: "first", arg: 3, scope: !399, file: !3, line: 262, type: !29)
!407 = !DILocation(line: 262, column: 59, scope: !399)
!408 = !DILocalVariable(name: "length", arg: 4, scope: !399, file: !3, line: 262, type: !29)
!409 = !DILocation(line: 262, column: 74, scope: !399)
!410 = !DILocalVariable(name: "link", scope: !399, file: !3, line: 264, type: !129)
!411 = !DILocation(line: 264, column: 18, scope: !399)
!412 = !DILocation(line: 266, column: 14, scope: !399)
!413 = !DILocation(line: 267, column: 13, scope: !399)
!414 = !DILocation(line: 267, column: 19, scope: !399)
!415 = !DILocation(line: 267, column: 5, scope: !399)
!416 = !DILocation(line: 269, column: 9, scope: !417)
!417 = distinct !DILexicalBlock(scope: !399, file: !3, line: 267, column: 26)
!418 = !DILocation(line: 271, column: 13, scope: !419)
!419 = distinct !DILexicalBlock(scope: !417, file: !3, line: 271, column: 13)
!420 = !DILocation(line: 271, column: 18, scope: !419)
!421 = !DILocation(line: 271, column: 13, scope: !417)
!422 = !DILocation(line: 272, column: 24, scope: !423)
!423 = distinct !DILexicalBlock(scope: !419, file: !3, line: 271, column: 35)
!424 = !DILocation(line: 272, column: 13, scope: !423)
!425 = !DILocation(line: 273, column: 13, scope: !423)
!426 = !DILocation(line: 273, column: 19, scope: !423)
!427 = !DILocation(line: 273, column: 32, scope: !423)
!428 = !DILocation(line: 274, column: 13, scope: !423)
!429 = !DILocation(line: 274, column: 19, scope: !423)
!430 = !DILocation(line: 274, column: 25, scope: !423)
!431 = !DILocation(line: 275, column: 9, scope: !423)
!432 = !DILocation(line: 275, column: 20, scope: !433)
!433 = distinct !DILexicalBlock(scope: !419, file: !3, line: 275, column: 20)
!434 = !DILocation(line: 275, column: 25, scope: !433)
!435 = !DILocation(line: 275, column: 20, scope: !419)
!436 = !DILocation(line: 276, column: 19, scope: !437)
!437 = distinct !DILexicalBlock(scope: !433, file: !3, line: 275, column: 41)
!438 = !DILocation(line: 276, column: 13, scope: !437)
!439 = !DILocation(line: 277, column: 9, scope: !437)
!440 = !DILocation(line: 278, column: 9, scope: !417)
!441 = !DILocation(line: 280, column: 13, scope: !442)
!442 = distinct !DILexicalBlock(scope: !417, file: !3, line: 280, column: 13)
!443 = !DILocation(line: 280, column: 18, scope: !442)
!444 = !DILocation(line: 280, column: 13, scope: !417)
!445 = !DILocation(line: 281, column: 25, scope: !442)
!446 = !DILocation(line: 281, column: 31, scope: !442)
!447 = !DILocation(line: 281, column: 13, scope: !442)
!448 = !DILocation(line: 282, column: 18, scope: !449)
!449 = distinct !DILexicalBlock(scope: !442, file: !3, line: 282, column: 18)
!450 = !DILocation(line: 282, column: 23, scope: !449)
!451 = !DILocation(line: 282, column: 18, scope: !442)
!452 = !DILocation(line: 283, column: 18, scope: !449)
!453 = !DILocation(line: 283, column: 24, scope: !449)
!454 = !DILocation(line: 283, column: 34, scope: !449)
!455 = !DILocation(line: 283, column: 41, scope: !449)
!456 = !DILocation(line: 283, column: 13, scope: !449)
!457 = !DILocation(line: 284, column: 18, scope: !458)
!458 = distinct !DILexicalBlock(scope: !449, file: !3, line: 284, column: 18)
!459 = !DILocation(line: 284, column: 23, scope: !458)
!460 = !DILocation(line: 284, column: 18, scope: !449)
!461 = !DILocation(line: 285, column: 19, scope: !458)
!462 = !DILocation(line: 285, column: 13, scope: !458)
!463 = !DILocation(line: 286, column: 9, scope: !417)
!464 = !DILocation(line: 288, column: 15, scope: !417)
!465 = !DILocation(line: 288, column: 9, scope: !417)
!466 = !DILocation(line: 289, column: 9, scope: !417)
!467 = !DILocation(line: 291, column: 1, scope: !399)
!468 = distinct !DISubprogram(name: "stop_timer", scope: !3, file: !3, line: 88, type: !127, scopeLine: 89, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !76)
!469 = !DILocalVariable(name: "link", arg: 1, scope: !468, file: !3, line: 88, type: !129)
!470 = !DILocation(line: 88, column: 37, scope: !468)
!471 = !DILocation(line: 90, column: 9, scope: !472)
!472 = distinct !DILexicalBlock(scope: !468, file: !3, line: 90, column: 9)
!473 = !DILocation(line: 90, column: 15, scope: !472)
!474 = !DILocation(line: 90, column: 9, scope: !468)
!475 = !DILocation(line: 91, column: 9, scope: !476)
!476 = distinct !DILexicalBlock(scope: !472, file: !3, line: 90, column: 27)
!477 = !DILocation(line: 92, column: 9, scope: !476)
!478 = !DILocation(line: 92, column: 15, scope: !476)
!479 = !DILocation(line: 92, column: 26, scope: !476)
!480 = !DILocation(line: 93, column: 5, scope: !476)
!481 = !DILocation(line: 94, column: 1, scope: !468)
!482 = distinct !DISubprogram(name: "acknowledge", scope: !3, file: !3, line: 229, type: !483, scopeLine: 230, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !76)
!483 = !DISubroutineType(types: !484)
!484 = !{null, !129, !29}
!485 = !DILocalVariable(name: "link", arg: 1, scope: !482, file: !3, line: 229, type: !129)
!486 = !DILocation(line: 229, column: 38, scope: !482)
!487 = !DILocalVariable(name: "sequence", arg: 2, scope: !482, file: !3, line: 229, type: !29)
!488 = !DILocation(line: 229, column: 52, scope: !482)
!489 = !DILocalVariable(name: "count", scope: !482, file: !3, line: 231, type: !29)
!490 = !DILocation(line: 231, column: 13, scope: !482)
!491 = !DILocation(line: 231, column: 32, scope: !482)
!492 = !DILocation(line: 231, column: 43, scope: !482)
!493 = !DILocation(line: 231, column: 49, scope: !482)
!494 = !DILocation(line: 231, column: 41, scope: !482)
!495 = !DILocation(line: 231, column: 55, scope: !482)
!496 = !DILocation(line: 231, column: 21, scope: !482)
!497 = !DILocation(line: 233, column: 9, scope: !498)
!498 = distinct !DILexicalBlock(scope: !482, file: !3, line: 233, column: 9)
!499 = !DILocation(line: 233, column: 15, scope: !498)
!500 = !DILocation(line: 233, column: 20, scope: !498)
!501 = !DILocation(line: 233, column: 23, scope: !498)
!502 = !DILocation(line: 233, column: 31, scope: !498)
!503 = !DILocation(line: 233, column: 37, scope: !498)
!504 = !DILocation(line: 233, column: 29, scope: !498)
!505 = !DILocation(line: 233, column: 9, scope: !482)
!506 = !DILocation(line: 234, column: 9, scope: !498)
!507 = !DILocation(line: 235, column: 5, scope: !482)
!508 = !DILocation(line: 235, column: 12, scope: !482)
!509 = !DILocation(line: 235, column: 18, scope: !482)
!510 = !DILocalVariable(name: "slot", scope: !511, file: !3, line: 236, type: !145)
!511 = distinct !DILexicalBlock(scope: !482, file: !3, line: 235, column: 23)
!512 = !DILocation(line: 236, column: 22, scope: !511)
!513 = !DILocation(line: 236, column: 37, scope: !511)
!514 = !DILocation(line: 236, column: 29, scope: !511)
!515 = !DILocation(line: 237, column: 9, scope: !511)
!516 = !DILocation(line: 237, column: 15, scope: !511)
!517 = !DILocation(line: 237, column: 22, scope: !511)
!518 = !DILocation(line: 238, column: 9, scope: !511)
!519 = !DILocation(line: 238, column: 15, scope: !511)
!520 = !DILocation(line: 238, column: 20, scope: !511)
!521 = !DILocation(line: 239, column: 9, scope: !511)
!522 = !DILocation(line: 239, column: 15, scope: !511)
!523 = !DILocation(line: 239, column: 23, scope: !511)
!524 = !DILocation(line: 240, column: 23, scope: !511)
!525 = !DILocation(line: 240, column: 29, scope: !511)
!526 = !DILocation(line: 240, column: 34, scope: !511)
!527 = !DILocation(line: 240, column: 39, scope: !511)
!528 = !DILocation(line: 240, column: 22, scope: !511)
!529 = !DILocation(line: 240, column: 9, scope: !511)
!530 = !DILocation(line: 240, column: 15, scope: !511)
!531 = !DILocation(line: 240, column: 20, scope: !511)
!532 = !DILocation(line: 241, column: 9, scope: !511)
!533 = !DILocation(line: 241, column: 15, scope: !511)
!534 = !DILocation(line: 241, column: 19, scope: !511)
!535 = !DILocation(line: 242, column: 14, scope: !511)
!536 = distinct !{!536, !507, !537, !173}
!537 = !DILocation(line: 243, column: 5, scope: !482)
!538 = !DILocation(line: 244, column: 16, scope: !482)
!539 = !DILocation(line: 244, column: 5, scope: !482)
!540 = !DILocation(line: 245, column: 9, scope: !541)
!541 = distinct !DILexicalBlock(scope: !482, file: !3, line: 245, column: 9)
!542 = !DILocation(line: 245, column: 15, scope: !541)
!543 = !DILocation(line: 245, column: 20, scope: !541)
!544 = !DILocation(line: 245, column: 9, scope: !482)
!545 = !DILocation(line: 246, column: 21, scope: !541)
!546 = !DILocation(line: 246, column: 9, scope: !541)
!547 = !DILocation(line: 247, column: 1, scope: !482)
!548 = distinct !DISubprogram(name: "data", scope: !3, file: !3, line: 249, type: !549, scopeLine: 250, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !76)
!549 = !DISubroutineType(types: !550)
!550 = !{null, !129, !29, !29, !29}
!551 = !DILocalVariable(name: "link", arg: 1, scope: !548, file: !3, line: 249, type: !129)
!552 = !DILocation(line: 249, column: 31, scope: !548)
!553 = !DILocalVariable(name: "sequence", arg: 2, scope: !548, file: !3, line: 249, type: !29)
!554 = !DILocation(line: 249, column: 45, scope: !548)
!555 = !DILocalVariable(name: "first", arg: 3, scope: !548, file: !3, line: 249, type: !29)
!556 = !DILocation(line: 249, column: 63, scope: !548)
!557 = !DILocalVariable(name: "length", arg: 4, scope: !548, file: !3, line: 249, type: !29)
!558 = !DILocation(line: 249, column: 78, scope: !548)
!559 = !DILocation(line: 251, column: 9, scope: !560)
!560 = distinct !DILexicalBlock(scope: !548, file: !3, line: 251, column: 9)
!561 = !DILocation(line: 251, column: 21, scope: !560)
!562 = !DILocation(line: 251, column: 27, scope: !560)
!563 = !DILocation(line: 251, column: 18, scope: !560)
!564 = !DILocation(line: 251, column: 9, scope: !548)
!565 = !DILocation(line: 252, column: 9, scope: !566)
!566 = distinct !DILexicalBlock(scope: !560, file: !3, line: 251, column: 37)
!567 = !DILocation(line: 252, column: 15, scope: !566)
!568 = !DILocation(line: 252, column: 22, scope: !566)
!569 = !DILocation(line: 253, column: 5, scope: !566)
!570 = !DILocation(line: 253, column: 16, scope: !571)
!571 = distinct !DILexicalBlock(scope: !560, file: !3, line: 253, column: 16)
!572 = !DILocation(line: 253, column: 23, scope: !571)
!573 = !DILocation(line: 253, column: 27, scope: !571)
!574 = !DILocation(line: 253, column: 30, scope: !571)
!575 = !DILocation(line: 253, column: 37, scope: !571)
!576 = !DILocation(line: 253, column: 16, scope: !560)
!577 = !DILocation(line: 254, column: 27, scope: !578)
!578 = distinct !DILexicalBlock(scope: !571, file: !3, line: 253, column: 49)
!579 = !DILocation(line: 254, column: 33, scope: !578)
!580 = !DILocation(line: 254, column: 42, scope: !578)
!581 = !DILocation(line: 254, column: 47, scope: !578)
!582 = !DILocation(line: 254, column: 26, scope: !578)
!583 = !DILocation(line: 254, column: 9, scope: !578)
!584 = !DILocation(line: 254, column: 15, scope: !578)
!585 = !DILocation(line: 254, column: 24, scope: !578)
!586 = !DILocation(line: 255, column: 9, scope: !578)
!587 = !DILocation(line: 255, column: 15, scope: !578)
!588 = !DILocation(line: 255, column: 24, scope: !578)
!589 = !DILocation(line: 256, column: 17, scope: !578)
!590 = !DILocation(line: 256, column: 24, scope: !578)
!591 = !DILocation(line: 256, column: 9, scope: !578)
!592 = !DILocation(line: 257, column: 5, scope: !578)
!593 = !DILocation(line: 258, column: 24, scope: !548)
!594 = !DILocation(line: 258, column: 30, scope: !548)
!595 = !DILocation(line: 258, column: 5, scope: !548)
!596 = !DILocation(line: 259, column: 1, scope: !548)
!597 = distinct !DISubprogram(name: "link_timeout", scope: !3, file: !3, line: 294, type: !598, scopeLine: 295, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !76)
!598 = !DISubroutineType(types: !599)
!599 = !{null}
!600 = !DILocalVariable(name: "link", scope: !597, file: !3, line: 296, type: !129)
!601 = !DILocation(line: 296, column: 18, scope: !597)
!602 = !DILocalVariable(name: "i", scope: !597, file: !3, line: 297, type: !29)
!603 = !DILocation(line: 297, column: 13, scope: !597)
!604 = !DILocation(line: 299, column: 10, scope: !605)
!605 = distinct !DILexicalBlock(scope: !597, file: !3, line: 299, column: 9)
!606 = !DILocation(line: 299, column: 16, scope: !605)
!607 = !DILocation(line: 299, column: 9, scope: !597)
!608 = !DILocation(line: 300, column: 9, scope: !605)
!609 = !DILocation(line: 301, column: 5, scope: !597)
!610 = !DILocation(line: 301, column: 11, scope: !597)
!611 = !DILocation(line: 301, column: 22, scope: !597)
!612 = !DILocation(line: 302, column: 9, scope: !613)
!613 = distinct !DILexicalBlock(scope: !597, file: !3, line: 302, column: 9)
!614 = !DILocation(line: 302, column: 15, scope: !613)
!615 = !DILocation(line: 302, column: 21, scope: !613)
!616 = !DILocation(line: 302, column: 9, scope: !597)
!617 = !DILocation(line: 303, column: 15, scope: !618)
!618 = distinct !DILexicalBlock(scope: !619, file: !3, line: 303, column: 13)
!619 = distinct !DILexicalBlock(scope: !613, file: !3, line: 302, column: 38)
!620 = !DILocation(line: 303, column: 21, scope: !618)
!621 = !DILocation(line: 303, column: 13, scope: !618)
!622 = !DILocation(line: 303, column: 34, scope: !618)
!623 = !DILocation(line: 303, column: 49, scope: !618)
!624 = !DILocation(line: 303, column: 52, scope: !618)
!625 = !DILocation(line: 303, column: 75, scope: !618)
!626 = !DILocation(line: 303, column: 13, scope: !619)
!627 = !DILocation(line: 304, column: 19, scope: !618)
!628 = !DILocation(line: 304, column: 13, scope: !618)
!629 = !DILocation(line: 306, column: 25, scope: !618)
!630 = !DILocation(line: 306, column: 13, scope: !618)
!631 = !DILocation(line: 307, column: 9, scope: !619)
!632 = !DILocation(line: 309, column: 9, scope: !633)
!633 = distinct !DILexicalBlock(scope: !597, file: !3, line: 309, column: 9)
!634 = !DILocation(line: 309, column: 15, scope: !633)
!635 = !DILocation(line: 309, column: 21, scope: !633)
!636 = !DILocation(line: 309, column: 32, scope: !633)
!637 = !DILocation(line: 309, column: 35, scope: !633)
!638 = !DILocation(line: 309, column: 41, scope: !633)
!639 = !DILocation(line: 309, column: 46, scope: !633)
!640 = !DILocation(line: 309, column: 9, scope: !597)
!641 = !DILocation(line: 310, column: 9, scope: !633)
!642 = !DILocation(line: 311, column: 19, scope: !643)
!643 = distinct !DILexicalBlock(scope: !597, file: !3, line: 311, column: 9)
!644 = !DILocation(line: 311, column: 11, scope: !643)
!645 = !DILocation(line: 311, column: 29, scope: !643)
!646 = !DILocation(line: 311, column: 9, scope: !643)
!647 = !DILocation(line: 311, column: 37, scope: !643)
!648 = !DILocation(line: 311, column: 9, scope: !597)
!649 = !DILocation(line: 312, column: 15, scope: !650)
!650 = distinct !DILexicalBlock(scope: !643, file: !3, line: 311, column: 53)
!651 = !DILocation(line: 312, column: 9, scope: !650)
!652 = !DILocation(line: 313, column: 9, scope: !650)
!653 = !DILocation(line: 315, column: 12, scope: !654)
!654 = distinct !DILexicalBlock(scope: !597, file: !3, line: 315, column: 5)
!655 = !DILocation(line: 315, column: 10, scope: !654)
!656 = !DILocation(line: 315, column: 17, scope: !657)
!657 = distinct !DILexicalBlock(scope: !654, file: !3, line: 315, column: 5)
!658 = !DILocation(line: 315, column: 21, scope: !657)
!659 = !DILocation(line: 315, column: 27, scope: !657)
!660 = !DILocation(line: 315, column: 19, scope: !657)
!661 = !DILocation(line: 315, column: 5, scope: !654)
!662 = !DILocation(line: 316, column: 23, scope: !663)
!663 = distinct !DILexicalBlock(scope: !664, file: !3, line: 316, column: 13)
!664 = distinct !DILexicalBlock(scope: !657, file: !3, line: 315, column: 38)
!665 = !DILocation(line: 316, column: 29, scope: !663)
!666 = !DILocation(line: 316, column: 13, scope: !663)
!667 = !DILocation(line: 316, column: 32, scope: !663)
!668 = !DILocation(line: 316, column: 13, scope: !664)
!669 = !DILocation(line: 317, column: 13, scope: !663)
!670 = !DILocation(line: 318, column: 5, scope: !664)
!671 = !DILocation(line: 315, column: 34, scope: !657)
!672 = !DILocation(line: 315, column: 5, scope: !657)
!673 = distinct !{!673, !661, !674, !173}
!674 = !DILocation(line: 318, column: 5, scope: !654)
!675 = !DILocation(line: 319, column: 17, scope: !597)
!676 = !DILocation(line: 319, column: 5, scope: !597)
!677 = !DILocation(line: 320, column: 1, scope: !597)
!678 = distinct !DISubprogram(name: "transmit", scope: !3, file: !3, line: 97, type: !679, scopeLine: 98, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !76)
!679 = !DISubroutineType(types: !680)
!680 = !{!13, !681, !683}
!681 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !682, size: 64)
!682 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !106)
!683 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !684, size: 64)
!684 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !44)
!685 = !DILocalVariable(name: "frame", arg: 1, scope: !678, file: !3, line: 97, type: !681)
!686 = !DILocation(line: 97, column: 41, scope: !678)
!687 = !DILocalVariable(name: "buffer", arg: 2, scope: !678, file: !3, line: 97, type: !683)
!688 = !DILocation(line: 97, column: 69, scope: !678)
!689 = !DILocalVariable(name: "result", scope: !678, file: !3, line: 99, type: !13)
!690 = !DILocation(line: 99, column: 9, scope: !678)
!691 = !DILocation(line: 101, column: 5, scope: !678)
!692 = !DILocation(line: 102, column: 9, scope: !693)
!693 = distinct !DILexicalBlock(scope: !678, file: !3, line: 102, column: 9)
!694 = !DILocation(line: 102, column: 16, scope: !693)
!695 = !DILocation(line: 102, column: 24, scope: !693)
!696 = !DILocation(line: 102, column: 27, scope: !693)
!697 = !DILocation(line: 102, column: 35, scope: !693)
!698 = !DILocation(line: 102, column: 42, scope: !693)
!699 = !DILocation(line: 102, column: 9, scope: !678)
!700 = !DILocation(line: 103, column: 16, scope: !701)
!701 = distinct !DILexicalBlock(scope: !693, file: !3, line: 102, column: 53)
!702 = !DILocation(line: 104, column: 9, scope: !701)
!703 = !DILocation(line: 106, column: 21, scope: !704)
!704 = distinct !DILexicalBlock(scope: !678, file: !3, line: 106, column: 9)
!705 = !DILocation(line: 106, column: 28, scope: !704)
!706 = !DILocation(line: 106, column: 10, scope: !704)
!707 = !DILocation(line: 106, column: 9, scope: !678)
!708 = !DILocation(line: 107, column: 16, scope: !704)
!709 = !DILocation(line: 107, column: 9, scope: !704)
!710 = !DILocation(line: 106, column: 34, scope: !704)
!711 = !DILabel(scope: !678, name: "off", file: !3, line: 108)
!712 = !DILocation(line: 108, column: 1, scope: !678)
!713 = !DILocation(line: 109, column: 5, scope: !678)
!714 = !DILocation(line: 110, column: 12, scope: !678)
!715 = !DILocation(line: 110, column: 5, scope: !678)
