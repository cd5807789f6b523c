; ModuleID = 'block.c'
source_filename = "block.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !10 {
  %1 = alloca i32, align 4
  %2 = alloca i32*, align 8
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  store i32 0, i32* %1, align 4
  %7 = bitcast i32** %2 to i8*, !dbg !15
  call void @llvm.lifetime.start.p0i8(i64 8, i8* %7) #3, !dbg !15
  call void @llvm.dbg.declare(metadata i32** %2, metadata !16, metadata !DIExpression()), !dbg !18
  store i32* null, i32** %2, align 8, !dbg !18
  %8 = bitcast i32* %3 to i8*, !dbg !19
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %8) #3, !dbg !19
  call void @llvm.dbg.declare(metadata i32* %3, metadata !20, metadata !DIExpression()), !dbg !21
  store i32 0, i32* %3, align 4, !dbg !21
  %9 = bitcast i32* %4 to i8*, !dbg !22
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %9) #3, !dbg !22
  call void @llvm.dbg.declare(metadata i32* %4, metadata !24, metadata !DIExpression()), !dbg !25
  store i32 0, i32* %4, align 4, !dbg !25
  br label %10, !dbg !22

10:                                               ; preds = %30, %0
  %11 = load i32, i32* %4, align 4, !dbg !26
  %12 = icmp slt i32 %11, 3, !dbg !28
  br i1 %12, label %15, label %13, !dbg !29

13:                                               ; preds = %10
  store i32 2, i32* %5, align 4
  %14 = bitcast i32* %4 to i8*, !dbg !30
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %14) #3, !dbg !30
  br label %33

15:                                               ; preds = %10
  %16 = bitcast i32* %6 to i8*, !dbg !31
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %16) #3, !dbg !31
  call void @llvm.dbg.declare(metadata i32* %6, metadata !33, metadata !DIExpression()), !dbg !34
  %17 = load i32, i32* %4, align 4, !dbg !35
  store i32 %17, i32* %6, align 4, !dbg !34
  %18 = load i32*, i32** %2, align 8, !dbg !36
  %19 = call i32 @sum(i32* noundef %18), !dbg !37
  %20 = load i32, i32* %3, align 4, !dbg !38
  %21 = add nsw i32 %20, %19, !dbg !38
  store i32 %21, i32* %3, align 4, !dbg !38
  store i32* %6, i32** %2, align 8, !dbg !39
  %22 = load i32, i32* %4, align 4, !dbg !40
  %23 = icmp eq i32 %22, 1, !dbg !42
  br i1 %23, label %24, label %25, !dbg !43

24:                                               ; preds = %15
  store i32 4, i32* %5, align 4
  br label %26, !dbg !44

25:                                               ; preds = %15
  store i32 0, i32* %5, align 4, !dbg !45
  br label %26, !dbg !45

26:                                               ; preds = %25, %24
  %27 = bitcast i32* %6 to i8*, !dbg !45
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %27) #3, !dbg !45
  %28 = load i32, i32* %5, align 4
  switch i32 %28, label %38 [
    i32 0, label %29
    i32 4, label %30
  ]

29:                                               ; preds = %26
  br label %30, !dbg !46

30:                                               ; preds = %29, %26
  %31 = load i32, i32* %4, align 4, !dbg !47
  %32 = add nsw i32 %31, 1, !dbg !47
  store i32 %32, i32* %4, align 4, !dbg !47
  br label %10, !dbg !30, !llvm.loop !48

33:                                               ; preds = %13
  %34 = load i32, i32* %3, align 4, !dbg !51
  store i32 %34, i32* %1, align 4, !dbg !52
  store i32 1, i32* %5, align 4
  %35 = bitcast i32* %3 to i8*, !dbg !53
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %35) #3, !dbg !53
  %36 = bitcast i32** %2 to i8*, !dbg !53
  call void @llvm.lifetime.end.p0i8(i64 8, i8* %36) #3, !dbg !53
  %37 = load i32, i32* %1, align 4, !dbg !53
  ret i32 %37, !dbg !53

38:                                               ; preds = %26
  unreachable
}

; Function Attrs: argmemonly nofree nosync nounwind willreturn
declare void @llvm.lifetime.start.p0i8(i64 immarg, i8* nocapture) #1

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #2

; Function Attrs: noinline nounwind uwtable
define internal i32 @sum(i32* noundef %0) #0 !dbg !54 {
  %2 = alloca i32*, align 8
  store i32* %0, i32** %2, align 8
  call void @llvm.dbg.declare(metadata i32** %2, metadata !59, metadata !DIExpression()), !dbg !60
  %3 = load i32*, i32** %2, align 8, !dbg !61
  %4 = icmp ne i32* %3, null, !dbg !61
  br i1 %4, label %5, label %8, !dbg !61

