; ModuleID = 'silent.c'
source_filename = "silent.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !17 {
  %1 = alloca i32, align 4
  %2 = alloca i32, align 4
  store i32 0, i32* %1, align 4
  call void @llvm.dbg.declare(metadata i32* %2, metadata !22, metadata !DIExpression()), !dbg !23
  %3 = call i32 @__VERIFIER_nondet_int(), !dbg !24
  store i32 %3, i32* %2, align 4, !dbg !23
  %4 = load i32, i32* %2, align 4, !dbg !25
  %5 = urem i32 %4, 2, !dbg !27
  %6 = icmp eq i32 %5, 3, !dbg !28
  br i1 %6, label %7, label %9, !dbg !29

7:                                                ; preds = %0
  call void @acquire(), !dbg !30
  call void @release(), !dbg !32
  %8 = call i32 @transmit(i32 noundef 0, i32 noundef 1), !dbg !33
  br label %9, !dbg !34

9:                                                ; preds = %7, %0
  ret i32 0, !dbg !35
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

declare i32 @__VERIFIER_nondet_int() #2

declare void @acquire() #2

declare void @release() #2

declare i32 @transmit(i32 noundef, i32 noundef) #2

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!9, !10, !11, !12, !13, !14, !15}
!llvm.ident = !{!16}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !2, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "silent.c", directory: ".", checksumkind: CSK_MD5, checksum: "91f39961cda1d331f637d4b146696f8c")
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
!22 = !DILocalVariable(name: "n", scope: !17, file: !1, line: 7, type: !5)
!23 = !DILocation(line: 7, column: 14, scope: !17)
!24 = !DILocation(line: 7, column: 18, scope: !17)
!25 = !DILocation(line: 8, column: 9, scope: !26)
!26 = distinct !DILexicalBlock(scope: !17, file: !1, line: 8, column: 9)
!27 = !DILocation(line: 8, column: 11, scope: !26)
!28 = !DILocation(line: 8, column: 15, scope: !26)
!29 = !DILocation(line: 8, column: 9, scope: !17)
!30 = !DILocation(line: 9, column: 9, scope: !31)
!31 = distinct !DILexicalBlock(scope: !26, file: !1, line: 8, column: 21)
!32 = !DILocation(line: 10, column: 9, scope: !31)
!33 = !DILocation(line: 11, column: 9, scope: !31)
!34 = !DILocation(line: 12, column: 5, scope: !31)
!35 = !DILocation(line: 13, column: 5, scope: !17)
