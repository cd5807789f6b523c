; ModuleID = 'transfer.c'
source_filename = "transfer.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind optnone uwtable
define dso_local void @transfer() #0 !dbg !10 {
  %1 = alloca i32, align 4
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  call void @llvm.dbg.declare(metadata i32* %1, metadata !14, metadata !DIExpression()), !dbg !16
  %4 = call i32 @size(), !dbg !17
  store i32 %4, i32* %1, align 4, !dbg !16
  call void @llvm.dbg.declare(metadata i32* %2, metadata !18, metadata !DIExpression()), !dbg !19
  store i32 0, i32* %2, align 4, !dbg !19
  call void @llvm.dbg.declare(metadata i32* %3, metadata !20, metadata !DIExpression()), !dbg !21
  store i32 0, i32* %3, align 4, !dbg !21
  br label %5, !dbg !22

5:                                                ; preds = %19, %0
  %6 = load i32, i32* %2, align 4, !dbg !23
  %7 = load i32, i32* %1, align 4, !dbg !24
  %8 = icmp slt i32 %6, %7, !dbg !25
  br i1 %8, label %9, label %20, !dbg !22

9:                                                ; preds = %5
  %10 = load i32, i32* %3, align 4, !dbg !26
  %11 = icmp ne i32 %10, 0, !dbg !26
  br i1 %11, label %13, label %12, !dbg !29

12:                                               ; preds = %9
  call void @dial(), !dbg !30
  store i32 1, i32* %3, align 4, !dbg !32
  br label %13, !dbg !33

13:                                               ; preds = %12, %9
  %14 = call i32 @ready(), !dbg !34
  %15 = icmp ne i32 %14, 0, !dbg !34
  br i1 %15, label %16, label %19, !dbg !36

16:                                               ; preds = %13
  call void @send(), !dbg !37
  %17 = load i32, i32* %2, align 4, !dbg !39
  %18 = add nsw i32 %17, 1, !dbg !39
  store i32 %18, i32* %2, align 4, !dbg !39
  br label %19, !dbg !40

19:                                               ; preds = %16, %13
  br label %5, !dbg !22, !llvm.loop !41

20:                                               ; preds = %5
  %21 = load i32, i32* %3, align 4, !dbg !44
  %22 = icmp ne i32 %21, 0, !dbg !44
  br i1 %22, label %23, label %24, !dbg !46

23:                                               ; preds = %20
  call void @hang_up(), !dbg !47
  br label %24, !dbg !47

24:                                               ; preds = %23, %20
  %25 = load i32, i32* %2, align 4, !dbg !48
  %26 = load i32, i32* %1, align 4, !dbg !49
  %27 = icmp slt i32 %25, %26, !dbg !50
  %28 = zext i1 %27 to i32, !dbg !50
  call void @report(i32 noundef %28), !dbg !51
  ret void, !dbg !52
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

declare i32 @size() #2

declare void @dial() #2

declare i32 @ready() #2

declare void @send() #2

declare void @hang_up() #2

declare void @report(i32 noundef) #2

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7, !8}
!llvm.ident = !{!9}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "transfer.c", directory: ".", checksumkind: CSK_MD5, checksum: "bcdcc763f1a4ddc275bed5a510dd7799")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 7, !"PIC Level", i32 2}
!6 = !{i32 7, !"PIE Level", i32 2}
!7 = !{i32 7, !"uwtable", i32 1}
!8 = !{i32 7, !"frame-pointer", i32 2}
!9 = !{!"Debian clang version 14.0.6"}
!10 = distinct !DISubprogram(name: "transfer", scope: !1, file: !1, line: 9, type: !11, scopeLine: 10, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !13)
!11 = !DISubroutineType(types: !12)
!12 = !{null}
!13 = !{}
!14 = !DILocalVariable(name: "blocks", scope: !10, file: !1, line: 11, type: !15)
!15 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!16 = !DILocation(line: 11, column: 9, scope: !10)
!17 = !DILocation(line: 11, column: 18, scope: !10)
!18 = !DILocalVariable(name: "sent", scope: !10, file: !1, line: 11, type: !15)
!19 = !DILocation(line: 11, column: 26, scope: !10)
!20 = !DILocalVariable(name: "connected", scope: !10, file: !1, line: 11, type: !15)
!21 = !DILocation(line: 11, column: 36, scope: !10)
!22 = !DILocation(line: 12, column: 5, scope: !10)
!23 = !DILocation(line: 12, column: 12, scope: !10)
!24 = !DILocation(line: 12, column: 19, scope: !10)
!25 = !DILocation(line: 12, column: 17, scope: !10)
!26 = !DILocation(line: 13, column: 14, scope: !27)
!27 = distinct !DILexicalBlock(scope: !28, file: !1, line: 13, column: 13)
!28 = distinct !DILexicalBlock(scope: !10, file: !1, line: 12, column: 27)
!29 = !DILocation(line: 13, column: 13, scope: !28)
!30 = !DILocation(line: 14, column: 13, scope: !31)
!31 = distinct !DILexicalBlock(scope: !27, file: !1, line: 13, column: 25)
!32 = !DILocation(line: 15, column: 23, scope: !31)
!33 = !DILocation(line: 16, column: 9, scope: !31)
!34 = !DILocation(line: 17, column: 13, scope: !35)
!35 = distinct !DILexicalBlock(scope: !28, file: !1, line: 17, column: 13)
!36 = !DILocation(line: 17, column: 13, scope: !28)
!37 = !DILocation(line: 18, column: 13, scope: !38)
!38 = distinct !DILexicalBlock(scope: !35, file: !1, line: 17, column: 22)
!39 = !DILocation(line: 19, column: 17, scope: !38)
!40 = !DILocation(line: 20, column: 9, scope: !38)
!41 = distinct !{!41, !22, !42, !43}
!42 = !DILocation(line: 21, column: 5, scope: !10)
!43 = !{!"llvm.loop.mustprogress"}
!44 = !DILocation(line: 22, column: 9, scope: !45)
!45 = distinct !DILexicalBlock(scope: !10, file: !1, line: 22, column: 9)
!46 = !DILocation(line: 22, column: 9, scope: !10)
!47 = !DILocation(line: 23, column: 9, scope: !45)
!48 = !DILocation(line: 24, column: 12, scope: !10)
!49 = !DILocation(line: 24, column: 19, scope: !10)
!50 = !DILocation(line: 24, column: 17, scope: !10)
!51 = !DILocation(line: 24, column: 5, scope: !10)
!52 = !DILocation(line: 25, column: 1, scope: !10)
