; ModuleID = 'dangling.c'
source_filename = "dangling.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !10 {
  %1 = alloca i32, align 4
  %2 = alloca i32*, align 8
  store i32 0, i32* %1, align 4
  call void @llvm.dbg.declare(metadata i32** %2, metadata !15, metadata !DIExpression()), !dbg !17
  %3 = call i32* @local(), !dbg !18
  store i32* %3, i32** %2, align 8, !dbg !17
  %4 = load i32*, i32** %2, align 8, !dbg !19
  %5 = load i32, i32* %4, align 4, !dbg !20
  ret i32 %5, !dbg !21
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: noinline nounwind uwtable
define internal i32* @local() #0 !dbg !22 {
  %1 = alloca i32, align 4
  %2 = alloca i32*, align 8
  call void @llvm.dbg.declare(metadata i32* %1, metadata !25, metadata !DIExpression()), !dbg !26
  store i32 5, i32* %1, align 4, !dbg !26
  call void @llvm.dbg.declare(metadata i32** %2, metadata !27, metadata !DIExpression()), !dbg !28
  store i32* %1, i32** %2, align 8, !dbg !28
  %3 = load i32*, i32** %2, align 8, !dbg !29
  ret i32* %3, !dbg !30
}

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7, !8}
!llvm.ident = !{!9}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "dangling.c", directory: ".", checksumkind: CSK_MD5, checksum: "2518c2c034dcb9d40a6a6fd9af8fd1a1")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 7, !"PIC Level", i32 2}
!6 = !{i32 7, !"PIE Level", i32 2}
!7 = !{i32 7, !"uwtable", i32 1}
!8 = !{i32 7, !"frame-pointer", i32 2}
!9 = !{!"Debian clang version 14.0.6"}
!10 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 9, type: !11, scopeLine: 9, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !14)
!11 = !DISubroutineType(types: !12)
!12 = !{!13}
!13 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!14 = !{}
!15 = !DILocalVariable(name: "p", scope: !10, file: !1, line: 10, type: !16)
!16 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !13, size: 64)
!17 = !DILocation(line: 10, column: 10, scope: !10)
!18 = !DILocation(line: 10, column: 14, scope: !10)
!19 = !DILocation(line: 11, column: 13, scope: !10)
!20 = !DILocation(line: 11, column: 12, scope: !10)
!21 = !DILocation(line: 11, column: 5, scope: !10)
!22 = distinct !DISubprogram(name: "local", scope: !1, file: !1, line: 3, type: !23, scopeLine: 3, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0, retainedNodes: !14)
!23 = !DISubroutineType(types: !24)
!24 = !{!16}
!25 = !DILocalVariable(name: "x", scope: !22, file: !1, line: 4, type: !13)
!26 = !DILocation(line: 4, column: 9, scope: !22)
!27 = !DILocalVariable(name: "p", scope: !22, file: !1, line: 5, type: !16)
!28 = !DILocation(line: 5, column: 10, scope: !22)
!29 = !DILocation(line: 6, column: 12, scope: !22)
!30 = !DILocation(line: 6, column: 5, scope: !22)
