; ModuleID = 'computed.c'
source_filename = "computed.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !10 {
  %1 = alloca i32, align 4
  %2 = alloca i32, align 4
  %3 = alloca i32*, align 8
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  store i32 0, i32* %1, align 4
  call void @llvm.dbg.declare(metadata i32* %2, metadata !15, metadata !DIExpression()), !dbg !16
  %6 = call i32 @__VERIFIER_nondet_int(), !dbg !17
  store i32 %6, i32* %2, align 4, !dbg !16
  %7 = load i32, i32* %2, align 4, !dbg !18
  %8 = icmp slt i32 %7, 1, !dbg !20
  br i1 %8, label %12, label %9, !dbg !21

9:                                                ; preds = %0
  %10 = load i32, i32* %2, align 4, !dbg !22
  %11 = icmp sgt i32 %10, 8, !dbg !23
  br i1 %11, label %12, label %13, !dbg !24

12:                                               ; preds = %9, %0
  store i32 0, i32* %1, align 4, !dbg !25
  br label %46, !dbg !25

13:                                               ; preds = %9
  call void @llvm.dbg.declare(metadata i32** %3, metadata !26, metadata !DIExpression()), !dbg !28
  %14 = load i32, i32* %2, align 4, !dbg !29
  %15 = sext i32 %14 to i64, !dbg !29
  %16 = mul i64 %15, 4, !dbg !30
  %17 = call noalias i8* @malloc(i64 noundef %16) #4, !dbg !31
  %18 = bitcast i8* %17 to i32*, !dbg !31
  store i32* %18, i32** %3, align 8, !dbg !28
  %19 = load i32*, i32** %3, align 8, !dbg !32
  %20 = icmp ne i32* %19, null, !dbg !32
  br i1 %20, label %22, label %21, !dbg !34

21:                                               ; preds = %13
  store i32 0, i32* %1, align 4, !dbg !35
  br label %46, !dbg !35

22:                                               ; preds = %13
  call void @llvm.dbg.declare(metadata i32* %4, metadata !36, metadata !DIExpression()), !dbg !38
  store i32 0, i32* %4, align 4, !dbg !38
  br label %23, !dbg !39

23:                                               ; preds = %33, %22
  %24 = load i32, i32* %4, align 4, !dbg !40
  %25 = load i32, i32* %2, align 4, !dbg !42
  %26 = icmp slt i32 %24, %25, !dbg !43
  br i1 %26, label %27, label %36, !dbg !44

27:                                               ; preds = %23
  %28 = load i32, i32* %4, align 4, !dbg !45
  %29 = load i32*, i32** %3, align 8, !dbg !46
  %30 = load i32, i32* %4, align 4, !dbg !47
  %31 = sext i32 %30 to i64, !dbg !46
  %32 = getelementptr inbounds i32, i32* %29, i64 %31, !dbg !46
  store i32 %28, i32* %32, align 4, !dbg !48
  br label %33, !dbg !46

33:                                               ; preds = %27
  %34 = load i32, i32* %4, align 4, !dbg !49
  %35 = add nsw i32 %34, 1, !dbg !49
  store i32 %35, i32* %4, align 4, !dbg !49
  br label %23, !dbg !50, !llvm.loop !51

36:                                               ; preds = %23
  call void @llvm.dbg.declare(metadata i32* %5, metadata !54, metadata !DIExpression()), !dbg !55
  %37 = load i32*, i32** %3, align 8, !dbg !56
  %38 = load i32, i32* %2, align 4, !dbg !57
  %39 = sub nsw i32 %38, 1, !dbg !58
  %40 = sext i32 %39 to i64, !dbg !56
  %41 = getelementptr inbounds i32, i32* %37, i64 %40, !dbg !56
  %42 = load i32, i32* %41, align 4, !dbg !56
  store i32 %42, i32* %5, align 4, !dbg !55
  %43 = load i32*, i32** %3, align 8, !dbg !59
  %44 = bitcast i32* %43 to i8*, !dbg !59
  call void @free(i8* noundef %44) #4, !dbg !60
  %45 = load i32, i32* %5, align 4, !dbg !61
  store i32 %45, i32* %1, align 4, !dbg !62
  br label %46, !dbg !62

