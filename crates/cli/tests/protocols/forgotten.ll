; ModuleID = 'forgotten.c'
source_filename = "forgotten.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !17 {
  %1 = alloca i32, align 4
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  store i32 0, i32* %1, align 4
  call void @llvm.dbg.declare(metadata i32* %2, metadata !22, metadata !DIExpression()), !dbg !23
  %4 = call i32 @__VERIFIER_nondet_int(), !dbg !24
  store i32 %4, i32* %2, align 4, !dbg !23
  call void @llvm.dbg.declare(metadata i32* %3, metadata !25, metadata !DIExpression()), !dbg !27
  store i32 0, i32* %3, align 4, !dbg !27
  br label %5, !dbg !28

5:                                                ; preds = %15, %0
  %6 = load i32, i32* %3, align 4, !dbg !29
  %7 = load i32, i32* %2, align 4, !dbg !31
  %8 = icmp slt i32 %6, %7, !dbg !32
  br i1 %8, label %9, label %18, !dbg !33

9:                                                ; preds = %5
  call void @acquire(), !dbg !34
  %10 = load i32, i32* %3, align 4, !dbg !36
  %11 = call i32 @transmit(i32 noundef 0, i32 noundef %10), !dbg !38
  %12 = icmp eq i32 %11, 3, !dbg !39
  br i1 %12, label %13, label %14, !dbg !40

13:                                               ; preds = %9
  br label %15, !dbg !41

14:                                               ; preds = %9
  call void @release(), !dbg !42
  br label %15, !dbg !43

15:                                               ; preds = %14, %13
  %16 = load i32, i32* %3, align 4, !dbg !44
  %17 = add nsw i32 %16, 1, !dbg !44
  store i32 %17, i32* %3, align 4, !dbg !44
  br label %5, !dbg !45, !llvm.loop !46

18:                                               ; preds = %5
  ret i32 0, !dbg !49
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

declare i32 @__VERIFIER_nondet_int() #2

declare void @acquire() #2

declare i32 @transmit(i32 noundef, i32 noundef) #2

declare void @release() #2

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!9, !10, !11, !12, !13, !14, !15}
!llvm.ident = !{!16}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !2, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "forgotten.c", directory: ".", checksumkind: CSK_MD5, checksum: "bd51ae5dcb092c18de01e63534f6d923")
!2 = !{!3}
!3 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "kind", file: !4, line: 1, baseType: !5, size: 32, elements: !6)
!4 = !DIFile(filename: "./common.h", directory: ".", checksumkind: CSK_MD5, checksum: "8161c4ce1bb5c0413ed9b601a03e4bbf")
!5 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!6 = !{!7, !8}
!7 = !DIEnumerator(name: "DATA", value: 0)
!8 = !DIEnumerator(name: "STATUS", value: 1)
!9 = !{i32 7, !"Dwarf Version", i32 5}
!10 = !{i32 2, !"Debug Info Version", i32 3}
!11 = !{i32 1, !"wchar_size", i32 4}
!12 = !{i32 7, !"PIC Level", i32 2}
!13 = !{i32 7, !"PIE Level", i32 2}
!14 = !{i32 7, !"uwtable", i32 1}
!15 = !{i32 7, !"frame-pointer", i32 2}
!16 = !{!"Debian clang version 14.0.6"}
!17 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 5, type: !18, scopeLine: 6, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !21)
!18 = !DISubroutineType(types: !19)
!19 = !{!20}
!20 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!21 = !{}
!22 = !DILocalVariable(name: "n", scope: !17, file: !1, line: 7, type: !20)
!23 = !DILocation(line: 7, column: 9, scope: !17)
!24 = !DILocation(line: 7, column: 13, scope: !17)
!25 = !DILocalVariable(name: "i", scope: !26, file: !1, line: 8, type: !20)
!26 = distinct !DILexicalBlock(scope: !17, file: !1, line: 8, column: 5)
!27 = !DILocation(line: 8, column: 14, scope: !26)
!28 = !DILocation(line: 8, column: 10, scope: !26)
!29 = !DILocation(line: 8, column: 21, scope: !30)
!30 = distinct !DILexicalBlock(scope: !26, file: !1, line: 8, column: 5)
!31 = !DILocation(line: 8, column: 25, scope: !30)
!32 = !DILocation(line: 8, column: 23, scope: !30)
!33 = !DILocation(line: 8, column: 5, scope: !26)
!34 = !DILocation(line: 9, column: 9, scope: !35)
!35 = distinct !DILexicalBlock(scope: !30, file: !1, line: 8, column: 33)
!36 = !DILocation(line: 10, column: 28, scope: !37)
!37 = distinct !DILexicalBlock(scope: !35, file: !1, line: 10, column: 13)
!38 = !DILocation(line: 10, column: 13, scope: !37)
!39 = !DILocation(line: 10, column: 31, scope: !37)
!40 = !DILocation(line: 10, column: 13, scope: !35)
!41 = !DILocation(line: 11, column: 13, scope: !37)
!42 = !DILocation(line: 12, column: 9, scope: !35)
!43 = !DILocation(line: 13, column: 5, scope: !35)
!44 = !DILocation(line: 8, column: 29, scope: !30)
!45 = !DILocation(line: 8, column: 5, scope: !30)
!46 = distinct !{!46, !33, !47, !48}
!47 = !DILocation(line: 13, column: 5, scope: !26)
!48 = !{!"llvm.loop.mustprogress"}
!49 = !DILocation(line: 14, column: 5, scope: !17)
