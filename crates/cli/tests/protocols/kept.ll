; ModuleID = 'kept.c'
source_filename = "kept.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@depth = internal global i32 0, align 4, !dbg !0

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !21 {
  %1 = alloca i32, align 4
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  store i32 0, i32* %1, align 4
  call void @llvm.dbg.declare(metadata i32* %2, metadata !25, metadata !DIExpression()), !dbg !26
  %4 = call i32 @__VERIFIER_nondet_int(), !dbg !27
  store i32 %4, i32* %2, align 4, !dbg !26
  call void @llvm.dbg.declare(metadata i32* %3, metadata !28, metadata !DIExpression()), !dbg !30
  store i32 0, i32* %3, align 4, !dbg !30
  br label %5, !dbg !31

5:                                                ; preds = %19, %0
  %6 = load i32, i32* %3, align 4, !dbg !32
  %7 = load i32, i32* %2, align 4, !dbg !34
  %8 = icmp slt i32 %6, %7, !dbg !35
  br i1 %8, label %9, label %22, !dbg !36

9:                                                ; preds = %5
  call void @enter(), !dbg !37
  %10 = load i32, i32* %3, align 4, !dbg !39
  %11 = srem i32 %10, 3, !dbg !41
  %12 = icmp eq i32 %11, 0, !dbg !42
  br i1 %12, label %13, label %16, !dbg !43

13:                                               ; preds = %9
  call void @enter(), !dbg !44
  %14 = load i32, i32* %3, align 4, !dbg !46
  %15 = call i32 @transmit(i32 noundef 0, i32 noundef %14), !dbg !47
  call void @leave(), !dbg !48
  br label %16, !dbg !49

16:                                               ; preds = %13, %9
  call void @leave(), !dbg !50
  %17 = load i32, i32* %3, align 4, !dbg !51
  %18 = call i32 @transmit(i32 noundef 1, i32 noundef %17), !dbg !52
  br label %19, !dbg !53

19:                                               ; preds = %16
  %20 = load i32, i32* %3, align 4, !dbg !54
  %21 = add nsw i32 %20, 1, !dbg !54
  store i32 %21, i32* %3, align 4, !dbg !54
  br label %5, !dbg !55, !llvm.loop !56

22:                                               ; preds = %5
  ret i32 0, !dbg !59
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

declare i32 @__VERIFIER_nondet_int() #2

; Function Attrs: noinline nounwind uwtable
define internal void @enter() #0 !dbg !60 {
  %1 = load i32, i32* @depth, align 4, !dbg !63
  %2 = add nsw i32 %1, 1, !dbg !63
  store i32 %2, i32* @depth, align 4, !dbg !63
  %3 = icmp eq i32 %1, 0, !dbg !65
  br i1 %3, label %4, label %5, !dbg !66

4:                                                ; preds = %0
  call void @acquire(), !dbg !67
  br label %5, !dbg !67

5:                                                ; preds = %4, %0
  ret void, !dbg !68
}

declare i32 @transmit(i32 noundef, i32 noundef) #2

; Function Attrs: noinline nounwind uwtable
define internal void @leave() #0 !dbg !69 {
  %1 = load i32, i32* @depth, align 4, !dbg !70
  %2 = add nsw i32 %1, -1, !dbg !70
  store i32 %2, i32* @depth, align 4, !dbg !70
  %3 = icmp eq i32 %2, 0, !dbg !72
  br i1 %3, label %4, label %5, !dbg !73

4:                                                ; preds = %0
  call void @release(), !dbg !74
  br label %5, !dbg !74

5:                                                ; preds = %4, %0
  ret void, !dbg !75
}

declare void @acquire() #2

