; ModuleID = 'ring.c'
source_filename = "ring.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.ring = type { [4 x i32], i32, i32 }

@.str = private unnamed_addr constant [16 x i8] c"r.count <= SIZE\00", align 1
@.str.1 = private unnamed_addr constant [7 x i8] c"ring.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [23 x i8] c"int main(int, char **)\00", align 1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main(i32 noundef %0, i8** noundef %1) #0 !dbg !10 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i8**, align 8
  %6 = alloca %struct.ring, align 4
  %7 = alloca i32, align 4
  store i32 0, i32* %3, align 4
  store i32 %0, i32* %4, align 4
  call void @llvm.dbg.declare(metadata i32* %4, metadata !18, metadata !DIExpression()), !dbg !19
  store i8** %1, i8*** %5, align 8
  call void @llvm.dbg.declare(metadata i8*** %5, metadata !20, metadata !DIExpression()), !dbg !21
  call void @llvm.dbg.declare(metadata %struct.ring* %6, metadata !22, metadata !DIExpression()), !dbg !32
  %8 = bitcast %struct.ring* %6 to i8*, !dbg !32
  call void @llvm.memset.p0i8.i64(i8* align 4 %8, i8 0, i64 24, i1 false), !dbg !32
  call void @llvm.dbg.declare(metadata i32* %7, metadata !33, metadata !DIExpression()), !dbg !35
  store i32 0, i32* %7, align 4, !dbg !35
  br label %9, !dbg !36

9:                                                ; preds = %26, %2
  %10 = load i32, i32* %7, align 4, !dbg !37
  %11 = load i32, i32* %4, align 4, !dbg !39
  %12 = icmp slt i32 %10, %11, !dbg !40
  br i1 %12, label %13, label %29, !dbg !41

13:                                               ; preds = %9
  %14 = load i32, i32* %7, align 4, !dbg !42
  %15 = call i32 @push(%struct.ring* noundef %6, i32 noundef %14), !dbg !45
  %16 = icmp ne i32 %15, 0, !dbg !45
  br i1 %16, label %19, label %17, !dbg !46

17:                                               ; preds = %13
  %18 = call i32 @pop(%struct.ring* noundef %6), !dbg !47
  br label %19, !dbg !47

19:                                               ; preds = %17, %13
  %20 = getelementptr inbounds %struct.ring, %struct.ring* %6, i32 0, i32 2, !dbg !48
  %21 = load i32, i32* %20, align 4, !dbg !48
  %22 = icmp ule i32 %21, 4, !dbg !48
  br i1 %22, label %23, label %24, !dbg !51

23:                                               ; preds = %19
  br label %25, !dbg !51

