; ModuleID = 'grown_old.c'
source_filename = "grown_old.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !10 {
  %1 = alloca i32, align 4
  %2 = alloca i8*, align 8
  %3 = alloca i8*, align 8
  store i32 0, i32* %1, align 4
  call void @llvm.dbg.declare(metadata i8** %2, metadata !15, metadata !DIExpression()), !dbg !18
  %4 = call noalias i8* @malloc(i64 noundef 2) #3, !dbg !19
  store i8* %4, i8** %2, align 8, !dbg !18
  %5 = load i8*, i8** %2, align 8, !dbg !20
  %6 = icmp ne i8* %5, null, !dbg !20
  br i1 %6, label %8, label %7, !dbg !22

7:                                                ; preds = %0
  store i32 0, i32* %1, align 4, !dbg !23
  br label %22, !dbg !23

8:                                                ; preds = %0
  %9 = load i8*, i8** %2, align 8, !dbg !24
  %10 = getelementptr inbounds i8, i8* %9, i64 0, !dbg !24
  store i8 1, i8* %10, align 1, !dbg !25
  call void @llvm.dbg.declare(metadata i8** %3, metadata !26, metadata !DIExpression()), !dbg !27
  %11 = load i8*, i8** %2, align 8, !dbg !28
  %12 = call i8* @realloc(i8* noundef %11, i64 noundef 4) #3, !dbg !29
  store i8* %12, i8** %3, align 8, !dbg !27
  %13 = load i8*, i8** %3, align 8, !dbg !30
  %14 = icmp ne i8* %13, null, !dbg !30
  br i1 %14, label %15, label %19, !dbg !32

15:                                               ; preds = %8
  %16 = load i8*, i8** %2, align 8, !dbg !33
  %17 = getelementptr inbounds i8, i8* %16, i64 0, !dbg !33
  store i8 2, i8* %17, align 1, !dbg !35
  %18 = load i8*, i8** %3, align 8, !dbg !36
  call void @free(i8* noundef %18) #3, !dbg !37
  br label %21, !dbg !38

19:                                               ; preds = %8
  %20 = load i8*, i8** %2, align 8, !dbg !39
  call void @free(i8* noundef %20) #3, !dbg !40
  br label %21

21:                                               ; preds = %19, %15
  store i32 0, i32* %1, align 4, !dbg !41
  br label %22, !dbg !41

22:                                               ; preds = %21, %7
  %23 = load i32, i32* %1, align 4, !dbg !42
  ret i32 %23, !dbg !42
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: nounwind
declare noalias i8* @malloc(i64 noundef) #2

; Function Attrs: nounwind
declare i8* @realloc(i8* noundef, i64 noundef) #2

; Function Attrs: nounwind
declare void @free(i8* noundef) #2

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7, !8}
!llvm.ident = !{!9}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "grown_old.c", directory: ".", checksumkind: CSK_MD5, checksum: "8bb9cbd3159927459ad68af3b3ec4d54")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 7, !"PIC Level", i32 2}
!6 = !{i32 7, !"PIE Level", i32 2}
!7 = !{i32 7, !"uwtable", i32 1}
!8 = !{i32 7, !"frame-pointer", i32 2}
!9 = !{!"Debian clang version 14.0.6"}
!10 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 5, type: !11, scopeLine: 5, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !14)
!11 = !DISubroutineType(types: !12)
!12 = !{!13}
!13 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!14 = !{}
!15 = !DILocalVariable(name: "p", scope: !10, file: !1, line: 6, type: !16)
!16 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !17, size: 64)
!17 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!18 = !DILocation(line: 6, column: 11, scope: !10)
!19 = !DILocation(line: 6, column: 15, scope: !10)
!20 = !DILocation(line: 7, column: 10, scope: !21)
!21 = distinct !DILexicalBlock(scope: !10, file: !1, line: 7, column: 9)
!22 = !DILocation(line: 7, column: 9, scope: !10)
!23 = !DILocation(line: 8, column: 9, scope: !21)
!24 = !DILocation(line: 9, column: 5, scope: !10)
!25 = !DILocation(line: 9, column: 10, scope: !10)
!26 = !DILocalVariable(name: "q", scope: !10, file: !1, line: 10, type: !16)
!27 = !DILocation(line: 10, column: 11, scope: !10)
!28 = !DILocation(line: 10, column: 23, scope: !10)
!29 = !DILocation(line: 10, column: 15, scope: !10)
!30 = !DILocation(line: 11, column: 9, scope: !31)
!31 = distinct !DILexicalBlock(scope: !10, file: !1, line: 11, column: 9)
!32 = !DILocation(line: 11, column: 9, scope: !10)
!33 = !DILocation(line: 12, column: 9, scope: !34)
!34 = distinct !DILexicalBlock(scope: !31, file: !1, line: 11, column: 12)
!35 = !DILocation(line: 12, column: 14, scope: !34)
!36 = !DILocation(line: 13, column: 14, scope: !34)
!37 = !DILocation(line: 13, column: 9, scope: !34)
!38 = !DILocation(line: 14, column: 5, scope: !34)
!39 = !DILocation(line: 15, column: 14, scope: !31)
!40 = !DILocation(line: 15, column: 9, scope: !31)
!41 = !DILocation(line: 16, column: 5, scope: !10)
!42 = !DILocation(line: 17, column: 1, scope: !10)