5:                                                ; preds = %1
  %6 = load i32*, i32** %2, align 8, !dbg !62
  %7 = load i32, i32* %6, align 4, !dbg !63
  br label %9, !dbg !61

8:                                                ; preds = %1
  br label %9, !dbg !61

9:                                                ; preds = %8, %5
  %10 = phi i32 [ %7, %5 ], [ 0, %8 ], !dbg !61
  ret i32 %10, !dbg !64
}

; Function Attrs: argmemonly nofree nosync nounwind willreturn
declare void @llvm.lifetime.end.p0i8(i64 immarg, i8* nocapture) #1

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { argmemonly nofree nosync nounwind willreturn }
attributes #2 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #3 = { nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7, !8}
!llvm.ident = !{!9}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "block.c", directory: ".", checksumkind: CSK_MD5, checksum: "d3b32b4f8242b7d5fdecb876f2de1bc2")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 7, !"PIC Level", i32 2}
!6 = !{i32 7, !"PIE Level", i32 2}
!7 = !{i32 7, !"uwtable", i32 1}
!8 = !{i32 7, !"frame-pointer", i32 2}
!9 = !{!"Debian clang version 14.0.6"}
!10 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 7, type: !11, scopeLine: 7, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !14)
!11 = !DISubroutineType(types: !12)
!12 = !{!13}
!13 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!14 = !{}
!15 = !DILocation(line: 8, column: 5, scope: !10)
!16 = !DILocalVariable(name: "p", scope: !10, file: !1, line: 8, type: !17)
!17 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !13, size: 64)
!18 = !DILocation(line: 8, column: 10, scope: !10)
!19 = !DILocation(line: 9, column: 5, scope: !10)
!20 = !DILocalVariable(name: "s", scope: !10, file: !1, line: 9, type: !13)
!21 = !DILocation(line: 9, column: 9, scope: !10)
!22 = !DILocation(line: 10, column: 10, scope: !23)
!23 = distinct !DILexicalBlock(scope: !10, file: !1, line: 10, column: 5)
!24 = !DILocalVariable(name: "i", scope: !23, file: !1, line: 10, type: !13)
!25 = !DILocation(line: 10, column: 14, scope: !23)
!26 = !DILocation(line: 10, column: 21, scope: !27)
!27 = distinct !DILexicalBlock(scope: !23, file: !1, line: 10, column: 5)
!28 = !DILocation(line: 10, column: 23, scope: !27)
!29 = !DILocation(line: 10, column: 5, scope: !23)
!30 = !DILocation(line: 10, column: 5, scope: !27)
!31 = !DILocation(line: 11, column: 9, scope: !32)
!32 = distinct !DILexicalBlock(scope: !27, file: !1, line: 10, column: 33)
!33 = !DILocalVariable(name: "x", scope: !32, file: !1, line: 11, type: !13)
!34 = !DILocation(line: 11, column: 13, scope: !32)
!35 = !DILocation(line: 11, column: 17, scope: !32)
!36 = !DILocation(line: 12, column: 18, scope: !32)
!37 = !DILocation(line: 12, column: 14, scope: !32)
!38 = !DILocation(line: 12, column: 11, scope: !32)
!39 = !DILocation(line: 13, column: 11, scope: !32)
!40 = !DILocation(line: 14, column: 13, scope: !41)
!41 = distinct !DILexicalBlock(scope: !32, file: !1, line: 14, column: 13)
!42 = !DILocation(line: 14, column: 15, scope: !41)
!43 = !DILocation(line: 14, column: 13, scope: !32)
!44 = !DILocation(line: 15, column: 13, scope: !41)
!45 = !DILocation(line: 16, column: 5, scope: !27)
!46 = !DILocation(line: 16, column: 5, scope: !32)
!47 = !DILocation(line: 10, column: 29, scope: !27)
!48 = distinct !{!48, !29, !49, !50}
!49 = !DILocation(line: 16, column: 5, scope: !23)
!50 = !{!"llvm.loop.mustprogress"}
!51 = !DILocation(line: 17, column: 12, scope: !10)
!52 = !DILocation(line: 17, column: 5, scope: !10)
!53 = !DILocation(line: 18, column: 1, scope: !10)
!54 = distinct !DISubprogram(name: "sum", scope: !1, file: !1, line: 3, type: !55, scopeLine: 3, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0, retainedNodes: !14)
!55 = !DISubroutineType(types: !56)
!56 = !{!13, !57}
!57 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !58, size: 64)
!58 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !13)
!59 = !DILocalVariable(name: "old", arg: 1, scope: !54, file: !1, line: 3, type: !57)
!60 = !DILocation(line: 3, column: 27, scope: !54)
!61 = !DILocation(line: 4, column: 12, scope: !54)
!62 = !DILocation(line: 4, column: 19, scope: !54)
!63 = !DILocation(line: 4, column: 18, scope: !54)
!64 = !DILocation(line: 4, column: 5, scope: !54)
