; ModuleID = 'boxes.c'
source_filename = "boxes.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.box = type { i32 }

; Function Attrs: noinline nounwind uwtable
define dso_local void @box_lock(%struct.box* noundef %0) #0 !dbg !10 {
  %2 = alloca %struct.box*, align 8
  store %struct.box* %0, %struct.box** %2, align 8
  call void @llvm.dbg.declare(metadata %struct.box** %2, metadata !19, metadata !DIExpression()), !dbg !20
  %3 = load %struct.box*, %struct.box** %2, align 8, !dbg !21
  %4 = getelementptr inbounds %struct.box, %struct.box* %3, i32 0, i32 0, !dbg !23
  %5 = load i32, i32* %4, align 4, !dbg !23
  %6 = icmp ne i32 %5, 0, !dbg !21
  br i1 %6, label %10, label %7, !dbg !24

7:                                                ; preds = %1
  %8 = load %struct.box*, %struct.box** %2, align 8, !dbg !25
  %9 = getelementptr inbounds %struct.box, %struct.box* %8, i32 0, i32 0, !dbg !27
  store i32 1, i32* %9, align 4, !dbg !28
  call void @acquire(), !dbg !29
  br label %10, !dbg !30

10:                                               ; preds = %7, %1
  ret void, !dbg !31
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

declare void @acquire() #2

; Function Attrs: noinline nounwind uwtable
define dso_local void @box_unlock(%struct.box* noundef %0) #0 !dbg !32 {
  %2 = alloca %struct.box*, align 8
  store %struct.box* %0, %struct.box** %2, align 8
  call void @llvm.dbg.declare(metadata %struct.box** %2, metadata !33, metadata !DIExpression()), !dbg !34
  %3 = load %struct.box*, %struct.box** %2, align 8, !dbg !35
  %4 = getelementptr inbounds %struct.box, %struct.box* %3, i32 0, i32 0, !dbg !37
  %5 = load i32, i32* %4, align 4, !dbg !37
  %6 = icmp ne i32 %5, 0, !dbg !35
  br i1 %6, label %7, label %10, !dbg !38

7:                                                ; preds = %1
  %8 = load %struct.box*, %struct.box** %2, align 8, !dbg !39
  %9 = getelementptr inbounds %struct.box, %struct.box* %8, i32 0, i32 0, !dbg !41
  store i32 0, i32* %9, align 4, !dbg !42
  call void @release(), !dbg !43
  br label %10, !dbg !44

10:                                               ; preds = %7, %1
  ret void, !dbg !45
}

declare void @release() #2

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7, !8}
!llvm.ident = !{!9}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "boxes.c", directory: ".", checksumkind: CSK_MD5, checksum: "adceafde3aa7e625fc31d144ce6a4372")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 7, !"PIC Level", i32 2}
!6 = !{i32 7, !"PIE Level", i32 2}
!7 = !{i32 7, !"uwtable", i32 1}
!8 = !{i32 7, !"frame-pointer", i32 2}
!9 = !{!"Debian clang version 14.0.6"}
!10 = distinct !DISubprogram(name: "box_lock", scope: !1, file: !1, line: 8, type: !11, scopeLine: 9, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !18)
!11 = !DISubroutineType(types: !12)
!12 = !{null, !13}
!13 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !14, size: 64)
!14 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "box", file: !1, line: 4, size: 32, elements: !15)
!15 = !{!16}
!16 = !DIDerivedType(tag: DW_TAG_member, name: "locked", scope: !14, file: !1, line: 5, baseType: !17, size: 32)
!17 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!18 = !{}
!19 = !DILocalVariable(name: "box", arg: 1, scope: !10, file: !1, line: 8, type: !13)
!20 = !DILocation(line: 8, column: 27, scope: !10)
!21 = !DILocation(line: 10, column: 10, scope: !22)
!22 = distinct !DILexicalBlock(scope: !10, file: !1, line: 10, column: 9)
!23 = !DILocation(line: 10, column: 15, scope: !22)
!24 = !DILocation(line: 10, column: 9, scope: !10)
!25 = !DILocation(line: 11, column: 9, scope: !26)
!26 = distinct !DILexicalBlock(scope: !22, file: !1, line: 10, column: 23)
!27 = !DILocation(line: 11, column: 14, scope: !26)
!28 = !DILocation(line: 11, column: 21, scope: !26)
!29 = !DILocation(line: 12, column: 9, scope: !26)
!30 = !DILocation(line: 13, column: 5, scope: !26)
!31 = !DILocation(line: 14, column: 1, scope: !10)
!32 = distinct !DISubprogram(name: "box_unlock", scope: !1, file: !1, line: 16, type: !11, scopeLine: 17, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !18)
!33 = !DILocalVariable(name: "box", arg: 1, scope: !32, file: !1, line: 16, type: !13)
!34 = !DILocation(line: 16, column: 29, scope: !32)
!35 = !DILocation(line: 18, column: 9, scope: !36)
!36 = distinct !DILexicalBlock(scope: !32, file: !1, line: 18, column: 9)
!37 = !DILocation(line: 18, column: 14, scope: !36)
!38 = !DILocation(line: 18, column: 9, scope: !32)
!39 = !DILocation(line: 19, column: 9, scope: !40)
!40 = distinct !DILexicalBlock(scope: !36, file: !1, line: 18, column: 22)
!41 = !DILocation(line: 19, column: 14, scope: !40)
!42 = !DILocation(line: 19, column: 21, scope: !40)
!43 = !DILocation(line: 20, column: 9, scope: !40)
!44 = !DILocation(line: 21, column: 5, scope: !40)
!45 = !DILocation(line: 22, column: 1, scope: !32)
