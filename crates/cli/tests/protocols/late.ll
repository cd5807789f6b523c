; ModuleID = 'late.c'
source_filename = "late.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !17 {
  %1 = alloca i32, align 4
  store i32 0, ptr %1, align 4
  call void @acquire(), !dbg !21
  %2 = call i32 @__VERIFIER_nondet_int(), !dbg !22
  %3 = icmp sgt i32 %2, 7, !dbg !23
  %4 = zext i1 %3 to i64, !dbg !22
  %5 = select i1 %3, i32 0, i32 1, !dbg !22
  call void @finish(i32 noundef %5), !dbg !24
  ret i32 0, !dbg !25
}

declare void @acquire() #1

; Function Attrs: noinline nounwind uwtable
define internal void @finish(i32 noundef %0) #0 !dbg !26 {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
    #dbg_declare(ptr %2, !30, !DIExpression(), !31)
  call void @release(), !dbg !32
  %3 = load i32, ptr %2, align 4, !dbg !33
  %4 = call i32 @transmit(i32 noundef %3, i32 noundef 1), !dbg !34
  ret void, !dbg !35
}

declare i32 @__VERIFIER_nondet_int() #1

declare void @release() #1

declare i32 @transmit(i32 noundef, i32 noundef) #1

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!9, !10, !11, !12, !13, !14, !15}
!llvm.ident = !{!16}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "Debian clang version 19.1.7 (3~deb12u1)", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !2, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "late.c", directory: ".", checksumkind: CSK_MD5, checksum: "05ef93d2ba186190e4387dec1b5d5083")
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
!12 = !{i32 8, !"PIC Level", i32 2}
!13 = !{i32 7, !"PIE Level", i32 2}
!14 = !{i32 7, !"uwtable", i32 2}
!15 = !{i32 7, !"frame-pointer", i32 2}
!16 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!17 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 11, type: !18, scopeLine: 12, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0)
!18 = !DISubroutineType(types: !19)
!19 = !{!20}
!20 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!21 = !DILocation(line: 13, column: 5, scope: !17)
!22 = !DILocation(line: 14, column: 12, scope: !17)
!23 = !DILocation(line: 14, column: 36, scope: !17)
!24 = !DILocation(line: 14, column: 5, scope: !17)
!25 = !DILocation(line: 15, column: 5, scope: !17)
!26 = distinct !DISubprogram(name: "finish", scope: !1, file: !1, line: 5, type: !27, scopeLine: 6, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0, retainedNodes: !29)
!27 = !DISubroutineType(types: !28)
!28 = !{null, !3}
!29 = !{}
!30 = !DILocalVariable(name: "kind", arg: 1, scope: !26, file: !1, line: 5, type: !3)
!31 = !DILocation(line: 5, column: 30, scope: !26)
!32 = !DILocation(line: 7, column: 5, scope: !26)
!33 = !DILocation(line: 8, column: 14, scope: !26)
!34 = !DILocation(line: 8, column: 5, scope: !26)
!35 = !DILocation(line: 9, column: 1, scope: !26)
