; ModuleID = 'values.c'
source_filename = "values.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.pair = type { i32, i16 }

@count = external global i32, align 4
@.str = private unnamed_addr constant [2 x i8] c"0\00", align 1
@.str.1 = private unnamed_addr constant [9 x i8] c"values.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [23 x i8] c"int main(int, char **)\00", align 1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main(i32 noundef %0, i8** noundef %1) #0 !dbg !10 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i8**, align 8
  %6 = alloca i32, align 4
  %7 = alloca %struct.pair, align 4
  %8 = alloca i32, align 4
  %9 = alloca i32, align 4
  store i32 0, i32* %3, align 4
  store i32 %0, i32* %4, align 4
  call void @llvm.dbg.declare(metadata i32* %4, metadata !18, metadata !DIExpression()), !dbg !19
  store i8** %1, i8*** %5, align 8
  call void @llvm.dbg.declare(metadata i8*** %5, metadata !20, metadata !DIExpression()), !dbg !21
  call void @llvm.dbg.declare(metadata i32* %6, metadata !22, metadata !DIExpression()), !dbg !23
  call void @llvm.dbg.declare(metadata %struct.pair* %7, metadata !24, metadata !DIExpression()), !dbg !30
  call void @llvm.dbg.declare(metadata i32* %8, metadata !31, metadata !DIExpression()), !dbg !32
  store i32 7, i32* %8, align 4, !dbg !32
  call void @llvm.dbg.declare(metadata i32* %9, metadata !33, metadata !DIExpression()), !dbg !34
  %10 = call i32 @get(i32* noundef %8, i8 noundef signext 113), !dbg !35
  store i32 %10, i32* %9, align 4, !dbg !34
  %11 = load i32, i32* %8, align 4, !dbg !36
  %12 = icmp eq i32 %11, 42, !dbg !38
  br i1 %12, label %13, label %31, !dbg !39

13:                                               ; preds = %2
  %14 = load i32, i32* %9, align 4, !dbg !40
  %15 = icmp eq i32 %14, -5, !dbg !41
  br i1 %15, label %16, label %31, !dbg !42

16:                                               ; preds = %13
  %17 = load i32, i32* %6, align 4, !dbg !43
  %18 = icmp eq i32 %17, 99, !dbg !44
  br i1 %18, label %19, label %31, !dbg !45

19:                                               ; preds = %16
  %20 = getelementptr inbounds %struct.pair, %struct.pair* %7, i32 0, i32 1, !dbg !46
  %21 = load i16, i16* %20, align 4, !dbg !46
  %22 = sext i16 %21 to i32, !dbg !47
  %23 = icmp eq i32 %22, 3, !dbg !48
  br i1 %23, label %24, label %31, !dbg !49

24:                                               ; preds = %19
  %25 = load i32, i32* %4, align 4, !dbg !50
  %26 = icmp eq i32 %25, 17, !dbg !51
  br i1 %26, label %27, label %31, !dbg !52

27:                                               ; preds = %24
  %28 = load i32, i32* @count, align 4, !dbg !53
  %29 = icmp eq i32 %28, 4, !dbg !54
  br i1 %29, label %30, label %31, !dbg !55

