; ModuleID = 'grown.c'
source_filename = "grown.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.table = type { i32, i32, i32* }

@.str = private unnamed_addr constant [52 x i8] c"t.count == 0 || t.items[t.count - 1] == t.count - 1\00", align 1
@.str.1 = private unnamed_addr constant [8 x i8] c"grown.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !10 {
  %1 = alloca i32, align 4
  %2 = alloca %struct.table, align 8
  %3 = alloca i32, align 4
  store i32 0, i32* %1, align 4
  call void @llvm.dbg.declare(metadata %struct.table* %2, metadata !15, metadata !DIExpression()), !dbg !22
  %4 = bitcast %struct.table* %2 to i8*, !dbg !22
  call void @llvm.memset.p0i8.i64(i8* align 8 %4, i8 0, i64 16, i1 false), !dbg !22
  call void @llvm.dbg.declare(metadata i32* %3, metadata !23, metadata !DIExpression()), !dbg !25
  store i32 0, i32* %3, align 4, !dbg !25
  br label %5, !dbg !26

5:                                                ; preds = %14, %0
  %6 = load i32, i32* %3, align 4, !dbg !27
  %7 = icmp slt i32 %6, 3, !dbg !29
  br i1 %7, label %8, label %17, !dbg !30

8:                                                ; preds = %5
  %9 = load i32, i32* %3, align 4, !dbg !31
  %10 = call i32 @push(%struct.table* noundef %2, i32 noundef %9), !dbg !33
  %11 = icmp ne i32 %10, 0, !dbg !33
  br i1 %11, label %12, label %13, !dbg !34

12:                                               ; preds = %8
  br label %17, !dbg !35

13:                                               ; preds = %8
  br label %14, !dbg !36

14:                                               ; preds = %13
  %15 = load i32, i32* %3, align 4, !dbg !37
  %16 = add nsw i32 %15, 1, !dbg !37
  store i32 %16, i32* %3, align 4, !dbg !37
  br label %5, !dbg !38, !llvm.loop !39

17:                                               ; preds = %12, %5
  %18 = getelementptr inbounds %struct.table, %struct.table* %2, i32 0, i32 0, !dbg !42
  %19 = load i32, i32* %18, align 8, !dbg !42
  %20 = icmp eq i32 %19, 0, !dbg !42
  br i1 %20, label %34, label %21, !dbg !42

21:                                               ; preds = %17
  %22 = getelementptr inbounds %struct.table, %struct.table* %2, i32 0, i32 2, !dbg !42
  %23 = load i32*, i32** %22, align 8, !dbg !42
  %24 = getelementptr inbounds %struct.table, %struct.table* %2, i32 0, i32 0, !dbg !42
  %25 = load i32, i32* %24, align 8, !dbg !42
  %26 = sub nsw i32 %25, 1, !dbg !42
  %27 = sext i32 %26 to i64, !dbg !42
  %28 = getelementptr inbounds i32, i32* %23, i64 %27, !dbg !42
  %29 = load i32, i32* %28, align 4, !dbg !42
  %30 = getelementptr inbounds %struct.table, %struct.table* %2, i32 0, i32 0, !dbg !42
  %31 = load i32, i32* %30, align 8, !dbg !42
  %32 = sub nsw i32 %31, 1, !dbg !42
  %33 = icmp eq i32 %29, %32, !dbg !42
  br i1 %33, label %34, label %35, !dbg !45

34:                                               ; preds = %21, %17
  br label %36, !dbg !45

