; ModuleID = 'bit_fields.c'
source_filename = "bit_fields.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.packed = type { i8, [3 x i8], i8 }
%struct.wide = type { [5 x i8] }

@.str = private unnamed_addr constant [38 x i8] c"wide.high == 0x54321 && wide.low == 6\00", align 1
@.str.1 = private unnamed_addr constant [13 x i8] c"bit_fields.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
@.str.2 = private unnamed_addr constant [40 x i8] c"all[0].after != 1 || all[1].before != 3\00", align 1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !10 {
  %1 = alloca i32, align 4
  %2 = alloca [2 x %struct.packed], align 1
  %3 = alloca %struct.wide, align 1
  store i32 0, i32* %1, align 4
  call void @llvm.dbg.declare(metadata [2 x %struct.packed]* %2, metadata !15, metadata !DIExpression()), !dbg !26
  call void @llvm.dbg.declare(metadata %struct.wide* %3, metadata !27, metadata !DIExpression()), !dbg !33
  %4 = bitcast %struct.wide* %3 to i40*, !dbg !34
  %5 = load i40, i40* %4, align 1, !dbg !35
  %6 = and i40 %5, -1048576, !dbg !35
  %7 = or i40 %6, 5, !dbg !35
  store i40 %7, i40* %4, align 1, !dbg !35
  %8 = bitcast %struct.wide* %3 to i40*, !dbg !36
  %9 = load i40, i40* %8, align 1, !dbg !37
  %10 = and i40 %9, 1048575, !dbg !37
  %11 = or i40 %10, 361617162240, !dbg !37
  store i40 %11, i40* %8, align 1, !dbg !37
  %12 = bitcast %struct.wide* %3 to i40*, !dbg !38
  %13 = load i40, i40* %12, align 1, !dbg !39
  %14 = and i40 %13, -1048576, !dbg !39
  %15 = or i40 %14, 6, !dbg !39
  store i40 %15, i40* %12, align 1, !dbg !39
  %16 = bitcast %struct.wide* %3 to i40*, !dbg !40
  %17 = load i40, i40* %16, align 1, !dbg !40
  %18 = lshr i40 %17, 20, !dbg !40
  %19 = zext i40 %18 to i64, !dbg !40
  %20 = trunc i64 %19 to i32, !dbg !40
  %21 = icmp eq i32 %20, 344865, !dbg !40
  br i1 %21, label %22, label %30, !dbg !40

22:                                               ; preds = %0
  %23 = bitcast %struct.wide* %3 to i40*, !dbg !40
  %24 = load i40, i40* %23, align 1, !dbg !40
  %25 = and i40 %24, 1048575, !dbg !40
  %26 = zext i40 %25 to i64, !dbg !40
  %27 = trunc i64 %26 to i32, !dbg !40
  %28 = icmp eq i32 %27, 6, !dbg !40
  br i1 %28, label %29, label %30, !dbg !43

29:                                               ; preds = %22
  br label %31, !dbg !43

30:                                               ; preds = %22, %0
  call void @__assert_fail(i8* noundef getelementptr inbounds ([38 x i8], [38 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([13 x i8], [13 x i8]* @.str.1, i64 0, i64 0), i32 noundef 23, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #3, !dbg !40
  unreachable, !dbg !40

31:                                               ; preds = %29
  %32 = getelementptr inbounds [2 x %struct.packed], [2 x %struct.packed]* %2, i64 0, i64 0, !dbg !44
  %33 = getelementptr inbounds %struct.packed, %struct.packed* %32, i32 0, i32 2, !dbg !45
  store i8 1, i8* %33, align 1, !dbg !46
  %34 = getelementptr inbounds [2 x %struct.packed], [2 x %struct.packed]* %2, i64 0, i64 1, !dbg !47
  %35 = getelementptr inbounds %struct.packed, %struct.packed* %34, i32 0, i32 0, !dbg !48
  store i8 3, i8* %35, align 1, !dbg !49
  %36 = getelementptr inbounds [2 x %struct.packed], [2 x %struct.packed]* %2, i64 0, i64 0, !dbg !50
  %37 = getelementptr inbounds %struct.packed, %struct.packed* %36, i32 0, i32 1, !dbg !51
  %38 = bitcast [3 x i8]* %37 to i24*, !dbg !51
  %39 = load i24, i24* %38, align 1, !dbg !52
  %40 = and i24 %39, -8388608, !dbg !52
  %41 = or i24 %40, 8388607, !dbg !52
  store i24 %41, i24* %38, align 1, !dbg !52
  %42 = getelementptr inbounds [2 x %struct.packed], [2 x %struct.packed]* %2, i64 0, i64 0, !dbg !53
  %43 = getelementptr inbounds %struct.packed, %struct.packed* %42, i32 0, i32 2, !dbg !53
  %44 = load i8, i8* %43, align 1, !dbg !53
  %45 = zext i8 %44 to i32, !dbg !53
  %46 = icmp ne i32 %45, 1, !dbg !53
  br i1 %46, label %53, label %47, !dbg !53

47:                                               ; preds = %31
  %48 = getelementptr inbounds [2 x %struct.packed], [2 x %struct.packed]* %2, i64 0, i64 1, !dbg !53
  %49 = getelementptr inbounds %struct.packed, %struct.packed* %48, i32 0, i32 0, !dbg !53
  %50 = load i8, i8* %49, align 1, !dbg !53
  %51 = zext i8 %50 to i32, !dbg !53
  %52 = icmp ne i32 %51, 3, !dbg !53
  br i1 %52, label %53, label %54, !dbg !56

53:                                               ; preds = %47, %31
  br label %55, !dbg !56

54:                                               ; preds = %47
  call void @__assert_fail(i8* noundef getelementptr inbounds ([40 x i8], [40 x i8]* @.str.2, i64 0, i64 0), i8* noundef getelementptr inbounds ([13 x i8], [13 x i8]* @.str.1, i64 0, i64 0), i32 noundef 27, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #3, !dbg !53
  unreachable, !dbg !53

55:                                               ; preds = %53
  ret i32 0, !dbg !57
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: noreturn nounwind
declare void @__assert_fail(i8* noundef, i8* noundef, i32 noundef, i8* noundef) #2

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { noreturn nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7, !8}
!llvm.ident = !{!9}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "bit_fields.c", directory: ".", checksumkind: CSK_MD5, checksum: "748804ca4ae851f1cd1f319379f976da")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 7, !"PIC Level", i32 2}
!6 = !{i32 7, !"PIE Level", i32 2}
!7 = !{i32 7, !"uwtable", i32 1}
!8 = !{i32 7, !"frame-pointer", i32 2}
!9 = !{!"Debian clang version 14.0.6"}
!10 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 17, type: !11, scopeLine: 17, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !14)
!11 = !DISubroutineType(types: !12)
!12 = !{!13}
!13 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!14 = !{}
!15 = !DILocalVariable(name: "all", scope: !10, file: !1, line: 18, type: !16)
!16 = !DICompositeType(tag: DW_TAG_array_type, baseType: !17, size: 80, elements: !24)
!17 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "packed", file: !1, line: 6, size: 40, elements: !18)
!18 = !{!19, !21, !23}
!19 = !DIDerivedType(tag: DW_TAG_member, name: "before", scope: !17, file: !1, line: 7, baseType: !20, size: 8)
!20 = !DIBasicType(name: "unsigned char", size: 8, encoding: DW_ATE_unsigned_char)
!21 = !DIDerivedType(tag: DW_TAG_member, name: "number", scope: !17, file: !1, line: 8, baseType: !22, size: 23, offset: 8, flags: DIFlagBitField, extraData: i64 8)
!22 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!23 = !DIDerivedType(tag: DW_TAG_member, name: "after", scope: !17, file: !1, line: 9, baseType: !20, size: 8, offset: 32)
!24 = !{!25}
!25 = !DISubrange(count: 2)
!26 = !DILocation(line: 18, column: 19, scope: !10)
!27 = !DILocalVariable(name: "wide", scope: !10, file: !1, line: 19, type: !28)
!28 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "wide", file: !1, line: 12, size: 40, elements: !29)
!29 = !{!30, !32}
!30 = !DIDerivedType(tag: DW_TAG_member, name: "low", scope: !28, file: !1, line: 13, baseType: !31, size: 20, flags: DIFlagBitField, extraData: i64 0)
!31 = !DIBasicType(name: "unsigned long long", size: 64, encoding: DW_ATE_unsigned)
!32 = !DIDerivedType(tag: DW_TAG_member, name: "high", scope: !28, file: !1, line: 14, baseType: !31, size: 20, offset: 20, flags: DIFlagBitField, extraData: i64 0)
!33 = !DILocation(line: 19, column: 17, scope: !10)
!34 = !DILocation(line: 20, column: 10, scope: !10)
!35 = !DILocation(line: 20, column: 14, scope: !10)
!36 = !DILocation(line: 21, column: 10, scope: !10)
!37 = !DILocation(line: 21, column: 15, scope: !10)
!38 = !DILocation(line: 22, column: 10, scope: !10)
!39 = !DILocation(line: 22, column: 14, scope: !10)
!40 = !DILocation(line: 23, column: 5, scope: !41)
!41 = distinct !DILexicalBlock(scope: !42, file: !1, line: 23, column: 5)
!42 = distinct !DILexicalBlock(scope: !10, file: !1, line: 23, column: 5)
!43 = !DILocation(line: 23, column: 5, scope: !42)
!44 = !DILocation(line: 24, column: 5, scope: !10)
!45 = !DILocation(line: 24, column: 12, scope: !10)
!46 = !DILocation(line: 24, column: 18, scope: !10)
!47 = !DILocation(line: 25, column: 5, scope: !10)
!48 = !DILocation(line: 25, column: 12, scope: !10)
!49 = !DILocation(line: 25, column: 19, scope: !10)
!50 = !DILocation(line: 26, column: 5, scope: !10)
!51 = !DILocation(line: 26, column: 12, scope: !10)
!52 = !DILocation(line: 26, column: 19, scope: !10)
!53 = !DILocation(line: 27, column: 5, scope: !54)
!54 = distinct !DILexicalBlock(scope: !55, file: !1, line: 27, column: 5)
!55 = distinct !DILexicalBlock(scope: !10, file: !1, line: 27, column: 5)
!56 = !DILocation(line: 27, column: 5, scope: !55)
!57 = !DILocation(line: 28, column: 5, scope: !10)
