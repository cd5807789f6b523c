; ModuleID = 'recursion.c'
source_filename = "recursion.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@.str = private unnamed_addr constant [40 x i8] c"depth((unsigned)argc) == (unsigned)argc\00", align 1
@.str.1 = private unnamed_addr constant [12 x i8] c"recursion.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [23 x i8] c"int main(int, char **)\00", align 1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main(i32 noundef %0, i8** noundef %1) #0 !dbg !12 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i8**, align 8
  store i32 0, i32* %3, align 4
  store i32 %0, i32* %4, align 4
  call void @llvm.dbg.declare(metadata i32* %4, metadata !20, metadata !DIExpression()), !dbg !21
  store i8** %1, i8*** %5, align 8
  call void @llvm.dbg.declare(metadata i8*** %5, metadata !22, metadata !DIExpression()), !dbg !23
  %6 = load i32, i32* %4, align 4, !dbg !24
  %7 = call i32 @depth(i32 noundef %6), !dbg !24
  %8 = load i32, i32* %4, align 4, !dbg !24
  %9 = icmp eq i32 %7, %8, !dbg !24
  br i1 %9, label %10, label %11, !dbg !27

10:                                               ; preds = %2
  br label %12, !dbg !27

11:                                               ; preds = %2
  call void @__assert_fail(i8* noundef getelementptr inbounds ([40 x i8], [40 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([12 x i8], [12 x i8]* @.str.1, i64 0, i64 0), i32 noundef 10, i8* noundef getelementptr inbounds ([23 x i8], [23 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #3, !dbg !24
  unreachable, !dbg !24

12:                                               ; preds = %10
  ret i32 0, !dbg !28
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: noinline nounwind uwtable
define internal i32 @depth(i32 noundef %0) #0 !dbg !29 {
  %2 = alloca i32, align 4
  store i32 %0, i32* %2, align 4
  call void @llvm.dbg.declare(metadata i32* %2, metadata !32, metadata !DIExpression()), !dbg !33
  %3 = load i32, i32* %2, align 4, !dbg !34
  %4 = icmp eq i32 %3, 0, !dbg !35
  br i1 %4, label %5, label %6, !dbg !34

5:                                                ; preds = %1
  br label %11, !dbg !34

6:                                                ; preds = %1
  %7 = load i32, i32* %2, align 4, !dbg !36
  %8 = sub i32 %7, 1, !dbg !37
  %9 = call i32 @depth(i32 noundef %8), !dbg !38
  %10 = add i32 1, %9, !dbg !39
  br label %11, !dbg !34

11:                                               ; preds = %6, %5
  %12 = phi i32 [ 0, %5 ], [ %10, %6 ], !dbg !34
  ret i32 %12, !dbg !40
}

; Function Attrs: noreturn nounwind
declare void @__assert_fail(i8* noundef, i8* noundef, i32 noundef, i8* noundef) #2

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { noreturn nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!4, !5, !6, !7, !8, !9, !10}
!llvm.ident = !{!11}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !2, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "recursion.c", directory: ".", checksumkind: CSK_MD5, checksum: "9205af70fb89c77ec7bb31f00924e32c")
!2 = !{!3}
!3 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!4 = !{i32 7, !"Dwarf Version", i32 5}
!5 = !{i32 2, !"Debug Info Version", i32 3}
!6 = !{i32 1, !"wchar_size", i32 4}
!7 = !{i32 7, !"PIC Level", i32 2}
!8 = !{i32 7, !"PIE Level", i32 2}
!9 = !{i32 7, !"uwtable", i32 1}
!10 = !{i32 7, !"frame-pointer", i32 2}
!11 = !{!"Debian clang version 14.0.6"}
!12 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 9, type: !13, scopeLine: 9, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !19)
!13 = !DISubroutineType(types: !14)
!14 = !{!15, !15, !16}
!15 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!16 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !17, size: 64)
!17 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !18, size: 64)
!18 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!19 = !{}
!20 = !DILocalVariable(name: "argc", arg: 1, scope: !12, file: !1, line: 9, type: !15)
!21 = !DILocation(line: 9, column: 14, scope: !12)
!22 = !DILocalVariable(name: "argv", arg: 2, scope: !12, file: !1, line: 9, type: !16)
!23 = !DILocation(line: 9, column: 27, scope: !12)
!24 = !DILocation(line: 10, column: 5, scope: !25)
!25 = distinct !DILexicalBlock(scope: !26, file: !1, line: 10, column: 5)
!26 = distinct !DILexicalBlock(scope: !12, file: !1, line: 10, column: 5)
!27 = !DILocation(line: 10, column: 5, scope: !26)
!28 = !DILocation(line: 11, column: 5, scope: !12)
!29 = distinct !DISubprogram(name: "depth", scope: !1, file: !1, line: 5, type: !30, scopeLine: 5, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0, retainedNodes: !19)
!30 = !DISubroutineType(types: !31)
!31 = !{!3, !3}
!32 = !DILocalVariable(name: "n", arg: 1, scope: !29, file: !1, line: 5, type: !3)
!33 = !DILocation(line: 5, column: 32, scope: !29)
!34 = !DILocation(line: 6, column: 12, scope: !29)
!35 = !DILocation(line: 6, column: 14, scope: !29)
!36 = !DILocation(line: 6, column: 35, scope: !29)
!37 = !DILocation(line: 6, column: 37, scope: !29)
!38 = !DILocation(line: 6, column: 29, scope: !29)
!39 = !DILocation(line: 6, column: 27, scope: !29)
!40 = !DILocation(line: 6, column: 5, scope: !29)
