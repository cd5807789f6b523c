; ModuleID = 'block_kept.c'
source_filename = "block_kept.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@.str = private unnamed_addr constant [8 x i8] c"s == 20\00", align 1
@.str.1 = private unnamed_addr constant [13 x i8] c"block_kept.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !10 {
  %1 = alloca i32, align 4
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  store i32 0, i32* %1, align 4
  %6 = bitcast i32* %2 to i8*, !dbg !15
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %6) #4, !dbg !15
  call void @llvm.dbg.declare(metadata i32* %2, metadata !16, metadata !DIExpression()), !dbg !17
  store i32 0, i32* %2, align 4, !dbg !17
  %7 = bitcast i32* %3 to i8*, !dbg !18
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %7) #4, !dbg !18
  call void @llvm.dbg.declare(metadata i32* %3, metadata !20, metadata !DIExpression()), !dbg !21
  store i32 0, i32* %3, align 4, !dbg !21
  br label %8, !dbg !18

8:                                                ; preds = %29, %0
  %9 = load i32, i32* %3, align 4, !dbg !22
  %10 = icmp slt i32 %9, 5, !dbg !24
  br i1 %10, label %12, label %11, !dbg !25

11:                                               ; preds = %8
  store i32 2, i32* %4, align 4
  br label %32, !dbg !25

12:                                               ; preds = %8
  %13 = bitcast i32* %5 to i8*, !dbg !26
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %13) #4, !dbg !26
  call void @llvm.dbg.declare(metadata i32* %5, metadata !28, metadata !DIExpression()), !dbg !29
  call void @get(i32* noundef %5), !dbg !30
  %14 = load i32, i32* %5, align 4, !dbg !31
  %15 = icmp eq i32 %14, 3, !dbg !33
  br i1 %15, label %16, label %17, !dbg !34

16:                                               ; preds = %12
  store i32 2, i32* %4, align 4
  br label %25, !dbg !35

17:                                               ; preds = %12
  %18 = load i32, i32* %5, align 4, !dbg !36
  %19 = icmp eq i32 %18, 4, !dbg !38
  br i1 %19, label %20, label %24, !dbg !39

20:                                               ; preds = %17
  %21 = load i32, i32* %5, align 4, !dbg !40
  %22 = load i32, i32* %2, align 4, !dbg !42
  %23 = add nsw i32 %22, %21, !dbg !42
  store i32 %23, i32* %2, align 4, !dbg !42
  store i32 4, i32* %4, align 4
  br label %25, !dbg !43

24:                                               ; preds = %17
  store i32 9, i32* %2, align 4, !dbg !44
  store i32 0, i32* %4, align 4, !dbg !45
  br label %25, !dbg !45

25:                                               ; preds = %24, %20, %16
  %26 = bitcast i32* %5 to i8*, !dbg !45
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %26) #4, !dbg !45
  %27 = load i32, i32* %4, align 4
  switch i32 %27, label %32 [
    i32 0, label %28
    i32 4, label %29
  ]

28:                                               ; preds = %25
  br label %29, !dbg !46

29:                                               ; preds = %28, %25
  %30 = load i32, i32* %3, align 4, !dbg !47
  %31 = add nsw i32 %30, 1, !dbg !47
  store i32 %31, i32* %3, align 4, !dbg !47
  br label %8, !dbg !48, !llvm.loop !49

32:                                               ; preds = %25, %11
  %33 = bitcast i32* %3 to i8*, !dbg !48
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %33) #4, !dbg !48
  br label %34

34:                                               ; preds = %32
  %35 = load i32, i32* %2, align 4, !dbg !52
  %36 = icmp eq i32 %35, 20, !dbg !52
  br i1 %36, label %37, label %38, !dbg !55

37:                                               ; preds = %34
  br label %39, !dbg !55

38:                                               ; preds = %34
  call void @__assert_fail(i8* noundef getelementptr inbounds ([8 x i8], [8 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([13 x i8], [13 x i8]* @.str.1, i64 0, i64 0), i32 noundef 23, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #5, !dbg !52
  unreachable, !dbg !52

39:                                               ; preds = %37
  store i32 0, i32* %1, align 4, !dbg !56
  store i32 1, i32* %4, align 4
  %40 = bitcast i32* %2 to i8*, !dbg !57
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %40) #4, !dbg !57
  %41 = load i32, i32* %1, align 4, !dbg !57
  ret i32 %41, !dbg !57
}

; Function Attrs: argmemonly nofree nosync nounwind willreturn
declare void @llvm.lifetime.start.p0i8(i64 immarg, i8* nocapture) #1

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #2

; Function Attrs: noinline nounwind uwtable
define internal void @get(i32* noundef %0) #0 !dbg !58 {
  %2 = alloca i32*, align 8
  store i32* %0, i32** %2, align 8
  call void @llvm.dbg.declare(metadata i32** %2, metadata !62, metadata !DIExpression()), !dbg !63
  %3 = load i32*, i32** %2, align 8, !dbg !64
  store i32 4, i32* %3, align 4, !dbg !65
  ret void, !dbg !66
}

