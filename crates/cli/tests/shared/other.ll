; ModuleID = 'other.c'
source_filename = "other.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@pressure = external global i32, align 4

; Function Attrs: noinline nounwind uwtable
define dso_local void @watcher() #0 !dbg !10 {
  %1 = load i32, i32* @pressure, align 4, !dbg !14
  %2 = icmp sgt i32 %1, 3, !dbg !16
  br i1 %2, label %3, label %4, !dbg !17

3:                                                ; preds = %0
  call void @note_full(), !dbg !18
  br label %4, !dbg !18

4:                                                ; preds = %3, %0
  ret void, !dbg !19
}

declare void @note_full() #1

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7, !8}
!llvm.ident = !{!9}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "other.c", directory: ".", checksumkind: CSK_MD5, checksum: "eaf4458e0f8286c55bdaa472b4d47a65")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 7, !"PIC Level", i32 2}
!6 = !{i32 7, !"PIE Level", i32 2}
!7 = !{i32 7, !"uwtable", i32 1}
!8 = !{i32 7, !"frame-pointer", i32 2}
!9 = !{!"Debian clang version 14.0.6"}
!10 = distinct !DISubprogram(name: "watcher", scope: !1, file: !1, line: 6, type: !11, scopeLine: 7, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !13)
!11 = !DISubroutineType(types: !12)
!12 = !{null}
!13 = !{}
!14 = !DILocation(line: 8, column: 9, scope: !15)
!15 = distinct !DILexicalBlock(scope: !10, file: !1, line: 8, column: 9)
!16 = !DILocation(line: 8, column: 18, scope: !15)
!17 = !DILocation(line: 8, column: 9, scope: !10)
!18 = !DILocation(line: 9, column: 9, scope: !15)
!19 = !DILocation(line: 10, column: 1, scope: !10)