24:                                               ; preds = %19
  call void @__assert_fail(i8* noundef getelementptr inbounds ([16 x i8], [16 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([7 x i8], [7 x i8]* @.str.1, i64 0, i64 0), i32 noundef 32, i8* noundef getelementptr inbounds ([23 x i8], [23 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #4, !dbg !48
  unreachable, !dbg !48

25:                                               ; preds = %23
  br label %26, !dbg !52

26:                                               ; preds = %25
  %27 = load i32, i32* %7, align 4, !dbg !53
  %28 = add nsw i32 %27, 1, !dbg !53
  store i32 %28, i32* %7, align 4, !dbg !53
  br label %9, !dbg !54, !llvm.loop !55

29:                                               ; preds = %9
  ret i32 0, !dbg !58
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: argmemonly nofree nounwind willreturn writeonly
declare void @llvm.memset.p0i8.i64(i8* nocapture writeonly, i8, i64, i1 immarg) #2

; Function Attrs: noinline nounwind uwtable
define internal i32 @push(%struct.ring* noundef %0, i32 noundef %1) #0 !dbg !59 {
  %3 = alloca i32, align 4
  %4 = alloca %struct.ring*, align 8
  %5 = alloca i32, align 4
  store %struct.ring* %0, %struct.ring** %4, align 8
  call void @llvm.dbg.declare(metadata %struct.ring** %4, metadata !63, metadata !DIExpression()), !dbg !64
  store i32 %1, i32* %5, align 4
  call void @llvm.dbg.declare(metadata i32* %5, metadata !65, metadata !DIExpression()), !dbg !66
  %6 = load %struct.ring*, %struct.ring** %4, align 8, !dbg !67
  %7 = getelementptr inbounds %struct.ring, %struct.ring* %6, i32 0, i32 2, !dbg !69
  %8 = load i32, i32* %7, align 4, !dbg !69
  %9 = icmp eq i32 %8, 4, !dbg !70
  br i1 %9, label %10, label %11, !dbg !71

10:                                               ; preds = %2
  store i32 0, i32* %3, align 4, !dbg !72
  br label %29, !dbg !72

11:                                               ; preds = %2
  %12 = load i32, i32* %5, align 4, !dbg !73
  %13 = load %struct.ring*, %struct.ring** %4, align 8, !dbg !74
  %14 = getelementptr inbounds %struct.ring, %struct.ring* %13, i32 0, i32 0, !dbg !75
  %15 = load %struct.ring*, %struct.ring** %4, align 8, !dbg !76
  %16 = getelementptr inbounds %struct.ring, %struct.ring* %15, i32 0, i32 1, !dbg !77
  %17 = load i32, i32* %16, align 4, !dbg !77
  %18 = load %struct.ring*, %struct.ring** %4, align 8, !dbg !78
  %19 = getelementptr inbounds %struct.ring, %struct.ring* %18, i32 0, i32 2, !dbg !79
  %20 = load i32, i32* %19, align 4, !dbg !79
  %21 = add i32 %17, %20, !dbg !80
  %22 = urem i32 %21, 4, !dbg !81
  %23 = zext i32 %22 to i64, !dbg !74
  %24 = getelementptr inbounds [4 x i32], [4 x i32]* %14, i64 0, i64 %23, !dbg !74
  store i32 %12, i32* %24, align 4, !dbg !82
  %25 = load %struct.ring*, %struct.ring** %4, align 8, !dbg !83
  %26 = getelementptr inbounds %struct.ring, %struct.ring* %25, i32 0, i32 2, !dbg !84
  %27 = load i32, i32* %26, align 4, !dbg !85
  %28 = add i32 %27, 1, !dbg !85
  store i32 %28, i32* %26, align 4, !dbg !85
  store i32 1, i32* %3, align 4, !dbg !86
  br label %29, !dbg !86

29:                                               ; preds = %11, %10
  %30 = load i32, i32* %3, align 4, !dbg !87
  ret i32 %30, !dbg !87
}

; Function Attrs: noinline nounwind uwtable
define internal i32 @pop(%struct.ring* noundef %0) #0 !dbg !88 {
  %2 = alloca %struct.ring*, align 8
  %3 = alloca i32, align 4
  store %struct.ring* %0, %struct.ring** %2, align 8
  call void @llvm.dbg.declare(metadata %struct.ring** %2, metadata !91, metadata !DIExpression()), !dbg !92
  call void @llvm.dbg.declare(metadata i32* %3, metadata !93, metadata !DIExpression()), !dbg !94
  %4 = load %struct.ring*, %struct.ring** %2, align 8, !dbg !95
  %5 = getelementptr inbounds %struct.ring, %struct.ring* %4, i32 0, i32 0, !dbg !96
  %6 = load %struct.ring*, %struct.ring** %2, align 8, !dbg !97
  %7 = getelementptr inbounds %struct.ring, %struct.ring* %6, i32 0, i32 1, !dbg !98
  %8 = load i32, i32* %7, align 4, !dbg !98
  %9 = zext i32 %8 to i64, !dbg !95
  %10 = getelementptr inbounds [4 x i32], [4 x i32]* %5, i64 0, i64 %9, !dbg !95
  %11 = load i32, i32* %10, align 4, !dbg !95
  store i32 %11, i32* %3, align 4, !dbg !94
  %12 = load %struct.ring*, %struct.ring** %2, align 8, !dbg !99
  %13 = getelementptr inbounds %struct.ring, %struct.ring* %12, i32 0, i32 1, !dbg !100
  %14 = load i32, i32* %13, align 4, !dbg !100
  %15 = add i32 %14, 1, !dbg !101
  %16 = urem i32 %15, 4, !dbg !102
  %17 = load %struct.ring*, %struct.ring** %2, align 8, !dbg !103
  %18 = getelementptr inbounds %struct.ring, %struct.ring* %17, i32 0, i32 1, !dbg !104
  store i32 %16, i32* %18, align 4, !dbg !105
  %19 = load %struct.ring*, %struct.ring** %2, align 8, !dbg !106
  %20 = getelementptr inbounds %struct.ring, %struct.ring* %19, i32 0, i32 2, !dbg !107
  %21 = load i32, i32* %20, align 4, !dbg !108
  %22 = add i32 %21, -1, !dbg !108
  store i32 %22, i32* %20, align 4, !dbg !108
  %23 = load i32, i32* %3, align 4, !dbg !109
  ret i32 %23, !dbg !110
}

; Function Attrs: noreturn nounwind
declare void @__assert_fail(i8* noundef, i8* noundef, i32 noundef, i8* noundef) #3

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { argmemonly nofree nounwind willreturn writeonly }
attributes #3 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { noreturn nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7, !8}
!llvm.ident = !{!9}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "ring.c", directory: ".", checksumkind: CSK_MD5, checksum: "98a12ea25baf1bfa0b0176eda049b06e")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 7, !"PIC Level", i32 2}
!6 = !{i32 7, !"PIE Level", i32 2}
!7 = !{i32 7, !"uwtable", i32 1}
!8 = !{i32 7, !"frame-pointer", i32 2}
!9 = !{!"Debian clang version 14.0.6"}
!10 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 27, type: !11, scopeLine: 27, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !17)
!11 = !DISubroutineType(types: !12)
!12 = !{!13, !13, !14}
!13 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!14 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !15, size: 64)
!15 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !16, size: 64)
!16 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!17 = !{}
!18 = !DILocalVariable(name: "argc", arg: 1, scope: !10, file: !1, line: 27, type: !13)
!19 = !DILocation(line: 27, column: 14, scope: !10)
!20 = !DILocalVariable(name: "argv", arg: 2, scope: !10, file: !1, line: 27, type: !14)
!21 = !DILocation(line: 27, column: 27, scope: !10)
!22 = !DILocalVariable(name: "r", scope: !10, file: !1, line: 28, type: !23)
!23 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "ring", file: !1, line: 6, size: 192, elements: !24)
!24 = !{!25, !29, !31}
!25 = !DIDerivedType(tag: DW_TAG_member, name: "data", scope: !23, file: !1, line: 7, baseType: !26, size: 128)
!26 = !DICompositeType(tag: DW_TAG_array_type, baseType: !13, size: 128, elements: !27)
!27 = !{!28}
!28 = !DISubrange(count: 4)
!29 = !DIDerivedType(tag: DW_TAG_member, name: "head", scope: !23, file: !1, line: 8, baseType: !30, size: 32, offset: 128)
!30 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!31 = !DIDerivedType(tag: DW_TAG_member, name: "count", scope: !23, file: !1, line: 9, baseType: !30, size: 32, offset: 160)
!32 = !DILocation(line: 28, column: 17, scope: !10)
!33 = !DILocalVariable(name: "i", scope: !34, file: !1, line: 29, type: !13)
!34 = distinct !DILexicalBlock(scope: !10, file: !1, line: 29, column: 5)
!35 = !DILocation(line: 29, column: 14, scope: !34)
!36 = !DILocation(line: 29, column: 10, scope: !34)
!37 = !DILocation(line: 29, column: 21, scope: !38)
!38 = distinct !DILexicalBlock(scope: !34, file: !1, line: 29, column: 5)
!39 = !DILocation(line: 29, column: 25, scope: !38)
!40 = !DILocation(line: 29, column: 23, scope: !38)
!41 = !DILocation(line: 29, column: 5, scope: !34)
!42 = !DILocation(line: 30, column: 23, scope: !43)
!43 = distinct !DILexicalBlock(scope: !44, file: !1, line: 30, column: 13)
!44 = distinct !DILexicalBlock(scope: !38, file: !1, line: 29, column: 36)
!45 = !DILocation(line: 30, column: 14, scope: !43)
!46 = !DILocation(line: 30, column: 13, scope: !44)
!47 = !DILocation(line: 31, column: 13, scope: !43)
!48 = !DILocation(line: 32, column: 9, scope: !49)
!49 = distinct !DILexicalBlock(scope: !50, file: !1, line: 32, column: 9)
!50 = distinct !DILexicalBlock(scope: !44, file: !1, line: 32, column: 9)
!51 = !DILocation(line: 32, column: 9, scope: !50)
!52 = !DILocation(line: 33, column: 5, scope: !44)
!53 = !DILocation(line: 29, column: 32, scope: !38)
!54 = !DILocation(line: 29, column: 5, scope: !38)
!55 = distinct !{!55, !41, !56, !57}
!56 = !DILocation(line: 33, column: 5, scope: !34)
!57 = !{!"llvm.loop.mustprogress"}
!58 = !DILocation(line: 34, column: 5, scope: !10)
!59 = distinct !DISubprogram(name: "push", scope: !1, file: !1, line: 12, type: !60, scopeLine: 12, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0, retainedNodes: !17)
!60 = !DISubroutineType(types: !61)
!61 = !{!13, !62, !13}
!62 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !23, size: 64)
!63 = !DILocalVariable(name: "r", arg: 1, scope: !59, file: !1, line: 12, type: !62)
!64 = !DILocation(line: 12, column: 30, scope: !59)
!65 = !DILocalVariable(name: "value", arg: 2, scope: !59, file: !1, line: 12, type: !13)
!66 = !DILocation(line: 12, column: 37, scope: !59)
!67 = !DILocation(line: 13, column: 9, scope: !68)
!68 = distinct !DILexicalBlock(scope: !59, file: !1, line: 13, column: 9)
!69 = !DILocation(line: 13, column: 12, scope: !68)
!70 = !DILocation(line: 13, column: 18, scope: !68)
!71 = !DILocation(line: 13, column: 9, scope: !59)
!72 = !DILocation(line: 14, column: 9, scope: !68)
!73 = !DILocation(line: 15, column: 44, scope: !59)
!74 = !DILocation(line: 15, column: 5, scope: !59)
!75 = !DILocation(line: 15, column: 8, scope: !59)
!76 = !DILocation(line: 15, column: 14, scope: !59)
!77 = !DILocation(line: 15, column: 17, scope: !59)
!78 = !DILocation(line: 15, column: 24, scope: !59)
!79 = !DILocation(line: 15, column: 27, scope: !59)
!80 = !DILocation(line: 15, column: 22, scope: !59)
!81 = !DILocation(line: 15, column: 34, scope: !59)
!82 = !DILocation(line: 15, column: 42, scope: !59)
!83 = !DILocation(line: 16, column: 5, scope: !59)
!84 = !DILocation(line: 16, column: 8, scope: !59)
!85 = !DILocation(line: 16, column: 13, scope: !59)
!86 = !DILocation(line: 17, column: 5, scope: !59)
!87 = !DILocation(line: 18, column: 1, scope: !59)
!88 = distinct !DISubprogram(name: "pop", scope: !1, file: !1, line: 20, type: !89, scopeLine: 20, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0, retainedNodes: !17)
!89 = !DISubroutineType(types: !90)
!90 = !{!13, !62}
!91 = !DILocalVariable(name: "r", arg: 1, scope: !88, file: !1, line: 20, type: !62)
!92 = !DILocation(line: 20, column: 29, scope: !88)
!93 = !DILocalVariable(name: "value", scope: !88, file: !1, line: 21, type: !13)
!94 = !DILocation(line: 21, column: 9, scope: !88)
!95 = !DILocation(line: 21, column: 17, scope: !88)
!96 = !DILocation(line: 21, column: 20, scope: !88)
!97 = !DILocation(line: 21, column: 25, scope: !88)
!98 = !DILocation(line: 21, column: 28, scope: !88)
!99 = !DILocation(line: 22, column: 16, scope: !88)
!100 = !DILocation(line: 22, column: 19, scope: !88)
!101 = !DILocation(line: 22, column: 24, scope: !88)
!102 = !DILocation(line: 22, column: 29, scope: !88)
!103 = !DILocation(line: 22, column: 5, scope: !88)
!104 = !DILocation(line: 22, column: 8, scope: !88)
!105 = !DILocation(line: 22, column: 13, scope: !88)
!106 = !DILocation(line: 23, column: 5, scope: !88)
!107 = !DILocation(line: 23, column: 8, scope: !88)
!108 = !DILocation(line: 23, column: 13, scope: !88)
!109 = !DILocation(line: 24, column: 12, scope: !88)
!110 = !DILocation(line: 24, column: 5, scope: !88)