35:                                               ; preds = %21
  call void @__assert_fail(i8* noundef getelementptr inbounds ([52 x i8], [52 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([8 x i8], [8 x i8]* @.str.1, i64 0, i64 0), i32 noundef 30, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #5, !dbg !42
  unreachable, !dbg !42

36:                                               ; preds = %34
  %37 = getelementptr inbounds %struct.table, %struct.table* %2, i32 0, i32 2, !dbg !46
  %38 = load i32*, i32** %37, align 8, !dbg !46
  %39 = bitcast i32* %38 to i8*, !dbg !47
  call void @free(i8* noundef %39) #6, !dbg !48
  ret i32 0, !dbg !49
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: argmemonly nofree nounwind willreturn writeonly
declare void @llvm.memset.p0i8.i64(i8* nocapture writeonly, i8, i64, i1 immarg) #2

; Function Attrs: noinline nounwind uwtable
define internal i32 @push(%struct.table* noundef %0, i32 noundef %1) #0 !dbg !50 {
  %3 = alloca i32, align 4
  %4 = alloca %struct.table*, align 8
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = alloca i32*, align 8
  store %struct.table* %0, %struct.table** %4, align 8
  call void @llvm.dbg.declare(metadata %struct.table** %4, metadata !54, metadata !DIExpression()), !dbg !55
  store i32 %1, i32* %5, align 4
  call void @llvm.dbg.declare(metadata i32* %5, metadata !56, metadata !DIExpression()), !dbg !57
  %8 = load %struct.table*, %struct.table** %4, align 8, !dbg !58
  %9 = getelementptr inbounds %struct.table, %struct.table* %8, i32 0, i32 0, !dbg !60
  %10 = load i32, i32* %9, align 8, !dbg !60
  %11 = load %struct.table*, %struct.table** %4, align 8, !dbg !61
  %12 = getelementptr inbounds %struct.table, %struct.table* %11, i32 0, i32 1, !dbg !62
  %13 = load i32, i32* %12, align 4, !dbg !62
  %14 = icmp eq i32 %10, %13, !dbg !63
  br i1 %14, label %15, label %47, !dbg !64

15:                                               ; preds = %2
  call void @llvm.dbg.declare(metadata i32* %6, metadata !65, metadata !DIExpression()), !dbg !67
  %16 = load %struct.table*, %struct.table** %4, align 8, !dbg !68
  %17 = getelementptr inbounds %struct.table, %struct.table* %16, i32 0, i32 1, !dbg !69
  %18 = load i32, i32* %17, align 4, !dbg !69
  %19 = icmp ne i32 %18, 0, !dbg !68
  br i1 %19, label %20, label %25, !dbg !68

20:                                               ; preds = %15
  %21 = load %struct.table*, %struct.table** %4, align 8, !dbg !70
  %22 = getelementptr inbounds %struct.table, %struct.table* %21, i32 0, i32 1, !dbg !71
  %23 = load i32, i32* %22, align 4, !dbg !71
  %24 = mul nsw i32 %23, 2, !dbg !72
  br label %26, !dbg !68

25:                                               ; preds = %15
  br label %26, !dbg !68

26:                                               ; preds = %25, %20
  %27 = phi i32 [ %24, %20 ], [ 2, %25 ], !dbg !68
  store i32 %27, i32* %6, align 4, !dbg !67
  call void @llvm.dbg.declare(metadata i32** %7, metadata !73, metadata !DIExpression()), !dbg !74
  %28 = load %struct.table*, %struct.table** %4, align 8, !dbg !75
  %29 = getelementptr inbounds %struct.table, %struct.table* %28, i32 0, i32 2, !dbg !76
  %30 = load i32*, i32** %29, align 8, !dbg !76
  %31 = bitcast i32* %30 to i8*, !dbg !75
  %32 = load i32, i32* %6, align 4, !dbg !77
  %33 = sext i32 %32 to i64, !dbg !77
  %34 = mul i64 %33, 4, !dbg !78
  %35 = call i8* @realloc(i8* noundef %31, i64 noundef %34) #6, !dbg !79
  %36 = bitcast i8* %35 to i32*, !dbg !79
  store i32* %36, i32** %7, align 8, !dbg !74
  %37 = load i32*, i32** %7, align 8, !dbg !80
  %38 = icmp ne i32* %37, null, !dbg !80
  br i1 %38, label %40, label %39, !dbg !82

39:                                               ; preds = %26
  store i32 -1, i32* %3, align 4, !dbg !83
  br label %58, !dbg !83

40:                                               ; preds = %26
  %41 = load i32*, i32** %7, align 8, !dbg !84
  %42 = load %struct.table*, %struct.table** %4, align 8, !dbg !85
  %43 = getelementptr inbounds %struct.table, %struct.table* %42, i32 0, i32 2, !dbg !86
  store i32* %41, i32** %43, align 8, !dbg !87
  %44 = load i32, i32* %6, align 4, !dbg !88
  %45 = load %struct.table*, %struct.table** %4, align 8, !dbg !89
  %46 = getelementptr inbounds %struct.table, %struct.table* %45, i32 0, i32 1, !dbg !90
  store i32 %44, i32* %46, align 4, !dbg !91
  br label %47, !dbg !92

47:                                               ; preds = %40, %2
  %48 = load i32, i32* %5, align 4, !dbg !93
  %49 = load %struct.table*, %struct.table** %4, align 8, !dbg !94
  %50 = getelementptr inbounds %struct.table, %struct.table* %49, i32 0, i32 2, !dbg !95
  %51 = load i32*, i32** %50, align 8, !dbg !95
  %52 = load %struct.table*, %struct.table** %4, align 8, !dbg !96
  %53 = getelementptr inbounds %struct.table, %struct.table* %52, i32 0, i32 0, !dbg !97
  %54 = load i32, i32* %53, align 8, !dbg !98
  %55 = add nsw i32 %54, 1, !dbg !98
  store i32 %55, i32* %53, align 8, !dbg !98
  %56 = sext i32 %54 to i64, !dbg !94
  %57 = getelementptr inbounds i32, i32* %51, i64 %56, !dbg !94
  store i32 %48, i32* %57, align 4, !dbg !99
  store i32 0, i32* %3, align 4, !dbg !100
  br label %58, !dbg !100

58:                                               ; preds = %47, %39
  %59 = load i32, i32* %3, align 4, !dbg !101
  ret i32 %59, !dbg !101
}

; Function Attrs: noreturn nounwind
declare void @__assert_fail(i8* noundef, i8* noundef, i32 noundef, i8* noundef) #3

; Function Attrs: nounwind
declare void @free(i8* noundef) #4

; Function Attrs: nounwind
declare i8* @realloc(i8* noundef, i64 noundef) #4

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { argmemonly nofree nounwind willreturn writeonly }
attributes #3 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { noreturn nounwind }
attributes #6 = { nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7, !8}
!llvm.ident = !{!9}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "grown.c", directory: ".", checksumkind: CSK_MD5, checksum: "1bc613f0d1b7307aa74231f046ecdda7")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 7, !"PIC Level", i32 2}
!6 = !{i32 7, !"PIE Level", i32 2}
!7 = !{i32 7, !"uwtable", i32 1}
!8 = !{i32 7, !"frame-pointer", i32 2}
!9 = !{!"Debian clang version 14.0.6"}
!10 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 25, type: !11, scopeLine: 25, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !14)
!11 = !DISubroutineType(types: !12)
!12 = !{!13}
!13 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!14 = !{}
!15 = !DILocalVariable(name: "t", scope: !10, file: !1, line: 26, type: !16)
!16 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "table", file: !1, line: 7, size: 128, elements: !17)
!17 = !{!18, !19, !20}
!18 = !DIDerivedType(tag: DW_TAG_member, name: "count", scope: !16, file: !1, line: 8, baseType: !13, size: 32)
!19 = !DIDerivedType(tag: DW_TAG_member, name: "room", scope: !16, file: !1, line: 8, baseType: !13, size: 32, offset: 32)
!20 = !DIDerivedType(tag: DW_TAG_member, name: "items", scope: !16, file: !1, line: 9, baseType: !21, size: 64, offset: 64)
!21 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !13, size: 64)
!22 = !DILocation(line: 26, column: 18, scope: !10)
!23 = !DILocalVariable(name: "i", scope: !24, file: !1, line: 27, type: !13)
!24 = distinct !DILexicalBlock(scope: !10, file: !1, line: 27, column: 5)
!25 = !DILocation(line: 27, column: 14, scope: !24)
!26 = !DILocation(line: 27, column: 10, scope: !24)
!27 = !DILocation(line: 27, column: 21, scope: !28)
!28 = distinct !DILexicalBlock(scope: !24, file: !1, line: 27, column: 5)
!29 = !DILocation(line: 27, column: 23, scope: !28)
!30 = !DILocation(line: 27, column: 5, scope: !24)
!31 = !DILocation(line: 28, column: 22, scope: !32)
!32 = distinct !DILexicalBlock(scope: !28, file: !1, line: 28, column: 13)
!33 = !DILocation(line: 28, column: 13, scope: !32)
!34 = !DILocation(line: 28, column: 13, scope: !28)
!35 = !DILocation(line: 29, column: 13, scope: !32)
!36 = !DILocation(line: 28, column: 23, scope: !32)
!37 = !DILocation(line: 27, column: 29, scope: !28)
!38 = !DILocation(line: 27, column: 5, scope: !28)
!39 = distinct !{!39, !30, !40, !41}
!40 = !DILocation(line: 29, column: 13, scope: !24)
!41 = !{!"llvm.loop.mustprogress"}
!42 = !DILocation(line: 30, column: 5, scope: !43)
!43 = distinct !DILexicalBlock(scope: !44, file: !1, line: 30, column: 5)
!44 = distinct !DILexicalBlock(scope: !10, file: !1, line: 30, column: 5)
!45 = !DILocation(line: 30, column: 5, scope: !44)
!46 = !DILocation(line: 31, column: 12, scope: !10)
!47 = !DILocation(line: 31, column: 10, scope: !10)
!48 = !DILocation(line: 31, column: 5, scope: !10)
!49 = !DILocation(line: 32, column: 5, scope: !10)
!50 = distinct !DISubprogram(name: "push", scope: !1, file: !1, line: 12, type: !51, scopeLine: 12, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0, retainedNodes: !14)
!51 = !DISubroutineType(types: !52)
!52 = !{!13, !53, !13}
!53 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !16, size: 64)
!54 = !DILocalVariable(name: "t", arg: 1, scope: !50, file: !1, line: 12, type: !53)
!55 = !DILocation(line: 12, column: 31, scope: !50)
!56 = !DILocalVariable(name: "x", arg: 2, scope: !50, file: !1, line: 12, type: !13)
!57 = !DILocation(line: 12, column: 38, scope: !50)
!58 = !DILocation(line: 13, column: 9, scope: !59)
!59 = distinct !DILexicalBlock(scope: !50, file: !1, line: 13, column: 9)
!60 = !DILocation(line: 13, column: 12, scope: !59)
!61 = !DILocation(line: 13, column: 21, scope: !59)
!62 = !DILocation(line: 13, column: 24, scope: !59)
!63 = !DILocation(line: 13, column: 18, scope: !59)
!64 = !DILocation(line: 13, column: 9, scope: !50)
!65 = !DILocalVariable(name: "room", scope: !66, file: !1, line: 14, type: !13)
!66 = distinct !DILexicalBlock(scope: !59, file: !1, line: 13, column: 30)
!67 = !DILocation(line: 14, column: 13, scope: !66)
!68 = !DILocation(line: 14, column: 20, scope: !66)
!69 = !DILocation(line: 14, column: 23, scope: !66)
!70 = !DILocation(line: 14, column: 30, scope: !66)
!71 = !DILocation(line: 14, column: 33, scope: !66)
!72 = !DILocation(line: 14, column: 38, scope: !66)
!73 = !DILocalVariable(name: "items", scope: !66, file: !1, line: 15, type: !21)
!74 = !DILocation(line: 15, column: 14, scope: !66)
!75 = !DILocation(line: 15, column: 30, scope: !66)
!76 = !DILocation(line: 15, column: 33, scope: !66)
!77 = !DILocation(line: 15, column: 40, scope: !66)
!78 = !DILocation(line: 15, column: 45, scope: !66)
!79 = !DILocation(line: 15, column: 22, scope: !66)
!80 = !DILocation(line: 16, column: 14, scope: !81)
!81 = distinct !DILexicalBlock(scope: !66, file: !1, line: 16, column: 13)
!82 = !DILocation(line: 16, column: 13, scope: !66)
!83 = !DILocation(line: 17, column: 13, scope: !81)
!84 = !DILocation(line: 18, column: 20, scope: !66)
!85 = !DILocation(line: 18, column: 9, scope: !66)
!86 = !DILocation(line: 18, column: 12, scope: !66)
!87 = !DILocation(line: 18, column: 18, scope: !66)
!88 = !DILocation(line: 19, column: 19, scope: !66)
!89 = !DILocation(line: 19, column: 9, scope: !66)
!90 = !DILocation(line: 19, column: 12, scope: !66)
!91 = !DILocation(line: 19, column: 17, scope: !66)
!92 = !DILocation(line: 20, column: 5, scope: !66)
!93 = !DILocation(line: 21, column: 28, scope: !50)
!94 = !DILocation(line: 21, column: 5, scope: !50)
!95 = !DILocation(line: 21, column: 8, scope: !50)
!96 = !DILocation(line: 21, column: 14, scope: !50)
!97 = !DILocation(line: 21, column: 17, scope: !50)
!98 = !DILocation(line: 21, column: 22, scope: !50)
!99 = !DILocation(line: 21, column: 26, scope: !50)
!100 = !DILocation(line: 22, column: 5, scope: !50)
!101 = !DILocation(line: 23, column: 1, scope: !50)
