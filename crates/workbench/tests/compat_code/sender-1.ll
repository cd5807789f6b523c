; ModuleID = 'sender-1.c'
source_filename = "sender-1.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local void @sender() #0 !dbg !12 {
  %1 = alloca i32, align 4
  %2 = alloca i32, align 4
  call void @llvm.dbg.declare(metadata i32* %1, metadata !16, metadata !DIExpression()), !dbg !17
  store i32 0, i32* %1, align 4, !dbg !17
  call void @llvm.dbg.declare(metadata i32* %2, metadata !18, metadata !DIExpression()), !dbg !19
  %3 = call i32 @quota(), !dbg !20
  %4 = add i32 %3, 10, !dbg !21
  store i32 %4, i32* %2, align 4, !dbg !19
  call void @open_line(), !dbg !22
  br label %5, !dbg !23

5:                                                ; preds = %17, %0
  %6 = call i32 @more(), !dbg !24
  %7 = icmp ne i32 %6, 0, !dbg !23
  br i1 %7, label %8, label %18, !dbg !23

8:                                                ; preds = %5
  %9 = load i32, i32* %1, align 4, !dbg !25
  %10 = add i32 %9, 1, !dbg !25
  store i32 %10, i32* %1, align 4, !dbg !25
  %11 = load i32, i32* %1, align 4, !dbg !27
  %12 = load i32, i32* %2, align 4, !dbg !29
  %13 = icmp ugt i32 %11, %12, !dbg !30
  br i1 %13, label %14, label %17, !dbg !31

14:                                               ; preds = %8
  %15 = load i32, i32* %1, align 4, !dbg !32
  %16 = add i32 %15, 5, !dbg !33
  store i32 %16, i32* %2, align 4, !dbg !34
  br label %17, !dbg !35

17:                                               ; preds = %14, %8
  call void @send(), !dbg !36
  br label %5, !dbg !23, !llvm.loop !37

18:                                               ; preds = %5
  call void @close_line(), !dbg !40
  ret void, !dbg !41
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
!llvm.module.flags = !{!4, !5, !6, !7, !8, !9, !10}
!llvm.ident = !{!11}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !2, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "sender-1.c", directory: ".", checksumkind: CSK_MD5, checksum: "f66c733135ebf241fe84689bc512524c")
!2 = !{!3}
!3 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!4 = !{i32 7, !"Dwarf Version", i32 5}
!5 = !{i32 2, !"Debug Info Version", i32 3}
!6 = !{i32 1, !"wchar_size", i32 4}
!7 = !{i32 7, !"PIC Level", i32 2}
!8 = !{i32 7, !"PIE Level", i32 2}
!9 = !{i32 7, !"uwtable", i32 1}
!10 = !{i32 7, !"frame-pointer", i32 2}
!11 = !{!"Debian clang version 14.0.6"}
!12 = distinct !DISubprogram(name: "sender", scope: !1, file: !1, line: 8, type: !13, scopeLine: 9, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !15)
!13 = !DISubroutineType(types: !14)
!14 = !{null}
!15 = !{}
!16 = !DILocalVariable(name: "sent", scope: !12, file: !1, line: 10, type: !3)
!17 = !DILocation(line: 10, column: 14, scope: !12)
!18 = !DILocalVariable(name: "limit", scope: !12, file: !1, line: 11, type: !3)
!19 = !DILocation(line: 11, column: 14, scope: !12)
!20 = !DILocation(line: 11, column: 32, scope: !12)
!21 = !DILocation(line: 11, column: 40, scope: !12)
!22 = !DILocation(line: 12, column: 5, scope: !12)
!23 = !DILocation(line: 13, column: 5, scope: !12)
!24 = !DILocation(line: 13, column: 12, scope: !12)
!25 = !DILocation(line: 14, column: 13, scope: !26)
!26 = distinct !DILexicalBlock(scope: !12, file: !1, line: 13, column: 20)
!27 = !DILocation(line: 15, column: 13, scope: !28)
!28 = distinct !DILexicalBlock(scope: !26, file: !1, line: 15, column: 13)
!29 = !DILocation(line: 15, column: 20, scope: !28)
!30 = !DILocation(line: 15, column: 18, scope: !28)
!31 = !DILocation(line: 15, column: 13, scope: !26)
!32 = !DILocation(line: 16, column: 21, scope: !28)
!33 = !DILocation(line: 16, column: 26, scope: !28)
!34 = !DILocation(line: 16, column: 19, scope: !28)
!35 = !DILocation(line: 16, column: 13, scope: !28)
!36 = !DILocation(line: 17, column: 9, scope: !26)
!37 = distinct !{!37, !23, !38, !39}
!38 = !DILocation(line: 18, column: 5, scope: !12)
!39 = !{!"llvm.loop.mustprogress"}
!40 = !DILocation(line: 19, column: 5, scope: !12)
!41 = !DILocation(line: 20, column: 1, scope: !12)
