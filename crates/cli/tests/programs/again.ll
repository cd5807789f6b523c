; ModuleID = 'again.c'
source_filename = "again.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@calls = internal global i32 0, align 4, !dbg !0
@kept = internal global i32* null, align 8, !dbg !5

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !17 {
  %1 = alloca i32, align 4
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  store i32 0, i32* %1, align 4
  call void @llvm.dbg.declare(metadata i32* %2, metadata !21, metadata !DIExpression()), !dbg !22
  store i32 0, i32* %2, align 4, !dbg !22
  call void @llvm.dbg.declare(metadata i32* %3, metadata !23, metadata !DIExpression()), !dbg !25
  store i32 0, i32* %3, align 4, !dbg !25
  br label %4, !dbg !26

4:                                                ; preds = %11, %0
  %5 = load i32, i32* %3, align 4, !dbg !27
  %6 = icmp slt i32 %5, 2, !dbg !29
  br i1 %6, label %7, label %14, !dbg !30

7:                                                ; preds = %4
  %8 = call i32 @use(), !dbg !31
  %9 = load i32, i32* %2, align 4, !dbg !32
  %10 = add nsw i32 %9, %8, !dbg !32
  store i32 %10, i32* %2, align 4, !dbg !32
  br label %11, !dbg !33

11:                                               ; preds = %7
  %12 = load i32, i32* %3, align 4, !dbg !34
  %13 = add nsw i32 %12, 1, !dbg !34
  store i32 %13, i32* %3, align 4, !dbg !34
  br label %4, !dbg !35, !llvm.loop !36

14:                                               ; preds = %4
  %15 = load i32, i32* %2, align 4, !dbg !39
  ret i32 %15, !dbg !40
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: noinline nounwind uwtable
define internal i32 @use() #0 !dbg !41 {
  %1 = alloca i32, align 4
  %2 = alloca i32, align 4
  call void @llvm.dbg.declare(metadata i32* %2, metadata !42, metadata !DIExpression()), !dbg !43
  store i32 3, i32* %2, align 4, !dbg !43
  %3 = load i32, i32* @calls, align 4, !dbg !44
  %4 = add nsw i32 %3, 1, !dbg !44
  store i32 %4, i32* @calls, align 4, !dbg !44
  %5 = icmp eq i32 %3, 0, !dbg !46
  br i1 %5, label %6, label %7, !dbg !47

6:                                                ; preds = %0
  store i32* %2, i32** @kept, align 8, !dbg !48
  br label %10, !dbg !49

7:                                                ; preds = %0
  %8 = load i32*, i32** @kept, align 8, !dbg !50
  %9 = load i32, i32* %8, align 4, !dbg !51
  store i32 %9, i32* %1, align 4, !dbg !52
  br label %12, !dbg !52

10:                                               ; preds = %6
  %11 = load i32, i32* %2, align 4, !dbg !53
  store i32 %11, i32* %1, align 4, !dbg !54
  br label %12, !dbg !54

12:                                               ; preds = %10, %7
  %13 = load i32, i32* %1, align 4, !dbg !55
  ret i32 %13, !dbg !55
}

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!9, !10, !11, !12, !13, !14, !15}
!llvm.ident = !{!16}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "calls", scope: !2, file: !3, line: 4, type: !8, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "again.c", directory: ".", checksumkind: CSK_MD5, checksum: "73ccbbdf85d2078e85b4fc91aac02c93")
!4 = !{!0, !5}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(name: "kept", scope: !2, file: !3, line: 3, type: !7, isLocal: true, isDefinition: true)
!7 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !8, size: 64)
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!9 = !{i32 7, !"Dwarf Version", i32 5}
!10 = !{i32 2, !"Debug Info Version", i32 3}
!11 = !{i32 1, !"wchar_size", i32 4}
!12 = !{i32 7, !"PIC Level", i32 2}
!13 = !{i32 7, !"PIE Level", i32 2}
!14 = !{i32 7, !"uwtable", i32 1}
!15 = !{i32 7, !"frame-pointer", i32 2}
!16 = !{!"Debian clang version 14.0.6"}
!17 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 15, type: !18, scopeLine: 15, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !20)
!18 = !DISubroutineType(types: !19)
!19 = !{!8}
!20 = !{}
!21 = !DILocalVariable(name: "sum", scope: !17, file: !3, line: 16, type: !8)
!22 = !DILocation(line: 16, column: 9, scope: !17)
!23 = !DILocalVariable(name: "i", scope: !24, file: !3, line: 17, type: !8)
!24 = distinct !DILexicalBlock(scope: !17, file: !3, line: 17, column: 5)
!25 = !DILocation(line: 17, column: 14, scope: !24)
!26 = !DILocation(line: 17, column: 10, scope: !24)
!27 = !DILocation(line: 17, column: 21, scope: !28)
!28 = distinct !DILexicalBlock(scope: !24, file: !3, line: 17, column: 5)
!29 = !DILocation(line: 17, column: 23, scope: !28)
!30 = !DILocation(line: 17, column: 5, scope: !24)
!31 = !DILocation(line: 18, column: 16, scope: !28)
!32 = !DILocation(line: 18, column: 13, scope: !28)
!33 = !DILocation(line: 18, column: 9, scope: !28)
!34 = !DILocation(line: 17, column: 29, scope: !28)
!35 = !DILocation(line: 17, column: 5, scope: !28)
!36 = distinct !{!36, !30, !37, !38}
!37 = !DILocation(line: 18, column: 20, scope: !24)
!38 = !{!"llvm.loop.mustprogress"}
!39 = !DILocation(line: 19, column: 12, scope: !17)
!40 = !DILocation(line: 19, column: 5, scope: !17)
!41 = distinct !DISubprogram(name: "use", scope: !3, file: !3, line: 6, type: !18, scopeLine: 6, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !20)
!42 = !DILocalVariable(name: "x", scope: !41, file: !3, line: 7, type: !8)
!43 = !DILocation(line: 7, column: 9, scope: !41)
!44 = !DILocation(line: 8, column: 14, scope: !45)
!45 = distinct !DILexicalBlock(scope: !41, file: !3, line: 8, column: 9)
!46 = !DILocation(line: 8, column: 17, scope: !45)
!47 = !DILocation(line: 8, column: 9, scope: !41)
!48 = !DILocation(line: 9, column: 14, scope: !45)
!49 = !DILocation(line: 9, column: 9, scope: !45)
!50 = !DILocation(line: 11, column: 17, scope: !45)
!51 = !DILocation(line: 11, column: 16, scope: !45)
!52 = !DILocation(line: 11, column: 9, scope: !45)
!53 = !DILocation(line: 12, column: 12, scope: !41)
!54 = !DILocation(line: 12, column: 5, scope: !41)
!55 = !DILocation(line: 13, column: 1, scope: !41)
