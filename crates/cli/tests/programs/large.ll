; ModuleID = 'large.c'
source_filename = "large.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !10 {
  %1 = alloca i32, align 4
  %2 = alloca i32, align 4
  %3 = alloca i8*, align 8
  store i32 0, i32* %1, align 4
  call void @llvm.dbg.declare(metadata i32* %2, metadata !15, metadata !DIExpression()), !dbg !17
  %4 = call i32 @__VERIFIER_nondet_uint(), !dbg !18
  store i32 %4, i32* %2, align 4, !dbg !17
  call void @llvm.dbg.declare(metadata i8** %3, metadata !19, metadata !DIExpression()), !dbg !22
  %5 = load i32, i32* %2, align 4, !dbg !23
  %6 = zext i32 %5 to i64, !dbg !23
  %7 = call noalias i8* @malloc(i64 noundef %6) #5, !dbg !24
  store i8* %7, i8** %3, align 8, !dbg !22
  %8 = load i8*, i8** %3, align 8, !dbg !25
  %9 = icmp ne i8* %8, null, !dbg !25
  br i1 %9, label %11, label %10, !dbg !27

10:                                               ; preds = %0
  store i32 0, i32* %1, align 4, !dbg !28
  br label %16, !dbg !28

11:                                               ; preds = %0
  %12 = load i8*, i8** %3, align 8, !dbg !29
  %13 = load i32, i32* %2, align 4, !dbg !30
  %14 = zext i32 %13 to i64, !dbg !30
  call void @llvm.memset.p0i8.i64(i8* align 1 %12, i8 1, i64 %14, i1 false), !dbg !31
  %15 = load i8*, i8** %3, align 8, !dbg !32
  call void @free(i8* noundef %15) #5, !dbg !33
  store i32 0, i32* %1, align 4, !dbg !34
  br label %16, !dbg !34

16:                                               ; preds = %11, %10
  %17 = load i32, i32* %1, align 4, !dbg !35
  ret i32 %17, !dbg !35
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

declare i32 @__VERIFIER_nondet_uint() #2

; Function Attrs: nounwind
declare noalias i8* @malloc(i64 noundef) #3

; Function Attrs: argmemonly nofree nounwind willreturn writeonly
declare void @llvm.memset.p0i8.i64(i8* nocapture writeonly, i8, i64, i1 immarg) #4

; Function Attrs: nounwind
declare void @free(i8* noundef) #3

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { argmemonly nofree nounwind willreturn writeonly }
attributes #5 = { nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7, !8}
!llvm.ident = !{!9}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "large.c", directory: ".", checksumkind: CSK_MD5, checksum: "603993bc37a141500bbaef57be8e56c0")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 7, !"PIC Level", i32 2}
!6 = !{i32 7, !"PIE Level", i32 2}
!7 = !{i32 7, !"uwtable", i32 1}
!8 = !{i32 7, !"frame-pointer", i32 2}
!9 = !{!"Debian clang version 14.0.6"}
!10 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 8, type: !11, scopeLine: 8, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !14)
!11 = !DISubroutineType(types: !12)
!12 = !{!13}
!13 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!14 = !{}
!15 = !DILocalVariable(name: "n", scope: !10, file: !1, line: 9, type: !16)
!16 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!17 = !DILocation(line: 9, column: 14, scope: !10)
!18 = !DILocation(line: 9, column: 18, scope: !10)
!19 = !DILocalVariable(name: "p", scope: !10, file: !1, line: 10, type: !20)
!20 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !21, size: 64)
!21 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!22 = !DILocation(line: 10, column: 11, scope: !10)
!23 = !DILocation(line: 10, column: 22, scope: !10)
!24 = !DILocation(line: 10, column: 15, scope: !10)
!25 = !DILocation(line: 11, column: 10, scope: !26)
!26 = distinct !DILexicalBlock(scope: !10, file: !1, line: 11, column: 9)
!27 = !DILocation(line: 11, column: 9, scope: !10)
!28 = !DILocation(line: 12, column: 9, scope: !26)
!29 = !DILocation(line: 13, column: 12, scope: !10)
!30 = !DILocation(line: 13, column: 18, scope: !10)
!31 = !DILocation(line: 13, column: 5, scope: !10)
!32 = !DILocation(line: 14, column: 10, scope: !10)
!33 = !DILocation(line: 14, column: 5, scope: !10)
!34 = !DILocation(line: 15, column: 5, scope: !10)
!35 = !DILocation(line: 16, column: 1, scope: !10)
