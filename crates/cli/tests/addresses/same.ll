; ModuleID = 'same.c'
source_filename = "same.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@.str = private unnamed_addr constant [22 x i8] c"first == (uintptr_t)p\00", align 1
@.str.1 = private unnamed_addr constant [7 x i8] c"same.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !14 {
  %1 = alloca i32, align 4
  %2 = alloca i8*, align 8
  %3 = alloca i64, align 8
  store i32 0, i32* %1, align 4
  call void @llvm.dbg.declare(metadata i8** %2, metadata !19, metadata !DIExpression()), !dbg !22
  %4 = call i8* @make(), !dbg !23
  store i8* %4, i8** %2, align 8, !dbg !22
  %5 = load i8*, i8** %2, align 8, !dbg !24
  %6 = icmp ne i8* %5, null, !dbg !24
  br i1 %6, label %8, label %7, !dbg !26

7:                                                ; preds = %0
  store i32 0, i32* %1, align 4, !dbg !27
  br label %25, !dbg !27

8:                                                ; preds = %0
  call void @llvm.dbg.declare(metadata i64* %3, metadata !28, metadata !DIExpression()), !dbg !29
  %9 = load i8*, i8** %2, align 8, !dbg !30
  %10 = ptrtoint i8* %9 to i64, !dbg !31
  store i64 %10, i64* %3, align 8, !dbg !29
  %11 = load i8*, i8** %2, align 8, !dbg !32
  call void @free(i8* noundef %11) #4, !dbg !33
  %12 = call i8* @make(), !dbg !34
  store i8* %12, i8** %2, align 8, !dbg !35
  %13 = load i8*, i8** %2, align 8, !dbg !36
  %14 = icmp ne i8* %13, null, !dbg !36
  br i1 %14, label %16, label %15, !dbg !38

15:                                               ; preds = %8
  store i32 0, i32* %1, align 4, !dbg !39
  br label %25, !dbg !39

16:                                               ; preds = %8
  %17 = load i64, i64* %3, align 8, !dbg !40
  %18 = load i8*, i8** %2, align 8, !dbg !40
  %19 = ptrtoint i8* %18 to i64, !dbg !40
  %20 = icmp eq i64 %17, %19, !dbg !40
  br i1 %20, label %21, label %22, !dbg !43

21:                                               ; preds = %16
  br label %23, !dbg !43

22:                                               ; preds = %16
  call void @__assert_fail(i8* noundef getelementptr inbounds ([22 x i8], [22 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([7 x i8], [7 x i8]* @.str.1, i64 0, i64 0), i32 noundef 20, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #5, !dbg !40
  unreachable, !dbg !40

23:                                               ; preds = %21
  %24 = load i8*, i8** %2, align 8, !dbg !44
  call void @free(i8* noundef %24) #4, !dbg !45
  store i32 0, i32* %1, align 4, !dbg !46
  br label %25, !dbg !46

25:                                               ; preds = %23, %15, %7
  %26 = load i32, i32* %1, align 4, !dbg !47
  ret i32 %26, !dbg !47
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: noinline nounwind uwtable
define internal i8* @make() #0 !dbg !48 {
  %1 = call noalias i8* @malloc(i64 noundef 8) #4, !dbg !51
  ret i8* %1, !dbg !52
}

; Function Attrs: nounwind
declare void @free(i8* noundef) #2

; Function Attrs: noreturn nounwind
declare void @__assert_fail(i8* noundef, i8* noundef, i32 noundef, i8* noundef) #3

; Function Attrs: nounwind
declare noalias i8* @malloc(i64 noundef) #2

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nounwind }
attributes #5 = { noreturn nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!6, !7, !8, !9, !10, !11, !12}
!llvm.ident = !{!13}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !2, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "same.c", directory: ".", checksumkind: CSK_MD5, checksum: "6c74538c6eddcbb84505ea58ae0f1fad")
!2 = !{!3}
!3 = !DIDerivedType(tag: DW_TAG_typedef, name: "uintptr_t", file: !4, line: 90, baseType: !5)
!4 = !DIFile(filename: "/usr/include/stdint.h", directory: "", checksumkind: CSK_MD5, checksum: "a48e64edacc5b19f56c99745232c963c")
!5 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!6 = !{i32 7, !"Dwarf Version", i32 5}
!7 = !{i32 2, !"Debug Info Version", i32 3}
!8 = !{i32 1, !"wchar_size", i32 4}
!9 = !{i32 7, !"PIC Level", i32 2}
!10 = !{i32 7, !"PIE Level", i32 2}
!11 = !{i32 7, !"uwtable", i32 1}
!12 = !{i32 7, !"frame-pointer", i32 2}
!13 = !{!"Debian clang version 14.0.6"}
!14 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 11, type: !15, scopeLine: 11, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !18)
!15 = !DISubroutineType(types: !16)
!16 = !{!17}
!17 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!18 = !{}
!19 = !DILocalVariable(name: "p", scope: !14, file: !1, line: 12, type: !20)
!20 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !21, size: 64)
!21 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!22 = !DILocation(line: 12, column: 11, scope: !14)
!23 = !DILocation(line: 12, column: 15, scope: !14)
!24 = !DILocation(line: 13, column: 10, scope: !25)
!25 = distinct !DILexicalBlock(scope: !14, file: !1, line: 13, column: 9)
!26 = !DILocation(line: 13, column: 9, scope: !14)
!27 = !DILocation(line: 14, column: 9, scope: !25)
!28 = !DILocalVariable(name: "first", scope: !14, file: !1, line: 15, type: !3)
!29 = !DILocation(line: 15, column: 15, scope: !14)
!30 = !DILocation(line: 15, column: 34, scope: !14)
!31 = !DILocation(line: 15, column: 23, scope: !14)
!32 = !DILocation(line: 16, column: 10, scope: !14)
!33 = !DILocation(line: 16, column: 5, scope: !14)
!34 = !DILocation(line: 17, column: 9, scope: !14)
!35 = !DILocation(line: 17, column: 7, scope: !14)
!36 = !DILocation(line: 18, column: 10, scope: !37)
!37 = distinct !DILexicalBlock(scope: !14, file: !1, line: 18, column: 9)
!38 = !DILocation(line: 18, column: 9, scope: !14)
!39 = !DILocation(line: 19, column: 9, scope: !37)
!40 = !DILocation(line: 20, column: 5, scope: !41)
!41 = distinct !DILexicalBlock(scope: !42, file: !1, line: 20, column: 5)
!42 = distinct !DILexicalBlock(scope: !14, file: !1, line: 20, column: 5)
!43 = !DILocation(line: 20, column: 5, scope: !42)
!44 = !DILocation(line: 21, column: 10, scope: !14)
!45 = !DILocation(line: 21, column: 5, scope: !14)
!46 = !DILocation(line: 22, column: 5, scope: !14)
!47 = !DILocation(line: 23, column: 1, scope: !14)
!48 = distinct !DISubprogram(name: "make", scope: !1, file: !1, line: 7, type: !49, scopeLine: 7, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0, retainedNodes: !18)
!49 = !DISubroutineType(types: !50)
!50 = !{!20}
!51 = !DILocation(line: 8, column: 12, scope: !48)
!52 = !DILocation(line: 8, column: 5, scope: !48)
