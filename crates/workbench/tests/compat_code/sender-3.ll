; ModuleID = 'sender-3.c'
source_filename = "sender-3.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local void @sender() #0 !dbg !10 {
  %1 = alloca i32, align 4
  %2 = alloca i32, align 4
  call void @llvm.dbg.declare(metadata i32* %1, metadata !14, metadata !DIExpression()), !dbg !16
  store i32 0, i32* %1, align 4, !dbg !16
  call void @llvm.dbg.declare(metadata i32* %2, metadata !17, metadata !DIExpression()), !dbg !19
  %3 = call i32 @quota(), !dbg !20
  store i32 %3, i32* %2, align 4, !dbg !19
  call void @open_line(), !dbg !21
  br label %4, !dbg !22

4:                                                ; preds = %7, %0
  %5 = call i32 @more(), !dbg !23
  %6 = icmp ne i32 %5, 0, !dbg !22
  br i1 %6, label %7, label %10, !dbg !22

7:                                                ; preds = %4
  %8 = load i32, i32* %1, align 4, !dbg !24
  %9 = add i32 %8, 1, !dbg !24
  store i32 %9, i32* %1, align 4, !dbg !24
  call void @send(), !dbg !26
  br label %4, !dbg !22, !llvm.loop !27

10:                                               ; preds = %4
  br label %11, !dbg !30

11:                                               ; preds = %14, %10
  %12 = load i32, i32* %2, align 4, !dbg !31
  %13 = icmp sgt i32 %12, 0, !dbg !32
  br i1 %13, label %14, label %17, !dbg !30

14:                                               ; preds = %11
  %15 = load i32, i32* %2, align 4, !dbg !33
  %16 = add nsw i32 %15, -1, !dbg !33
  store i32 %16, i32* %2, align 4, !dbg !33
  br label %11, !dbg !30, !llvm.loop !34

17:                                               ; preds = %11
  call void @close_line(), !dbg !35
  ret void, !dbg !36
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

declare i32 @quota() #2

declare void @open_line() #2

declare i32 @more() #2

declare void @send() #2

declare void @close_line() #2

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7, !8}
!llvm.ident = !{!9}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "sender-3.c", directory: ".", checksumkind: CSK_MD5, checksum: "ce0d8e21db25781fcd12c2c84d657656")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 7, !"PIC Level", i32 2}
!6 = !{i32 7, !"PIE Level", i32 2}
!7 = !{i32 7, !"uwtable", i32 1}
!8 = !{i32 7, !"frame-pointer", i32 2}
!9 = !{!"Debian clang version 14.0.6"}
!10 = distinct !DISubprogram(name: "sender", scope: !1, file: !1, line: 8, type: !11, scopeLine: 9, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !13)
!11 = !DISubroutineType(types: !12)
!12 = !{null}
!13 = !{}
!14 = !DILocalVariable(name: "sent", scope: !10, file: !1, line: 10, type: !15)
!15 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!16 = !DILocation(line: 10, column: 14, scope: !10)
!17 = !DILocalVariable(name: "wait", scope: !10, file: !1, line: 11, type: !18)
!18 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!19 = !DILocation(line: 11, column: 9, scope: !10)
!20 = !DILocation(line: 11, column: 16, scope: !10)
!21 = !DILocation(line: 12, column: 5, scope: !10)
!22 = !DILocation(line: 13, column: 5, scope: !10)
!23 = !DILocation(line: 13, column: 12, scope: !10)
!24 = !DILocation(line: 14, column: 13, scope: !25)
!25 = distinct !DILexicalBlock(scope: !10, file: !1, line: 13, column: 20)
!26 = !DILocation(line: 15, column: 9, scope: !25)
!27 = distinct !{!27, !22, !28, !29}
!28 = !DILocation(line: 16, column: 5, scope: !10)
!29 = !{!"llvm.loop.mustprogress"}
!30 = !DILocation(line: 17, column: 5, scope: !10)
!31 = !DILocation(line: 17, column: 12, scope: !10)
!32 = !DILocation(line: 17, column: 17, scope: !10)
!33 = !DILocation(line: 18, column: 13, scope: !10)
!34 = distinct !{!34, !30, !33, !29}
!35 = !DILocation(line: 19, column: 5, scope: !10)
!36 = !DILocation(line: 20, column: 1, scope: !10)