declare void @release() #2

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!13, !14, !15, !16, !17, !18, !19}
!llvm.ident = !{!20}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "depth", scope: !2, file: !3, line: 5, type: !12, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, globals: !11, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "kept.c", directory: ".", checksumkind: CSK_MD5, checksum: "66c1863def22f07a68eb2f2350e2765f")
!4 = !{!5}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "kind", file: !6, line: 1, baseType: !7, size: 32, elements: !8)
!6 = !DIFile(filename: "./common.h", directory: ".", checksumkind: CSK_MD5, checksum: "8161c4ce1bb5c0413ed9b601a03e4bbf")
!7 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!8 = !{!9, !10}
!9 = !DIEnumerator(name: "DATA", value: 0)
!10 = !DIEnumerator(name: "STATUS", value: 1)
!11 = !{!0}
!12 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!13 = !{i32 7, !"Dwarf Version", i32 5}
!14 = !{i32 2, !"Debug Info Version", i32 3}
!15 = !{i32 1, !"wchar_size", i32 4}
!16 = !{i32 7, !"PIC Level", i32 2}
!17 = !{i32 7, !"PIE Level", i32 2}
!18 = !{i32 7, !"uwtable", i32 1}
!19 = !{i32 7, !"frame-pointer", i32 2}
!20 = !{!"Debian clang version 14.0.6"}
!21 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 19, type: !22, scopeLine: 20, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !24)
!22 = !DISubroutineType(types: !23)
!23 = !{!12}
!24 = !{}
!25 = !DILocalVariable(name: "n", scope: !21, file: !3, line: 21, type: !12)
!26 = !DILocation(line: 21, column: 9, scope: !21)
!27 = !DILocation(line: 21, column: 13, scope: !21)
!28 = !DILocalVariable(name: "i", scope: !29, file: !3, line: 22, type: !12)
!29 = distinct !DILexicalBlock(scope: !21, file: !3, line: 22, column: 5)
!30 = !DILocation(line: 22, column: 14, scope: !29)
!31 = !DILocation(line: 22, column: 10, scope: !29)
!32 = !DILocation(line: 22, column: 21, scope: !33)
!33 = distinct !DILexicalBlock(scope: !29, file: !3, line: 22, column: 5)
!34 = !DILocation(line: 22, column: 25, scope: !33)
!35 = !DILocation(line: 22, column: 23, scope: !33)
!36 = !DILocation(line: 22, column: 5, scope: !29)
!37 = !DILocation(line: 23, column: 9, scope: !38)
!38 = distinct !DILexicalBlock(scope: !33, file: !3, line: 22, column: 33)
!39 = !DILocation(line: 24, column: 13, scope: !40)
!40 = distinct !DILexicalBlock(scope: !38, file: !3, line: 24, column: 13)
!41 = !DILocation(line: 24, column: 15, scope: !40)
!42 = !DILocation(line: 24, column: 19, scope: !40)
!43 = !DILocation(line: 24, column: 13, scope: !38)
!44 = !DILocation(line: 25, column: 13, scope: !45)
!45 = distinct !DILexicalBlock(scope: !40, file: !3, line: 24, column: 25)
!46 = !DILocation(line: 26, column: 28, scope: !45)
!47 = !DILocation(line: 26, column: 13, scope: !45)
!48 = !DILocation(line: 27, column: 13, scope: !45)
!49 = !DILocation(line: 28, column: 9, scope: !45)
!50 = !DILocation(line: 29, column: 9, scope: !38)
!51 = !DILocation(line: 30, column: 26, scope: !38)
!52 = !DILocation(line: 30, column: 9, scope: !38)
!53 = !DILocation(line: 31, column: 5, scope: !38)
!54 = !DILocation(line: 22, column: 29, scope: !33)
!55 = !DILocation(line: 22, column: 5, scope: !33)
!56 = distinct !{!56, !36, !57, !58}
!57 = !DILocation(line: 31, column: 5, scope: !29)
!58 = !{!"llvm.loop.mustprogress"}
!59 = !DILocation(line: 32, column: 5, scope: !21)
!60 = distinct !DISubprogram(name: "enter", scope: !3, file: !3, line: 7, type: !61, scopeLine: 8, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !24)
!61 = !DISubroutineType(types: !62)
!62 = !{null}
!63 = !DILocation(line: 9, column: 14, scope: !64)
!64 = distinct !DILexicalBlock(scope: !60, file: !3, line: 9, column: 9)
!65 = !DILocation(line: 9, column: 17, scope: !64)
!66 = !DILocation(line: 9, column: 9, scope: !60)
!67 = !DILocation(line: 10, column: 9, scope: !64)
!68 = !DILocation(line: 11, column: 1, scope: !60)
!69 = distinct !DISubprogram(name: "leave", scope: !3, file: !3, line: 13, type: !61, scopeLine: 14, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !24)
!70 = !DILocation(line: 15, column: 9, scope: !71)
!71 = distinct !DILexicalBlock(scope: !69, file: !3, line: 15, column: 9)
!72 = !DILocation(line: 15, column: 17, scope: !71)
!73 = !DILocation(line: 15, column: 9, scope: !69)
!74 = !DILocation(line: 16, column: 9, scope: !71)
!75 = !DILocation(line: 17, column: 1, scope: !69)
