; ModuleID = 'numbers.c'
source_filename = "numbers.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@values = internal global [4 x i32] zeroinitializer, align 16, !dbg !0
@saved = internal global i64 0, align 8, !dbg !11
@initial = internal global i64 ptrtoint (i8* getelementptr (i8, i8* bitcast ([4 x i32]* @values to i8*), i64 4) to i64), align 8, !dbg !13
@.str = private unnamed_addr constant [33 x i8] c"values[2] == 7 && values[1] == 3\00", align 1
@.str.1 = private unnamed_addr constant [10 x i8] c"numbers.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
@.str.2 = private unnamed_addr constant [31 x i8] c"(saved & 3) == 0 && saved != 0\00", align 1
@.str.3 = private unnamed_addr constant [16 x i8] c"p - values == 2\00", align 1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !26 {
  %1 = alloca i32, align 4
  %2 = alloca i32*, align 8
  %3 = alloca i32, align 4
  %4 = alloca i32*, align 8
  %5 = alloca i32*, align 8
  store i32 0, i32* %1, align 4
  call void @llvm.dbg.declare(metadata i32** %2, metadata !30, metadata !DIExpression()), !dbg !31
  store i32* getelementptr inbounds ([4 x i32], [4 x i32]* @values, i64 0, i64 2), i32** %2, align 8, !dbg !31
  %6 = load i32*, i32** %2, align 8, !dbg !32
  %7 = ptrtoint i32* %6 to i64, !dbg !33
  store i64 %7, i64* @saved, align 8, !dbg !34
  call void @llvm.dbg.declare(metadata i32* %3, metadata !35, metadata !DIExpression()), !dbg !37
  store i32 0, i32* %3, align 4, !dbg !37
  br label %8, !dbg !38

8:                                                ; preds = %15, %0
  %9 = load i32, i32* %3, align 4, !dbg !39
  %10 = icmp slt i32 %9, 2, !dbg !41
  br i1 %10, label %11, label %18, !dbg !42

11:                                               ; preds = %8
  call void @llvm.dbg.declare(metadata i32** %4, metadata !43, metadata !DIExpression()), !dbg !45
  %12 = load i64, i64* @saved, align 8, !dbg !46
  %13 = inttoptr i64 %12 to i32*, !dbg !47
  store i32* %13, i32** %4, align 8, !dbg !45
  %14 = load i32*, i32** %4, align 8, !dbg !48
  store i32 7, i32* %14, align 4, !dbg !49
  br label %15, !dbg !50

15:                                               ; preds = %11
  %16 = load i32, i32* %3, align 4, !dbg !51
  %17 = add nsw i32 %16, 1, !dbg !51
  store i32 %17, i32* %3, align 4, !dbg !51
  br label %8, !dbg !52, !llvm.loop !53

18:                                               ; preds = %8
  call void @llvm.dbg.declare(metadata i32** %5, metadata !56, metadata !DIExpression()), !dbg !57
  %19 = load i64, i64* @initial, align 8, !dbg !58
  %20 = inttoptr i64 %19 to i32*, !dbg !59
  store i32* %20, i32** %5, align 8, !dbg !57
  %21 = load i32*, i32** %5, align 8, !dbg !60
  store i32 3, i32* %21, align 4, !dbg !61
  %22 = load i32, i32* getelementptr inbounds ([4 x i32], [4 x i32]* @values, i64 0, i64 2), align 8, !dbg !62
  %23 = icmp eq i32 %22, 7, !dbg !62
  br i1 %23, label %24, label %28, !dbg !62

24:                                               ; preds = %18
  %25 = load i32, i32* getelementptr inbounds ([4 x i32], [4 x i32]* @values, i64 0, i64 1), align 4, !dbg !62
  %26 = icmp eq i32 %25, 3, !dbg !62
  br i1 %26, label %27, label %28, !dbg !65

27:                                               ; preds = %24
  br label %29, !dbg !65

28:                                               ; preds = %24, %18
  call void @__assert_fail(i8* noundef getelementptr inbounds ([33 x i8], [33 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([10 x i8], [10 x i8]* @.str.1, i64 0, i64 0), i32 noundef 19, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #3, !dbg !62
  unreachable, !dbg !62

29:                                               ; preds = %27
  %30 = load i64, i64* @saved, align 8, !dbg !66
  %31 = and i64 %30, 3, !dbg !66
  %32 = icmp eq i64 %31, 0, !dbg !66
  br i1 %32, label %33, label %37, !dbg !66

33:                                               ; preds = %29
  %34 = load i64, i64* @saved, align 8, !dbg !66
  %35 = icmp ne i64 %34, 0, !dbg !66
  br i1 %35, label %36, label %37, !dbg !69

36:                                               ; preds = %33
  br label %38, !dbg !69

37:                                               ; preds = %33, %29
  call void @__assert_fail(i8* noundef getelementptr inbounds ([31 x i8], [31 x i8]* @.str.2, i64 0, i64 0), i8* noundef getelementptr inbounds ([10 x i8], [10 x i8]* @.str.1, i64 0, i64 0), i32 noundef 20, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #3, !dbg !66
  unreachable, !dbg !66

38:                                               ; preds = %36
  %39 = load i32*, i32** %2, align 8, !dbg !70
  %40 = ptrtoint i32* %39 to i64, !dbg !70
  %41 = sub i64 %40, ptrtoint ([4 x i32]* @values to i64), !dbg !70
  %42 = sdiv exact i64 %41, 4, !dbg !70
  %43 = icmp eq i64 %42, 2, !dbg !70
  br i1 %43, label %44, label %45, !dbg !73

44:                                               ; preds = %38
  br label %46, !dbg !73

45:                                               ; preds = %38
  call void @__assert_fail(i8* noundef getelementptr inbounds ([16 x i8], [16 x i8]* @.str.3, i64 0, i64 0), i8* noundef getelementptr inbounds ([10 x i8], [10 x i8]* @.str.1, i64 0, i64 0), i32 noundef 21, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #3, !dbg !70
  unreachable, !dbg !70

46:                                               ; preds = %44
  ret i32 0, !dbg !74
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: noreturn nounwind
declare void @__assert_fail(i8* noundef, i8* noundef, i32 noundef, i8* noundef) #2

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { noreturn nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!18, !19, !20, !21, !22, !23, !24}
!llvm.ident = !{!25}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "values", scope: !2, file: !3, line: 7, type: !15, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !4, globals: !10, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "numbers.c", directory: ".", checksumkind: CSK_MD5, checksum: "c2ec4b24a30d7a7da96fd37af6da0b90")
!4 = !{!5, !8}
!5 = !DIDerivedType(tag: DW_TAG_typedef, name: "uintptr_t", file: !6, line: 90, baseType: !7)
!6 = !DIFile(filename: "/usr/include/stdint.h", directory: "", checksumkind: CSK_MD5, checksum: "a48e64edacc5b19f56c99745232c963c")
!7 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!8 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !9, size: 64)
!9 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!10 = !{!0, !11, !13}
!11 = !DIGlobalVariableExpression(var: !12, expr: !DIExpression())
!12 = distinct !DIGlobalVariable(name: "saved", scope: !2, file: !3, line: 8, type: !5, isLocal: true, isDefinition: true)
!13 = !DIGlobalVariableExpression(var: !14, expr: !DIExpression())
!14 = distinct !DIGlobalVariable(name: "initial", scope: !2, file: !3, line: 8, type: !5, isLocal: true, isDefinition: true)
!15 = !DICompositeType(tag: DW_TAG_array_type, baseType: !9, size: 128, elements: !16)
!16 = !{!17}
!17 = !DISubrange(count: 4)
!18 = !{i32 7, !"Dwarf Version", i32 5}
!19 = !{i32 2, !"Debug Info Version", i32 3}
!20 = !{i32 1, !"wchar_size", i32 4}
!21 = !{i32 7, !"PIC Level", i32 2}
!22 = !{i32 7, !"PIE Level", i32 2}
!23 = !{i32 7, !"uwtable", i32 1}
!24 = !{i32 7, !"frame-pointer", i32 2}
!25 = !{!"Debian clang version 14.0.6"}
!26 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 10, type: !27, scopeLine: 10, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !29)
!27 = !DISubroutineType(types: !28)
!28 = !{!9}
!29 = !{}
!30 = !DILocalVariable(name: "p", scope: !26, file: !3, line: 11, type: !8)
!31 = !DILocation(line: 11, column: 10, scope: !26)
!32 = !DILocation(line: 12, column: 24, scope: !26)
!33 = !DILocation(line: 12, column: 13, scope: !26)
!34 = !DILocation(line: 12, column: 11, scope: !26)
!35 = !DILocalVariable(name: "i", scope: !36, file: !3, line: 13, type: !9)
!36 = distinct !DILexicalBlock(scope: !26, file: !3, line: 13, column: 5)
!37 = !DILocation(line: 13, column: 14, scope: !36)
!38 = !DILocation(line: 13, column: 10, scope: !36)
!39 = !DILocation(line: 13, column: 21, scope: !40)
!40 = distinct !DILexicalBlock(scope: !36, file: !3, line: 13, column: 5)
!41 = !DILocation(line: 13, column: 23, scope: !40)
!42 = !DILocation(line: 13, column: 5, scope: !36)
!43 = !DILocalVariable(name: "q", scope: !44, file: !3, line: 14, type: !8)
!44 = distinct !DILexicalBlock(scope: !40, file: !3, line: 13, column: 33)
!45 = !DILocation(line: 14, column: 14, scope: !44)
!46 = !DILocation(line: 14, column: 25, scope: !44)
!47 = !DILocation(line: 14, column: 18, scope: !44)
!48 = !DILocation(line: 15, column: 10, scope: !44)
!49 = !DILocation(line: 15, column: 12, scope: !44)
!50 = !DILocation(line: 16, column: 5, scope: !44)
!51 = !DILocation(line: 13, column: 29, scope: !40)
!52 = !DILocation(line: 13, column: 5, scope: !40)
!53 = distinct !{!53, !42, !54, !55}
!54 = !DILocation(line: 16, column: 5, scope: !36)
!55 = !{!"llvm.loop.mustprogress"}
!56 = !DILocalVariable(name: "r", scope: !26, file: !3, line: 17, type: !8)
!57 = !DILocation(line: 17, column: 10, scope: !26)
!58 = !DILocation(line: 17, column: 21, scope: !26)
!59 = !DILocation(line: 17, column: 14, scope: !26)
!60 = !DILocation(line: 18, column: 6, scope: !26)
!61 = !DILocation(line: 18, column: 8, scope: !26)
!62 = !DILocation(line: 19, column: 5, scope: !63)
!63 = distinct !DILexicalBlock(scope: !64, file: !3, line: 19, column: 5)
!64 = distinct !DILexicalBlock(scope: !26, file: !3, line: 19, column: 5)
!65 = !DILocation(line: 19, column: 5, scope: !64)
!66 = !DILocation(line: 20, column: 5, scope: !67)
!67 = distinct !DILexicalBlock(scope: !68, file: !3, line: 20, column: 5)
!68 = distinct !DILexicalBlock(scope: !26, file: !3, line: 20, column: 5)
!69 = !DILocation(line: 20, column: 5, scope: !68)
!70 = !DILocation(line: 21, column: 5, scope: !71)
!71 = distinct !DILexicalBlock(scope: !72, file: !3, line: 21, column: 5)
!72 = distinct !DILexicalBlock(scope: !26, file: !3, line: 21, column: 5)
!73 = !DILocation(line: 21, column: 5, scope: !72)
!74 = !DILocation(line: 22, column: 5, scope: !26)