46:                                               ; preds = %36, %21, %12
  %47 = load i32, i32* %1, align 4, !dbg !63
  ret i32 %47, !dbg !63
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

declare i32 @__VERIFIER_nondet_int() #2

; Function Attrs: nounwind
declare noalias i8* @malloc(i64 noundef) #3

; Function Attrs: nounwind
declare void @free(i8* noundef) #3

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7, !8}
!llvm.ident = !{!9}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "computed.c", directory: ".", checksumkind: CSK_MD5, checksum: "1c40beb72b75d7e01c90dde11eeb59f7")
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
!15 = !DILocalVariable(name: "n", scope: !10, file: !1, line: 8, type: !13)
!16 = !DILocation(line: 8, column: 9, scope: !10)
!17 = !DILocation(line: 8, column: 13, scope: !10)
!18 = !DILocation(line: 9, column: 9, scope: !19)
!19 = distinct !DILexicalBlock(scope: !10, file: !1, line: 9, column: 9)
!20 = !DILocation(line: 9, column: 11, scope: !19)
!21 = !DILocation(line: 9, column: 15, scope: !19)
!22 = !DILocation(line: 9, column: 18, scope: !19)
!23 = !DILocation(line: 9, column: 20, scope: !19)
!24 = !DILocation(line: 9, column: 9, scope: !10)
!25 = !DILocation(line: 10, column: 9, scope: !19)
!26 = !DILocalVariable(name: "p", scope: !10, file: !1, line: 11, type: !27)
!27 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !13, size: 64)
!28 = !DILocation(line: 11, column: 10, scope: !10)
!29 = !DILocation(line: 11, column: 21, scope: !10)
!30 = !DILocation(line: 11, column: 23, scope: !10)
!31 = !DILocation(line: 11, column: 14, scope: !10)
!32 = !DILocation(line: 12, column: 10, scope: !33)
!33 = distinct !DILexicalBlock(scope: !10, file: !1, line: 12, column: 9)
!34 = !DILocation(line: 12, column: 9, scope: !10)
!35 = !DILocation(line: 13, column: 9, scope: !33)
!36 = !DILocalVariable(name: "i", scope: !37, file: !1, line: 14, type: !13)
!37 = distinct !DILexicalBlock(scope: !10, file: !1, line: 14, column: 5)
!38 = !DILocation(line: 14, column: 14, scope: !37)
!39 = !DILocation(line: 14, column: 10, scope: !37)
!40 = !DILocation(line: 14, column: 21, scope: !41)
!41 = distinct !DILexicalBlock(scope: !37, file: !1, line: 14, column: 5)
!42 = !DILocation(line: 14, column: 25, scope: !41)
!43 = !DILocation(line: 14, column: 23, scope: !41)
!44 = !DILocation(line: 14, column: 5, scope: !37)
!45 = !DILocation(line: 15, column: 16, scope: !41)
!46 = !DILocation(line: 15, column: 9, scope: !41)
!47 = !DILocation(line: 15, column: 11, scope: !41)
!48 = !DILocation(line: 15, column: 14, scope: !41)
!49 = !DILocation(line: 14, column: 29, scope: !41)
!50 = !DILocation(line: 14, column: 5, scope: !41)
!51 = distinct !{!51, !44, !52, !53}
!52 = !DILocation(line: 15, column: 16, scope: !37)
!53 = !{!"llvm.loop.mustprogress"}
!54 = !DILocalVariable(name: "last", scope: !10, file: !1, line: 16, type: !13)
!55 = !DILocation(line: 16, column: 9, scope: !10)
!56 = !DILocation(line: 16, column: 16, scope: !10)
!57 = !DILocation(line: 16, column: 18, scope: !10)
!58 = !DILocation(line: 16, column: 20, scope: !10)
!59 = !DILocation(line: 17, column: 10, scope: !10)
!60 = !DILocation(line: 17, column: 5, scope: !10)
!61 = !DILocation(line: 18, column: 12, scope: !10)
!62 = !DILocation(line: 18, column: 5, scope: !10)
!63 = !DILocation(line: 19, column: 1, scope: !10)
