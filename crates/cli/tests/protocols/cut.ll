; ModuleID = 'cut.c'
source_filename = "cut.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !17 {
  %1 = alloca i32, align 4
  %2 = alloca i32*, align 8
  store i32 0, i32* %1, align 4
  call void @llvm.dbg.declare(metadata i32** %2, metadata !22, metadata !DIExpression()), !dbg !24
  store i32* null, i32** %2, align 8, !dbg !24
  call void @acquire(), !dbg !25
  %3 = call i32 @__VERIFIER_nondet_int(), !dbg !26
  %4 = icmp sgt i32 %3, 3, !dbg !28
  br i1 %4, label %5, label %7, !dbg !29

5:                                                ; preds = %0
  %6 = load i32*, i32** %2, align 8, !dbg !30
  store i32 1, i32* %6, align 4, !dbg !31
  br label %7, !dbg !32

7:                                                ; preds = %5, %0
  call void @release(), !dbg !33
  %8 = call i32 @transmit(i32 noundef 1, i32 noundef 1), !dbg !34
  ret i32 0, !dbg !35
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

declare void @acquire() #2

declare i32 @__VERIFIER_nondet_int() #2

declare void @release() #2

declare i32 @transmit(i32 noundef, i32 noundef) #2

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!9, !10, !11, !12, !13, !14, !15}
!llvm.ident = !{!16}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !2, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "cut.c", directory: ".", checksumkind: CSK_MD5, checksum: "4804ffe0d4d4914fb9e1910300509903")
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
!22 = !DILocalVariable(name: "p", scope: !17, file: !1, line: 7, type: !23)
!23 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !20, size: 64)
!24 = !DILocation(line: 7, column: 10, scope: !17)
!25 = !DILocation(line: 8, column: 5, scope: !17)
!26 = !DILocation(line: 9, column: 9, scope: !27)
!27 = distinct !DILexicalBlock(scope: !17, file: !1, line: 9, column: 9)
!28 = !DILocation(line: 9, column: 33, scope: !27)
!29 = !DILocation(line: 9, column: 9, scope: !17)
!30 = !DILocation(line: 10, column: 10, scope: !27)
!31 = !DILocation(line: 10, column: 12, scope: !27)
!32 = !DILocation(line: 10, column: 9, scope: !27)
!33 = !DILocation(line: 11, column: 5, scope: !17)
!34 = !DILocation(line: 12, column: 5, scope: !17)
!35 = !DILocation(line: 13, column: 5, scope: !17)
