; ModuleID = 'given.c'
source_filename = "given.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !10 {
  %1 = alloca i32, align 4
  %2 = alloca i32*, align 8
  store i32 0, i32* %1, align 4
  call void @llvm.dbg.declare(metadata i32** %2, metadata !15, metadata !DIExpression()), !dbg !17
  %3 = call noalias i8* @malloc(i64 noundef 4) #4, !dbg !18
  %4 = bitcast i8* %3 to i32*, !dbg !18
  store i32* %4, i32** %2, align 8, !dbg !17
  %5 = load i32*, i32** %2, align 8, !dbg !19
  %6 = icmp ne i32* %5, null, !dbg !19
  br i1 %6, label %8, label %7, !dbg !21

7:                                                ; preds = %0
  store i32 0, i32* %1, align 4, !dbg !22
  br label %14, !dbg !22

8:                                                ; preds = %0
  %9 = load i32*, i32** %2, align 8, !dbg !23
  store i32 1, i32* %9, align 4, !dbg !24
  %10 = load i32*, i32** %2, align 8, !dbg !25
  call void @report(i32* noundef %10), !dbg !26
  %11 = load i32*, i32** %2, align 8, !dbg !27
  %12 = bitcast i32* %11 to i8*, !dbg !27
  call void @free(i8* noundef %12) #4, !dbg !28
  call void @report(i32* noundef null), !dbg !29
  %13 = load i32*, i32** %2, align 8, !dbg !30
  call void @report(i32* noundef %13), !dbg !31
  store i32 0, i32* %1, align 4, !dbg !32
  br label %14, !dbg !32

14:                                               ; preds = %8, %7
  %15 = load i32, i32* %1, align 4, !dbg !33
  ret i32 %15, !dbg !33
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: nounwind
declare noalias i8* @malloc(i64 noundef) #2

declare void @report(i32* noundef) #3

; Function Attrs: nounwind
declare void @free(i8* noundef) #2

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7, !8}
!llvm.ident = !{!9}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "given.c", directory: ".", checksumkind: CSK_MD5, checksum: "a22e4be36b31c4b5aad9bbd9d46e3c7a")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 7, !"PIC Level", i32 2}
!6 = !{i32 7, !"PIE Level", i32 2}
!7 = !{i32 7, !"uwtable", i32 1}
!8 = !{i32 7, !"frame-pointer", i32 2}
!9 = !{!"Debian clang version 14.0.6"}
!10 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 7, type: !11, scopeLine: 7, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !14)
!11 = !DISubroutineType(types: !12)
!12 = !{!13}
!13 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!14 = !{}
!15 = !DILocalVariable(name: "p", scope: !10, file: !1, line: 8, type: !16)
!16 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !13, size: 64)
!17 = !DILocation(line: 8, column: 10, scope: !10)
!18 = !DILocation(line: 8, column: 14, scope: !10)
!19 = !DILocation(line: 9, column: 10, scope: !20)
!20 = distinct !DILexicalBlock(scope: !10, file: !1, line: 9, column: 9)
!21 = !DILocation(line: 9, column: 9, scope: !10)
!22 = !DILocation(line: 10, column: 9, scope: !20)
!23 = !DILocation(line: 11, column: 6, scope: !10)
!24 = !DILocation(line: 11, column: 8, scope: !10)
!25 = !DILocation(line: 12, column: 12, scope: !10)
!26 = !DILocation(line: 12, column: 5, scope: !10)
!27 = !DILocation(line: 13, column: 10, scope: !10)
!28 = !DILocation(line: 13, column: 5, scope: !10)
!29 = !DILocation(line: 14, column: 5, scope: !10)
!30 = !DILocation(line: 15, column: 12, scope: !10)
!31 = !DILocation(line: 15, column: 5, scope: !10)
!32 = !DILocation(line: 16, column: 5, scope: !10)
!33 = !DILocation(line: 17, column: 1, scope: !10)