; Function Attrs: argmemonly nofree nosync nounwind willreturn
declare void @llvm.lifetime.end.p0i8(i64 immarg, i8* nocapture) #1

; Function Attrs: noreturn nounwind
declare void @__assert_fail(i8* noundef, i8* noundef, i32 noundef, i8* noundef) #3

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { argmemonly nofree nosync nounwind willreturn }
attributes #2 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #3 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nounwind }
attributes #5 = { noreturn nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7, !8}
!llvm.ident = !{!9}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "block_kept.c", directory: ".", checksumkind: CSK_MD5, checksum: "9a4310dc29ab067feb883f386b8364a2")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 7, !"PIC Level", i32 2}
!6 = !{i32 7, !"PIE Level", i32 2}
!7 = !{i32 7, !"uwtable", i32 1}
!8 = !{i32 7, !"frame-pointer", i32 2}
!9 = !{!"Debian clang version 14.0.6"}
!10 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 10, type: !11, scopeLine: 10, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !14)
!11 = !DISubroutineType(types: !12)
!12 = !{!13}
!13 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!14 = !{}
!15 = !DILocation(line: 11, column: 5, scope: !10)
!16 = !DILocalVariable(name: "s", scope: !10, file: !1, line: 11, type: !13)
!17 = !DILocation(line: 11, column: 9, scope: !10)
!18 = !DILocation(line: 12, column: 10, scope: !19)
!19 = distinct !DILexicalBlock(scope: !10, file: !1, line: 12, column: 5)
!20 = !DILocalVariable(name: "i", scope: !19, file: !1, line: 12, type: !13)
!21 = !DILocation(line: 12, column: 14, scope: !19)
!22 = !DILocation(line: 12, column: 21, scope: !23)
!23 = distinct !DILexicalBlock(scope: !19, file: !1, line: 12, column: 5)
!24 = !DILocation(line: 12, column: 23, scope: !23)
!25 = !DILocation(line: 12, column: 5, scope: !19)
!26 = !DILocation(line: 13, column: 9, scope: !27)
!27 = distinct !DILexicalBlock(scope: !23, file: !1, line: 12, column: 33)
!28 = !DILocalVariable(name: "x", scope: !27, file: !1, line: 13, type: !13)
!29 = !DILocation(line: 13, column: 13, scope: !27)
!30 = !DILocation(line: 14, column: 9, scope: !27)
!31 = !DILocation(line: 15, column: 13, scope: !32)
!32 = distinct !DILexicalBlock(scope: !27, file: !1, line: 15, column: 13)
!33 = !DILocation(line: 15, column: 15, scope: !32)
!34 = !DILocation(line: 15, column: 13, scope: !27)
!35 = !DILocation(line: 16, column: 13, scope: !32)
!36 = !DILocation(line: 17, column: 13, scope: !37)
!37 = distinct !DILexicalBlock(scope: !27, file: !1, line: 17, column: 13)
!38 = !DILocation(line: 17, column: 15, scope: !37)
!39 = !DILocation(line: 17, column: 13, scope: !27)
!40 = !DILocation(line: 18, column: 18, scope: !41)
!41 = distinct !DILexicalBlock(scope: !37, file: !1, line: 17, column: 21)
!42 = !DILocation(line: 18, column: 15, scope: !41)
!43 = !DILocation(line: 19, column: 13, scope: !41)
!44 = !DILocation(line: 21, column: 11, scope: !27)
!45 = !DILocation(line: 22, column: 5, scope: !23)
!46 = !DILocation(line: 22, column: 5, scope: !27)
!47 = !DILocation(line: 12, column: 29, scope: !23)
!48 = !DILocation(line: 12, column: 5, scope: !23)
!49 = distinct !{!49, !25, !50, !51}
!50 = !DILocation(line: 22, column: 5, scope: !19)
!51 = !{!"llvm.loop.mustprogress"}
!52 = !DILocation(line: 23, column: 5, scope: !53)
!53 = distinct !DILexicalBlock(scope: !54, file: !1, line: 23, column: 5)
!54 = distinct !DILexicalBlock(scope: !10, file: !1, line: 23, column: 5)
!55 = !DILocation(line: 23, column: 5, scope: !54)
!56 = !DILocation(line: 24, column: 5, scope: !10)
!57 = !DILocation(line: 25, column: 1, scope: !10)
!58 = distinct !DISubprogram(name: "get", scope: !1, file: !1, line: 6, type: !59, scopeLine: 6, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0, retainedNodes: !14)
!59 = !DISubroutineType(types: !60)
!60 = !{null, !61}
!61 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !13, size: 64)
!62 = !DILocalVariable(name: "p", arg: 1, scope: !58, file: !1, line: 6, type: !61)
!63 = !DILocation(line: 6, column: 22, scope: !58)
!64 = !DILocation(line: 7, column: 6, scope: !58)
!65 = !DILocation(line: 7, column: 8, scope: !58)
!66 = !DILocation(line: 8, column: 1, scope: !58)