30:                                               ; preds = %27
  call void @__assert_fail(i8* noundef getelementptr inbounds ([2 x i8], [2 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([9 x i8], [9 x i8]* @.str.1, i64 0, i64 0), i32 noundef 19, i8* noundef getelementptr inbounds ([23 x i8], [23 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #4, !dbg !56
  unreachable, !dbg !56

31:                                               ; preds = %27, %24, %19, %16, %13, %2
  ret i32 0, !dbg !59
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

declare i32 @get(i32* noundef, i8 noundef signext) #2

; Function Attrs: noreturn nounwind
declare void @__assert_fail(i8* noundef, i8* noundef, i32 noundef, i8* noundef) #3

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { noreturn nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7, !8}
!llvm.ident = !{!9}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "values.c", directory: ".", checksumkind: CSK_MD5, checksum: "005120f5a28061156b4e020b22d8e77d")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 7, !"PIC Level", i32 2}
!6 = !{i32 7, !"PIE Level", i32 2}
!7 = !{i32 7, !"uwtable", i32 1}
!8 = !{i32 7, !"frame-pointer", i32 2}
!9 = !{!"Debian clang version 14.0.6"}
!10 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 13, type: !11, scopeLine: 13, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !17)
!11 = !DISubroutineType(types: !12)
!12 = !{!13, !13, !14}
!13 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!14 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !15, size: 64)
!15 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !16, size: 64)
!16 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!17 = !{}
!18 = !DILocalVariable(name: "argc", arg: 1, scope: !10, file: !1, line: 13, type: !13)
!19 = !DILocation(line: 13, column: 14, scope: !10)
!20 = !DILocalVariable(name: "argv", arg: 2, scope: !10, file: !1, line: 13, type: !14)
!21 = !DILocation(line: 13, column: 27, scope: !10)
!22 = !DILocalVariable(name: "x", scope: !10, file: !1, line: 14, type: !13)
!23 = !DILocation(line: 14, column: 9, scope: !10)
!24 = !DILocalVariable(name: "v", scope: !10, file: !1, line: 15, type: !25)
!25 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "pair", file: !1, line: 6, size: 64, elements: !26)
!26 = !{!27, !28}
!27 = !DIDerivedType(tag: DW_TAG_member, name: "a", scope: !25, file: !1, line: 7, baseType: !13, size: 32)
!28 = !DIDerivedType(tag: DW_TAG_member, name: "b", scope: !25, file: !1, line: 8, baseType: !29, size: 16, offset: 32)
!29 = !DIBasicType(name: "short", size: 16, encoding: DW_ATE_signed)
!30 = !DILocation(line: 15, column: 17, scope: !10)
!31 = !DILocalVariable(name: "y", scope: !10, file: !1, line: 16, type: !13)
!32 = !DILocation(line: 16, column: 9, scope: !10)
!33 = !DILocalVariable(name: "r", scope: !10, file: !1, line: 17, type: !13)
!34 = !DILocation(line: 17, column: 9, scope: !10)
!35 = !DILocation(line: 17, column: 13, scope: !10)
!36 = !DILocation(line: 18, column: 9, scope: !37)
!37 = distinct !DILexicalBlock(scope: !10, file: !1, line: 18, column: 9)
!38 = !DILocation(line: 18, column: 11, scope: !37)
!39 = !DILocation(line: 18, column: 17, scope: !37)
!40 = !DILocation(line: 18, column: 20, scope: !37)
!41 = !DILocation(line: 18, column: 22, scope: !37)
!42 = !DILocation(line: 18, column: 28, scope: !37)
!43 = !DILocation(line: 18, column: 31, scope: !37)
!44 = !DILocation(line: 18, column: 33, scope: !37)
!45 = !DILocation(line: 18, column: 39, scope: !37)
!46 = !DILocation(line: 18, column: 44, scope: !37)
!47 = !DILocation(line: 18, column: 42, scope: !37)
!48 = !DILocation(line: 18, column: 46, scope: !37)
!49 = !DILocation(line: 18, column: 51, scope: !37)
!50 = !DILocation(line: 18, column: 54, scope: !37)
!51 = !DILocation(line: 18, column: 59, scope: !37)
!52 = !DILocation(line: 18, column: 65, scope: !37)
!53 = !DILocation(line: 18, column: 68, scope: !37)
!54 = !DILocation(line: 18, column: 74, scope: !37)
!55 = !DILocation(line: 18, column: 9, scope: !10)
!56 = !DILocation(line: 19, column: 9, scope: !57)
!57 = distinct !DILexicalBlock(scope: !58, file: !1, line: 19, column: 9)
!58 = distinct !DILexicalBlock(scope: !37, file: !1, line: 19, column: 9)
!59 = !DILocation(line: 20, column: 5, scope: !10)
