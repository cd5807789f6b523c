; ModuleID = 'bytes.c'
source_filename = "bytes.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.word = type { i32 }
%struct.bits = type { i16, [2 x i8] }
%struct.large = type { i32, i32, i32, i32, i32 }

@.str = private unnamed_addr constant [18 x i8] c"w.i == 0x0102ff04\00", align 1
@.str.1 = private unnamed_addr constant [8 x i8] c"bytes.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [23 x i8] c"int main(int, char **)\00", align 1
@.str.2 = private unnamed_addr constant [36 x i8] c"x.a == 1 && x.s == -4 && x.c == 511\00", align 1
@.str.3 = private unnamed_addr constant [42 x i8] c"sum(l) == (int)(9u + argc) && l.a == argc\00", align 1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main(i32 noundef %0, i8** noundef %1) #0 !dbg !12 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i8**, align 8
  %6 = alloca %union.word, align 4
  %7 = alloca %struct.bits, align 4
  %8 = alloca %struct.large, align 8
  store i32 0, i32* %3, align 4
  store i32 %0, i32* %4, align 4
  call void @llvm.dbg.declare(metadata i32* %4, metadata !19, metadata !DIExpression()), !dbg !20
  store i8** %1, i8*** %5, align 8
  call void @llvm.dbg.declare(metadata i8*** %5, metadata !21, metadata !DIExpression()), !dbg !22
  call void @llvm.dbg.declare(metadata %union.word* %6, metadata !23, metadata !DIExpression()), !dbg !32
  %9 = bitcast %union.word* %6 to i32*, !dbg !33
  store i32 16909060, i32* %9, align 4, !dbg !34
  %10 = bitcast %union.word* %6 to [4 x i8]*, !dbg !35
  %11 = getelementptr inbounds [4 x i8], [4 x i8]* %10, i64 0, i64 1, !dbg !36
  store i8 -1, i8* %11, align 1, !dbg !37
  %12 = bitcast %union.word* %6 to i32*, !dbg !38
  %13 = load i32, i32* %12, align 4, !dbg !38
  %14 = icmp eq i32 %13, 16973572, !dbg !38
  br i1 %14, label %15, label %16, !dbg !41

15:                                               ; preds = %2
  br label %17, !dbg !41

