; ModuleID = 'index_kept.c'
source_filename = "index_kept.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.line = type { i32, [1 x i8] }

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !12 {
  %1 = alloca i32, align 4
  %2 = alloca [3 x [2 x i32]], align 16
  %3 = alloca %struct.line*, align 8
  %4 = alloca i32*, align 8
  %5 = alloca i32, align 4
  store i32 0, i32* %1, align 4
  call void @llvm.dbg.declare(metadata [3 x [2 x i32]]* %2, metadata !17, metadata !DIExpression()), !dbg !22
  call void @llvm.dbg.declare(metadata %struct.line** %3, metadata !23, metadata !DIExpression()), !dbg !32
  %6 = call noalias i8* @malloc(i64 noundef 12) #3, !dbg !33
  %7 = bitcast i8* %6 to %struct.line*, !dbg !33
  store %struct.line* %7, %struct.line** %3, align 8, !dbg !32
  %8 = load %struct.line*, %struct.line** %3, align 8, !dbg !34
  %9 = icmp ne %struct.line* %8, null, !dbg !34
  br i1 %9, label %11, label %10, !dbg !36

10:                                               ; preds = %0
  store i32 0, i32* %1, align 4, !dbg !37
  br label %52, !dbg !37

11:                                               ; preds = %0
  call void @llvm.dbg.declare(metadata i32** %4, metadata !38, metadata !DIExpression()), !dbg !41
  %12 = getelementptr inbounds [3 x [2 x i32]], [3 x [2 x i32]]* %2, i64 0, i64 0, !dbg !42
  %13 = getelementptr inbounds [2 x i32], [2 x i32]* %12, i64 0, i64 0, !dbg !42
  store i32* %13, i32** %4, align 8, !dbg !41
  br label %14, !dbg !43

14:                                               ; preds = %21, %11
  %15 = load i32*, i32** %4, align 8, !dbg !44
  %16 = getelementptr inbounds [3 x [2 x i32]], [3 x [2 x i32]]* %2, i64 0, i64 3, !dbg !46
  %17 = getelementptr inbounds [2 x i32], [2 x i32]* %16, i64 0, i64 0, !dbg !46
  %18 = icmp ne i32* %15, %17, !dbg !47
  br i1 %18, label %19, label %24, !dbg !48

19:                                               ; preds = %14
  %20 = load i32*, i32** %4, align 8, !dbg !49
  store i32 1, i32* %20, align 4, !dbg !50
  br label %21, !dbg !51

21:                                               ; preds = %19
  %22 = load i32*, i32** %4, align 8, !dbg !52
  %23 = getelementptr inbounds i32, i32* %22, i32 1, !dbg !52
  store i32* %23, i32** %4, align 8, !dbg !52
  br label %14, !dbg !53, !llvm.loop !54

24:                                               ; preds = %14
  %25 = load %struct.line*, %struct.line** %3, align 8, !dbg !57
  %26 = getelementptr inbounds %struct.line, %struct.line* %25, i32 0, i32 0, !dbg !58
  store i32 4, i32* %26, align 4, !dbg !59
  call void @llvm.dbg.declare(metadata i32* %5, metadata !60, metadata !DIExpression()), !dbg !62
  store i32 0, i32* %5, align 4, !dbg !62
  br label %27, !dbg !63

27:                                               ; preds = %46, %24
  %28 = load i32, i32* %5, align 4, !dbg !64
  %29 = icmp slt i32 %28, 4, !dbg !66
  br i1 %29, label %30, label %49, !dbg !67

30:                                               ; preds = %27
  %31 = load i32, i32* %5, align 4, !dbg !68
  %32 = and i32 %31, 1, !dbg !69
  %33 = sext i32 %32 to i64, !dbg !70
  %34 = getelementptr inbounds [3 x [2 x i32]], [3 x [2 x i32]]* %2, i64 0, i64 %33, !dbg !70
  %35 = load i32, i32* %5, align 4, !dbg !71
  %36 = and i32 %35, 1, !dbg !72
  %37 = sext i32 %36 to i64, !dbg !70
  %38 = getelementptr inbounds [2 x i32], [2 x i32]* %34, i64 0, i64 %37, !dbg !70
  %39 = load i32, i32* %38, align 4, !dbg !70
  %40 = trunc i32 %39 to i8, !dbg !73
  %41 = load %struct.line*, %struct.line** %3, align 8, !dbg !74
  %42 = getelementptr inbounds %struct.line, %struct.line* %41, i32 0, i32 1, !dbg !75
  %43 = load i32, i32* %5, align 4, !dbg !76
  %44 = sext i32 %43 to i64, !dbg !74
  %45 = getelementptr inbounds [1 x i8], [1 x i8]* %42, i64 0, i64 %44, !dbg !74
  store i8 %40, i8* %45, align 1, !dbg !77
  br label %46, !dbg !74

46:                                               ; preds = %30
  %47 = load i32, i32* %5, align 4, !dbg !78
  %48 = add nsw i32 %47, 1, !dbg !78
  store i32 %48, i32* %5, align 4, !dbg !78
  br label %27, !dbg !79, !llvm.loop !80

49:                                               ; preds = %27
  %50 = load %struct.line*, %struct.line** %3, align 8, !dbg !82
  %51 = bitcast %struct.line* %50 to i8*, !dbg !82
  call void @free(i8* noundef %51) #3, !dbg !83
  store i32 0, i32* %1, align 4, !dbg !84
  br label %52, !dbg !84

52:                                               ; preds = %49, %10
  %53 = load i32, i32* %1, align 4, !dbg !85
  ret i32 %53, !dbg !85
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: nounwind
declare noalias i8* @malloc(i64 noundef) #2

; Function Attrs: nounwind
declare void @free(i8* noundef) #2

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!4, !5, !6, !7, !8, !9, !10}
!llvm.ident = !{!11}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !2, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "index_kept.c", directory: ".", checksumkind: CSK_MD5, checksum: "fdb6545e50510fcc756d4f3d3e04103b")
!2 = !{!3}
!3 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!4 = !{i32 7, !"Dwarf Version", i32 5}
!5 = !{i32 2, !"Debug Info Version", i32 3}
!6 = !{i32 1, !"wchar_size", i32 4}
!7 = !{i32 7, !"PIC Level", i32 2}
!8 = !{i32 7, !"PIE Level", i32 2}
!9 = !{i32 7, !"uwtable", i32 1}
!10 = !{i32 7, !"frame-pointer", i32 2}
!11 = !{!"Debian clang version 14.0.6"}
!12 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 10, type: !13, scopeLine: 10, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !16)
!13 = !DISubroutineType(types: !14)
!14 = !{!15}
!15 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!16 = !{}
!17 = !DILocalVariable(name: "rows", scope: !12, file: !1, line: 11, type: !18)
!18 = !DICompositeType(tag: DW_TAG_array_type, baseType: !15, size: 192, elements: !19)
!19 = !{!20, !21}
!20 = !DISubrange(count: 3)
!21 = !DISubrange(count: 2)
!22 = !DILocation(line: 11, column: 9, scope: !12)
!23 = !DILocalVariable(name: "line", scope: !12, file: !1, line: 12, type: !24)
!24 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !25, size: 64)
!25 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "line", file: !1, line: 5, size: 64, elements: !26)
!26 = !{!27, !28}
!27 = !DIDerivedType(tag: DW_TAG_member, name: "size", scope: !25, file: !1, line: 6, baseType: !15, size: 32)
!28 = !DIDerivedType(tag: DW_TAG_member, name: "text", scope: !25, file: !1, line: 7, baseType: !29, size: 8, offset: 32)
!29 = !DICompositeType(tag: DW_TAG_array_type, baseType: !3, size: 8, elements: !30)
!30 = !{!31}
!31 = !DISubrange(count: 1)
!32 = !DILocation(line: 12, column: 18, scope: !12)
!33 = !DILocation(line: 12, column: 25, scope: !12)
!34 = !DILocation(line: 13, column: 10, scope: !35)
!35 = distinct !DILexicalBlock(scope: !12, file: !1, line: 13, column: 9)
!36 = !DILocation(line: 13, column: 9, scope: !12)
!37 = !DILocation(line: 14, column: 9, scope: !35)
!38 = !DILocalVariable(name: "p", scope: !39, file: !1, line: 15, type: !40)
!39 = distinct !DILexicalBlock(scope: !12, file: !1, line: 15, column: 5)
!40 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !15, size: 64)
!41 = !DILocation(line: 15, column: 15, scope: !39)
!42 = !DILocation(line: 15, column: 20, scope: !39)
!43 = !DILocation(line: 15, column: 10, scope: !39)
!44 = !DILocation(line: 15, column: 32, scope: !45)
!45 = distinct !DILexicalBlock(scope: !39, file: !1, line: 15, column: 5)
!46 = !DILocation(line: 15, column: 38, scope: !45)
!47 = !DILocation(line: 15, column: 34, scope: !45)
!48 = !DILocation(line: 15, column: 5, scope: !39)
!49 = !DILocation(line: 16, column: 10, scope: !45)
!50 = !DILocation(line: 16, column: 12, scope: !45)
!51 = !DILocation(line: 16, column: 9, scope: !45)
!52 = !DILocation(line: 15, column: 51, scope: !45)
!53 = !DILocation(line: 15, column: 5, scope: !45)
!54 = distinct !{!54, !48, !55, !56}
!55 = !DILocation(line: 16, column: 14, scope: !39)
!56 = !{!"llvm.loop.mustprogress"}
!57 = !DILocation(line: 17, column: 5, scope: !12)
!58 = !DILocation(line: 17, column: 11, scope: !12)
!59 = !DILocation(line: 17, column: 16, scope: !12)
!60 = !DILocalVariable(name: "i", scope: !61, file: !1, line: 18, type: !15)
!61 = distinct !DILexicalBlock(scope: !12, file: !1, line: 18, column: 5)
!62 = !DILocation(line: 18, column: 14, scope: !61)
!63 = !DILocation(line: 18, column: 10, scope: !61)
!64 = !DILocation(line: 18, column: 21, scope: !65)
!65 = distinct !DILexicalBlock(scope: !61, file: !1, line: 18, column: 5)
!66 = !DILocation(line: 18, column: 23, scope: !65)
!67 = !DILocation(line: 18, column: 5, scope: !61)
!68 = !DILocation(line: 19, column: 36, scope: !65)
!69 = !DILocation(line: 19, column: 38, scope: !65)
!70 = !DILocation(line: 19, column: 31, scope: !65)
!71 = !DILocation(line: 19, column: 43, scope: !65)
!72 = !DILocation(line: 19, column: 45, scope: !65)
!73 = !DILocation(line: 19, column: 25, scope: !65)
!74 = !DILocation(line: 19, column: 9, scope: !65)
!75 = !DILocation(line: 19, column: 15, scope: !65)
!76 = !DILocation(line: 19, column: 20, scope: !65)
!77 = !DILocation(line: 19, column: 23, scope: !65)
!78 = !DILocation(line: 18, column: 29, scope: !65)
!79 = !DILocation(line: 18, column: 5, scope: !65)
!80 = distinct !{!80, !67, !81, !56}
!81 = !DILocation(line: 19, column: 48, scope: !61)
!82 = !DILocation(line: 20, column: 10, scope: !12)
!83 = !DILocation(line: 20, column: 5, scope: !12)
!84 = !DILocation(line: 21, column: 5, scope: !12)
!85 = !DILocation(line: 22, column: 1, scope: !12)
