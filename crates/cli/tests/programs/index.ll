; ModuleID = 'index.c'
source_filename = "index.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.state = type { [4 x i32], i32 }

@state = internal global %struct.state zeroinitializer, align 4, !dbg !0

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !21 {
  %1 = alloca i32, align 4
  %2 = alloca i32, align 4
  %3 = alloca i32*, align 8
  store i32 0, i32* %1, align 4
  call void @llvm.dbg.declare(metadata i32* %2, metadata !25, metadata !DIExpression()), !dbg !26
  %4 = call i32 @__VERIFIER_nondet_int(), !dbg !27
  store i32 %4, i32* %2, align 4, !dbg !26
  %5 = load i32, i32* %2, align 4, !dbg !28
  %6 = icmp slt i32 %5, 0, !dbg !30
  br i1 %6, label %10, label %7, !dbg !31

7:                                                ; preds = %0
  %8 = load i32, i32* %2, align 4, !dbg !32
  %9 = icmp sgt i32 %8, 4, !dbg !33
  br i1 %9, label %10, label %11, !dbg !34

10:                                               ; preds = %7, %0
  store i32 0, i32* %1, align 4, !dbg !35
  br label %18, !dbg !35

11:                                               ; preds = %7
  call void @llvm.dbg.declare(metadata i32** %3, metadata !36, metadata !DIExpression()), !dbg !38
  store i32* getelementptr inbounds (%struct.state, %struct.state* @state, i32 0, i32 0, i64 4), i32** %3, align 8, !dbg !38
  %12 = load i32, i32* %2, align 4, !dbg !39
  %13 = sext i32 %12 to i64, !dbg !40
  %14 = getelementptr inbounds [4 x i32], [4 x i32]* getelementptr inbounds (%struct.state, %struct.state* @state, i32 0, i32 0), i64 0, i64 %13, !dbg !40
  store i32 3, i32* %14, align 4, !dbg !41
  %15 = load i32*, i32** %3, align 8, !dbg !42
  %16 = icmp eq i32* %15, getelementptr inbounds (%struct.state, %struct.state* @state, i32 0, i32 0, i64 0), !dbg !43
  %17 = zext i1 %16 to i32, !dbg !43
  store i32 %17, i32* %1, align 4, !dbg !44
  br label %18, !dbg !44

18:                                               ; preds = %11, %10
  %19 = load i32, i32* %1, align 4, !dbg !45
  ret i32 %19, !dbg !45
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

declare i32 @__VERIFIER_nondet_int() #2

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!13, !14, !15, !16, !17, !18, !19}
!llvm.ident = !{!20}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "state", scope: !2, file: !3, line: 7, type: !5, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "index.c", directory: ".", checksumkind: CSK_MD5, checksum: "39f075610c19666aa3d9aad7bb9c5410")
!4 = !{!0}
!5 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "state", file: !3, line: 3, size: 160, elements: !6)
!6 = !{!7, !12}
!7 = !DIDerivedType(tag: DW_TAG_member, name: "slots", scope: !5, file: !3, line: 4, baseType: !8, size: 128)
!8 = !DICompositeType(tag: DW_TAG_array_type, baseType: !9, size: 128, elements: !10)
!9 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!10 = !{!11}
!11 = !DISubrange(count: 4)
!12 = !DIDerivedType(tag: DW_TAG_member, name: "count", scope: !5, file: !3, line: 5, baseType: !9, size: 32, offset: 128)
!13 = !{i32 7, !"Dwarf Version", i32 5}
!14 = !{i32 2, !"Debug Info Version", i32 3}
!15 = !{i32 1, !"wchar_size", i32 4}
!16 = !{i32 7, !"PIC Level", i32 2}
!17 = !{i32 7, !"PIE Level", i32 2}
!18 = !{i32 7, !"uwtable", i32 1}
!19 = !{i32 7, !"frame-pointer", i32 2}
!20 = !{!"Debian clang version 14.0.6"}
!21 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 10, type: !22, scopeLine: 10, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !24)
!22 = !DISubroutineType(types: !23)
!23 = !{!9}
!24 = !{}
!25 = !DILocalVariable(name: "i", scope: !21, file: !3, line: 11, type: !9)
!26 = !DILocation(line: 11, column: 9, scope: !21)
!27 = !DILocation(line: 11, column: 13, scope: !21)
!28 = !DILocation(line: 12, column: 9, scope: !29)
!29 = distinct !DILexicalBlock(scope: !21, file: !3, line: 12, column: 9)
!30 = !DILocation(line: 12, column: 11, scope: !29)
!31 = !DILocation(line: 12, column: 15, scope: !29)
!32 = !DILocation(line: 12, column: 18, scope: !29)
!33 = !DILocation(line: 12, column: 20, scope: !29)
!34 = !DILocation(line: 12, column: 9, scope: !21)
!35 = !DILocation(line: 13, column: 9, scope: !29)
!36 = !DILocalVariable(name: "end", scope: !21, file: !3, line: 14, type: !37)
!37 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !9, size: 64)
!38 = !DILocation(line: 14, column: 10, scope: !21)
!39 = !DILocation(line: 15, column: 17, scope: !21)
!40 = !DILocation(line: 15, column: 5, scope: !21)
!41 = !DILocation(line: 15, column: 20, scope: !21)
!42 = !DILocation(line: 16, column: 12, scope: !21)
!43 = !DILocation(line: 16, column: 16, scope: !21)
!44 = !DILocation(line: 16, column: 5, scope: !21)
!45 = !DILocation(line: 17, column: 1, scope: !21)