16:                                               ; preds = %2
  call void @__assert_fail(i8* noundef getelementptr inbounds ([18 x i8], [18 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([8 x i8], [8 x i8]* @.str.1, i64 0, i64 0), i32 noundef 33, i8* noundef getelementptr inbounds ([23 x i8], [23 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #3, !dbg !38
  unreachable, !dbg !38

17:                                               ; preds = %15
  call void @llvm.dbg.declare(metadata %struct.bits* %7, metadata !42, metadata !DIExpression()), !dbg !49
  %18 = bitcast %struct.bits* %7 to i16*, !dbg !50
  %19 = load i16, i16* %18, align 4, !dbg !51
  %20 = and i16 %19, -8, !dbg !51
  %21 = or i16 %20, 1, !dbg !51
  store i16 %21, i16* %18, align 4, !dbg !51
  %22 = bitcast %struct.bits* %7 to i16*, !dbg !52
  %23 = load i16, i16* %22, align 4, !dbg !53
  %24 = and i16 %23, -121, !dbg !53
  %25 = or i16 %24, 96, !dbg !53
  store i16 %25, i16* %22, align 4, !dbg !53
  %26 = bitcast %struct.bits* %7 to i16*, !dbg !54
  %27 = load i16, i16* %26, align 4, !dbg !55
  %28 = and i16 %27, 127, !dbg !55
  %29 = or i16 %28, -128, !dbg !55
  store i16 %29, i16* %26, align 4, !dbg !55
  %30 = bitcast %struct.bits* %7 to i16*, !dbg !56
  %31 = load i16, i16* %30, align 4, !dbg !56
  %32 = and i16 %31, 7, !dbg !56
  %33 = zext i16 %32 to i32, !dbg !56
  %34 = icmp eq i32 %33, 1, !dbg !56
  br i1 %34, label %35, label %49, !dbg !56

35:                                               ; preds = %17
  %36 = bitcast %struct.bits* %7 to i16*, !dbg !56
  %37 = load i16, i16* %36, align 4, !dbg !56
  %38 = shl i16 %37, 9, !dbg !56
  %39 = ashr i16 %38, 12, !dbg !56
  %40 = sext i16 %39 to i32, !dbg !56
  %41 = icmp eq i32 %40, -4, !dbg !56
  br i1 %41, label %42, label %49, !dbg !56

42:                                               ; preds = %35
  %43 = bitcast %struct.bits* %7 to i16*, !dbg !56
  %44 = load i16, i16* %43, align 4, !dbg !56
  %45 = lshr i16 %44, 7, !dbg !56
  %46 = zext i16 %45 to i32, !dbg !56
  %47 = icmp eq i32 %46, 511, !dbg !56
  br i1 %47, label %48, label %49, !dbg !59

48:                                               ; preds = %42
  br label %50, !dbg !59

49:                                               ; preds = %42, %35, %17
  call void @__assert_fail(i8* noundef getelementptr inbounds ([36 x i8], [36 x i8]* @.str.2, i64 0, i64 0), i8* noundef getelementptr inbounds ([8 x i8], [8 x i8]* @.str.1, i64 0, i64 0), i32 noundef 38, i8* noundef getelementptr inbounds ([23 x i8], [23 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #3, !dbg !56
  unreachable, !dbg !56

50:                                               ; preds = %48
  call void @llvm.dbg.declare(metadata %struct.large* %8, metadata !60, metadata !DIExpression()), !dbg !68
  %51 = load i32, i32* %4, align 4, !dbg !69
  call void @make(%struct.large* sret(%struct.large) align 4 %8, i32 noundef %51), !dbg !70
  %52 = call i32 @sum(%struct.large* noundef byval(%struct.large) align 8 %8), !dbg !71
  %53 = load i32, i32* %4, align 4, !dbg !71
  %54 = add i32 9, %53, !dbg !71
  %55 = icmp eq i32 %52, %54, !dbg !71
  br i1 %55, label %56, label %62, !dbg !71

56:                                               ; preds = %50
  %57 = getelementptr inbounds %struct.large, %struct.large* %8, i32 0, i32 0, !dbg !71
  %58 = load i32, i32* %57, align 4, !dbg !71
  %59 = load i32, i32* %4, align 4, !dbg !71
  %60 = icmp eq i32 %58, %59, !dbg !71
  br i1 %60, label %61, label %62, !dbg !74

61:                                               ; preds = %56
  br label %63, !dbg !74

62:                                               ; preds = %56, %50
  call void @__assert_fail(i8* noundef getelementptr inbounds ([42 x i8], [42 x i8]* @.str.3, i64 0, i64 0), i8* noundef getelementptr inbounds ([8 x i8], [8 x i8]* @.str.1, i64 0, i64 0), i32 noundef 40, i8* noundef getelementptr inbounds ([23 x i8], [23 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #3, !dbg !71
  unreachable, !dbg !71

63:                                               ; preds = %61
  ret i32 0, !dbg !75
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: noreturn nounwind
declare void @__assert_fail(i8* noundef, i8* noundef, i32 noundef, i8* noundef) #2

; Function Attrs: noinline nounwind uwtable
define internal void @make(%struct.large* noalias sret(%struct.large) align 4 %0, i32 noundef %1) #0 !dbg !76 {
  %3 = alloca i32, align 4
  store i32 %1, i32* %3, align 4
  call void @llvm.dbg.declare(metadata i32* %3, metadata !79, metadata !DIExpression()), !dbg !80
  call void @llvm.dbg.declare(metadata %struct.large* %0, metadata !81, metadata !DIExpression()), !dbg !82
  %4 = getelementptr inbounds %struct.large, %struct.large* %0, i32 0, i32 0, !dbg !83
  %5 = load i32, i32* %3, align 4, !dbg !84
  store i32 %5, i32* %4, align 4, !dbg !83
  %6 = getelementptr inbounds %struct.large, %struct.large* %0, i32 0, i32 1, !dbg !83
  store i32 1, i32* %6, align 4, !dbg !83
  %7 = getelementptr inbounds %struct.large, %struct.large* %0, i32 0, i32 2, !dbg !83
  store i32 2, i32* %7, align 4, !dbg !83
  %8 = getelementptr inbounds %struct.large, %struct.large* %0, i32 0, i32 3, !dbg !83
  store i32 3, i32* %8, align 4, !dbg !83
  %9 = getelementptr inbounds %struct.large, %struct.large* %0, i32 0, i32 4, !dbg !83
  %10 = load i32, i32* %3, align 4, !dbg !85
  store i32 %10, i32* %9, align 4, !dbg !83
  ret void, !dbg !86
}

; Function Attrs: noinline nounwind uwtable
define internal i32 @sum(%struct.large* noundef byval(%struct.large) align 8 %0) #0 !dbg !87 {
  call void @llvm.dbg.declare(metadata %struct.large* %0, metadata !90, metadata !DIExpression()), !dbg !91
  %2 = getelementptr inbounds %struct.large, %struct.large* %0, i32 0, i32 0, !dbg !92
  store i32 9, i32* %2, align 8, !dbg !93
  %3 = getelementptr inbounds %struct.large, %struct.large* %0, i32 0, i32 0, !dbg !94
  %4 = load i32, i32* %3, align 8, !dbg !94
  %5 = getelementptr inbounds %struct.large, %struct.large* %0, i32 0, i32 4, !dbg !95
  %6 = load i32, i32* %5, align 8, !dbg !95
  %7 = add nsw i32 %4, %6, !dbg !96
  ret i32 %7, !dbg !97
}

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { noreturn nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!4, !5, !6, !7, !8, !9, !10}
!llvm.ident = !{!11}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !2, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "bytes.c", directory: ".", checksumkind: CSK_MD5, checksum: "3e05f7b424297d802c2e35762246d33e")
!2 = !{!3}
!3 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!4 = !{i32 7, !"Dwarf Version", i32 5}
!5 = !{i32 2, !"Debug Info Version", i32 3}
!6 = !{i32 1, !"wchar_size", i32 4}
!7 = !{i32 7, !"PIC Level", i32 2}
!8 = !{i32 7, !"PIE Level", i32 2}
!9 = !{i32 7, !"uwtable", i32 1}
!10 = !{i32 7, !"frame-pointer", i32 2}
!11 = !{!"Debian clang version 14.0.6"}
!12 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 29, type: !13, scopeLine: 29, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !18)
!13 = !DISubroutineType(types: !14)
!14 = !{!3, !3, !15}
!15 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !16, size: 64)
!16 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !17, size: 64)
!17 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!18 = !{}
!19 = !DILocalVariable(name: "argc", arg: 1, scope: !12, file: !1, line: 29, type: !3)
!20 = !DILocation(line: 29, column: 14, scope: !12)
!21 = !DILocalVariable(name: "argv", arg: 2, scope: !12, file: !1, line: 29, type: !15)
!22 = !DILocation(line: 29, column: 27, scope: !12)
!23 = !DILocalVariable(name: "w", scope: !12, file: !1, line: 30, type: !24)
!24 = distinct !DICompositeType(tag: DW_TAG_union_type, name: "word", file: !1, line: 6, size: 32, elements: !25)
!25 = !{!26, !27}
!26 = !DIDerivedType(tag: DW_TAG_member, name: "i", scope: !24, file: !1, line: 7, baseType: !3, size: 32)
!27 = !DIDerivedType(tag: DW_TAG_member, name: "c", scope: !24, file: !1, line: 8, baseType: !28, size: 32)
!28 = !DICompositeType(tag: DW_TAG_array_type, baseType: !29, size: 32, elements: !30)
!29 = !DIBasicType(name: "unsigned char", size: 8, encoding: DW_ATE_unsigned_char)
!30 = !{!31}
!31 = !DISubrange(count: 4)
!32 = !DILocation(line: 30, column: 16, scope: !12)
!33 = !DILocation(line: 31, column: 7, scope: !12)
!34 = !DILocation(line: 31, column: 9, scope: !12)
!35 = !DILocation(line: 32, column: 7, scope: !12)
!36 = !DILocation(line: 32, column: 5, scope: !12)
!37 = !DILocation(line: 32, column: 12, scope: !12)
!38 = !DILocation(line: 33, column: 5, scope: !39)
!39 = distinct !DILexicalBlock(scope: !40, file: !1, line: 33, column: 5)
!40 = distinct !DILexicalBlock(scope: !12, file: !1, line: 33, column: 5)
!41 = !DILocation(line: 33, column: 5, scope: !40)
!42 = !DILocalVariable(name: "x", scope: !12, file: !1, line: 34, type: !43)
!43 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "bits", file: !1, line: 10, size: 32, elements: !44)
!44 = !{!45, !47, !48}
!45 = !DIDerivedType(tag: DW_TAG_member, name: "a", scope: !43, file: !1, line: 11, baseType: !46, size: 3, flags: DIFlagBitField, extraData: i64 0)
!46 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!47 = !DIDerivedType(tag: DW_TAG_member, name: "s", scope: !43, file: !1, line: 12, baseType: !3, size: 4, offset: 3, flags: DIFlagBitField, extraData: i64 0)
!48 = !DIDerivedType(tag: DW_TAG_member, name: "c", scope: !43, file: !1, line: 13, baseType: !46, size: 9, offset: 7, flags: DIFlagBitField, extraData: i64 0)
!49 = !DILocation(line: 34, column: 17, scope: !12)
!50 = !DILocation(line: 35, column: 7, scope: !12)
!51 = !DILocation(line: 35, column: 9, scope: !12)
!52 = !DILocation(line: 36, column: 7, scope: !12)
!53 = !DILocation(line: 36, column: 9, scope: !12)
!54 = !DILocation(line: 37, column: 7, scope: !12)
!55 = !DILocation(line: 37, column: 9, scope: !12)
!56 = !DILocation(line: 38, column: 5, scope: !57)
!57 = distinct !DILexicalBlock(scope: !58, file: !1, line: 38, column: 5)
!58 = distinct !DILexicalBlock(scope: !12, file: !1, line: 38, column: 5)
!59 = !DILocation(line: 38, column: 5, scope: !58)
!60 = !DILocalVariable(name: "l", scope: !12, file: !1, line: 39, type: !61)
!61 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "large", file: !1, line: 15, size: 160, elements: !62)
!62 = !{!63, !64, !65, !66, !67}
!63 = !DIDerivedType(tag: DW_TAG_member, name: "a", scope: !61, file: !1, line: 16, baseType: !3, size: 32)
!64 = !DIDerivedType(tag: DW_TAG_member, name: "b", scope: !61, file: !1, line: 16, baseType: !3, size: 32, offset: 32)
!65 = !DIDerivedType(tag: DW_TAG_member, name: "c", scope: !61, file: !1, line: 16, baseType: !3, size: 32, offset: 64)
!66 = !DIDerivedType(tag: DW_TAG_member, name: "d", scope: !61, file: !1, line: 16, baseType: !3, size: 32, offset: 96)
!67 = !DIDerivedType(tag: DW_TAG_member, name: "e", scope: !61, file: !1, line: 16, baseType: !3, size: 32, offset: 128)
!68 = !DILocation(line: 39, column: 18, scope: !12)
!69 = !DILocation(line: 39, column: 27, scope: !12)
!70 = !DILocation(line: 39, column: 22, scope: !12)
!71 = !DILocation(line: 40, column: 5, scope: !72)
!72 = distinct !DILexicalBlock(scope: !73, file: !1, line: 40, column: 5)
!73 = distinct !DILexicalBlock(scope: !12, file: !1, line: 40, column: 5)
!74 = !DILocation(line: 40, column: 5, scope: !73)
!75 = !DILocation(line: 41, column: 5, scope: !12)
!76 = distinct !DISubprogram(name: "make", scope: !1, file: !1, line: 24, type: !77, scopeLine: 24, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0, retainedNodes: !18)
!77 = !DISubroutineType(types: !78)
!78 = !{!61, !3}
!79 = !DILocalVariable(name: "k", arg: 1, scope: !76, file: !1, line: 24, type: !3)
!80 = !DILocation(line: 24, column: 30, scope: !76)
!81 = !DILocalVariable(name: "r", scope: !76, file: !1, line: 25, type: !61)
!82 = !DILocation(line: 25, column: 18, scope: !76)
!83 = !DILocation(line: 25, column: 22, scope: !76)
!84 = !DILocation(line: 25, column: 23, scope: !76)
!85 = !DILocation(line: 25, column: 35, scope: !76)
!86 = !DILocation(line: 26, column: 5, scope: !76)
!87 = distinct !DISubprogram(name: "sum", scope: !1, file: !1, line: 19, type: !88, scopeLine: 19, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0, retainedNodes: !18)
!88 = !DISubroutineType(types: !89)
!89 = !{!3, !61}
!90 = !DILocalVariable(name: "v", arg: 1, scope: !87, file: !1, line: 19, type: !61)
!91 = !DILocation(line: 19, column: 29, scope: !87)
!92 = !DILocation(line: 20, column: 7, scope: !87)
!93 = !DILocation(line: 20, column: 9, scope: !87)
!94 = !DILocation(line: 21, column: 14, scope: !87)
!95 = !DILocation(line: 21, column: 20, scope: !87)
!96 = !DILocation(line: 21, column: 16, scope: !87)
!97 = !DILocation(line: 21, column: 5, scope: !87)
