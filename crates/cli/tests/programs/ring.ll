; ModuleID = 'ring.c'
source_filename = "ring.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.ring = type { [4 x i32], i32, i32 }

@.str = private unnamed_addr constant [16 x i8] c"r.count <= SIZE\00", align 1, !dbg !0
@.str.1 = private unnamed_addr constant [7 x i8] c"ring.c\00", align 1, !dbg !7
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [23 x i8] c"int main(int, char **)\00", align 1, !dbg !12

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main(i32 noundef %0, ptr noundef %1) #0 !dbg !28 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca %struct.ring, align 4
  %7 = alloca i32, align 4
  store i32 0, ptr %3, align 4
  store i32 %0, ptr %4, align 4
    #dbg_declare(ptr %4, !35, !DIExpression(), !36)
  store ptr %1, ptr %5, align 8
    #dbg_declare(ptr %5, !37, !DIExpression(), !38)
    #dbg_declare(ptr %6, !39, !DIExpression(), !49)
  call void @llvm.memset.p0.i64(ptr align 4 %6, i8 0, i64 24, i1 false), !dbg !49
    #dbg_declare(ptr %7, !50, !DIExpression(), !52)
  store i32 0, ptr %7, align 4, !dbg !52
  br label %8, !dbg !53

8:                                                ; preds = %25, %2
  %9 = load i32, ptr %7, align 4, !dbg !54
  %10 = load i32, ptr %4, align 4, !dbg !56
  %11 = icmp slt i32 %9, %10, !dbg !57
  br i1 %11, label %12, label %28, !dbg !58

12:                                               ; preds = %8
  %13 = load i32, ptr %7, align 4, !dbg !59
  %14 = call i32 @push(ptr noundef %6, i32 noundef %13), !dbg !62
  %15 = icmp ne i32 %14, 0, !dbg !62
  br i1 %15, label %18, label %16, !dbg !63

16:                                               ; preds = %12
  %17 = call i32 @pop(ptr noundef %6), !dbg !64
  br label %18, !dbg !64

18:                                               ; preds = %16, %12
  %19 = getelementptr inbounds %struct.ring, ptr %6, i32 0, i32 2, !dbg !65
  %20 = load i32, ptr %19, align 4, !dbg !65
  %21 = icmp ule i32 %20, 4, !dbg !65
  br i1 %21, label %22, label %23, !dbg !68

22:                                               ; preds = %18
  br label %24, !dbg !68

23:                                               ; preds = %18
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 35, ptr noundef @__PRETTY_FUNCTION__.main) #3, !dbg !65
  unreachable, !dbg !65

24:                                               ; preds = %22
  br label %25, !dbg !69

25:                                               ; preds = %24
  %26 = load i32, ptr %7, align 4, !dbg !70
  %27 = add nsw i32 %26, 1, !dbg !70
  store i32 %27, ptr %7, align 4, !dbg !70
  br label %8, !dbg !71, !llvm.loop !72

28:                                               ; preds = %8
  ret i32 0, !dbg !75
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #1

; Function Attrs: noinline nounwind uwtable
define internal i32 @push(ptr noundef %0, i32 noundef %1) #0 !dbg !76 {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
    #dbg_declare(ptr %4, !80, !DIExpression(), !81)
  store i32 %1, ptr %5, align 4
    #dbg_declare(ptr %5, !82, !DIExpression(), !83)
  %6 = load ptr, ptr %4, align 8, !dbg !84
  %7 = getelementptr inbounds %struct.ring, ptr %6, i32 0, i32 2, !dbg !86
  %8 = load i32, ptr %7, align 4, !dbg !86
  %9 = icmp eq i32 %8, 4, !dbg !87
  br i1 %9, label %10, label %11, !dbg !88

10:                                               ; preds = %2
  store i32 0, ptr %3, align 4, !dbg !89
  br label %29, !dbg !89

11:                                               ; preds = %2
  %12 = load i32, ptr %5, align 4, !dbg !90
  %13 = load ptr, ptr %4, align 8, !dbg !91
  %14 = getelementptr inbounds %struct.ring, ptr %13, i32 0, i32 0, !dbg !92
  %15 = load ptr, ptr %4, align 8, !dbg !93
  %16 = getelementptr inbounds %struct.ring, ptr %15, i32 0, i32 1, !dbg !94
  %17 = load i32, ptr %16, align 4, !dbg !94
  %18 = load ptr, ptr %4, align 8, !dbg !95
  %19 = getelementptr inbounds %struct.ring, ptr %18, i32 0, i32 2, !dbg !96
  %20 = load i32, ptr %19, align 4, !dbg !96
  %21 = add i32 %17, %20, !dbg !97
  %22 = urem i32 %21, 4, !dbg !98
  %23 = zext i32 %22 to i64, !dbg !91
  %24 = getelementptr inbounds [4 x i32], ptr %14, i64 0, i64 %23, !dbg !91
  store i32 %12, ptr %24, align 4, !dbg !99
  %25 = load ptr, ptr %4, align 8, !dbg !100
  %26 = getelementptr inbounds %struct.ring, ptr %25, i32 0, i32 2, !dbg !101
  %27 = load i32, ptr %26, align 4, !dbg !102
  %28 = add i32 %27, 1, !dbg !102
  store i32 %28, ptr %26, align 4, !dbg !102
  store i32 1, ptr %3, align 4, !dbg !103
  br label %29, !dbg !103

29:                                               ; preds = %11, %10
  %30 = load i32, ptr %3, align 4, !dbg !104
  ret i32 %30, !dbg !104
}

; Function Attrs: noinline nounwind uwtable
define internal i32 @pop(ptr noundef %0) #0 !dbg !105 {
  %2 = alloca ptr, align 8
  %3 = alloca i32, align 4
  store ptr %0, ptr %2, align 8
    #dbg_declare(ptr %2, !108, !DIExpression(), !109)
    #dbg_declare(ptr %3, !110, !DIExpression(), !111)
  %4 = load ptr, ptr %2, align 8, !dbg !112
  %5 = getelementptr inbounds %struct.ring, ptr %4, i32 0, i32 0, !dbg !113
  %6 = load ptr, ptr %2, align 8, !dbg !114
  %7 = getelementptr inbounds %struct.ring, ptr %6, i32 0, i32 1, !dbg !115
  %8 = load i32, ptr %7, align 4, !dbg !115
  %9 = zext i32 %8 to i64, !dbg !112
  %10 = getelementptr inbounds [4 x i32], ptr %5, i64 0, i64 %9, !dbg !112
  %11 = load i32, ptr %10, align 4, !dbg !112
  store i32 %11, ptr %3, align 4, !dbg !111
  %12 = load ptr, ptr %2, align 8, !dbg !116
  %13 = getelementptr inbounds %struct.ring, ptr %12, i32 0, i32 1, !dbg !117
  %14 = load i32, ptr %13, align 4, !dbg !117
  %15 = add i32 %14, 1, !dbg !118
  %16 = urem i32 %15, 4, !dbg !119
  %17 = load ptr, ptr %2, align 8, !dbg !120
  %18 = getelementptr inbounds %struct.ring, ptr %17, i32 0, i32 1, !dbg !121
  store i32 %16, ptr %18, align 4, !dbg !122
  %19 = load ptr, ptr %2, align 8, !dbg !123
  %20 = getelementptr inbounds %struct.ring, ptr %19, i32 0, i32 2, !dbg !124
  %21 = load i32, ptr %20, align 4, !dbg !125
  %22 = add i32 %21, -1, !dbg !125
  store i32 %22, ptr %20, align 4, !dbg !125
  %23 = load i32, ptr %3, align 4, !dbg !126
  ret i32 %23, !dbg !127
}

; Function Attrs: noreturn nounwind
declare void @__assert_fail(ptr noundef, ptr noundef, i32 noundef, ptr noundef) #2

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #2 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { noreturn nounwind }

!llvm.dbg.cu = !{!18}
!llvm.module.flags = !{!20, !21, !22, !23, !24, !25, !26}
!llvm.ident = !{!27}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(scope: null, file: !2, line: 35, type: !3, isLocal: true, isDefinition: true)
!2 = !DIFile(filename: "ring.c", directory: ".", checksumkind: CSK_MD5, checksum: "f347134316c28639a220f2a71274b9fe")
!3 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 128, elements: !5)
!4 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!5 = !{!6}
!6 = !DISubrange(count: 16)
!7 = !DIGlobalVariableExpression(var: !8, expr: !DIExpression())
!8 = distinct !DIGlobalVariable(scope: null, file: !2, line: 35, type: !9, isLocal: true, isDefinition: true)
!9 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 56, elements: !10)
!10 = !{!11}
!11 = !DISubrange(count: 7)
!12 = !DIGlobalVariableExpression(var: !13, expr: !DIExpression())
!13 = distinct !DIGlobalVariable(scope: null, file: !2, line: 35, type: !14, isLocal: true, isDefinition: true)
!14 = !DICompositeType(tag: DW_TAG_array_type, baseType: !15, size: 184, elements: !16)
!15 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !4)
!16 = !{!17}
!17 = !DISubrange(count: 23)
!18 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, producer: "Debian clang version 19.1.7 (3~deb12u1)", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !19, splitDebugInlining: false, nameTableKind: None)
!19 = !{!0, !7, !12}
!20 = !{i32 7, !"Dwarf Version", i32 5}
!21 = !{i32 2, !"Debug Info Version", i32 3}
!22 = !{i32 1, !"wchar_size", i32 4}
!23 = !{i32 8, !"PIC Level", i32 2}
!24 = !{i32 7, !"PIE Level", i32 2}
!25 = !{i32 7, !"uwtable", i32 2}
!26 = !{i32 7, !"frame-pointer", i32 2}
!27 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!28 = distinct !DISubprogram(name: "main", scope: !2, file: !2, line: 30, type: !29, scopeLine: 30, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !18, retainedNodes: !34)
!29 = !DISubroutineType(types: !30)
!30 = !{!31, !31, !32}
!31 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!32 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !33, size: 64)
!33 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !4, size: 64)
!34 = !{}
!35 = !DILocalVariable(name: "argc", arg: 1, scope: !28, file: !2, line: 30, type: !31)
!36 = !DILocation(line: 30, column: 14, scope: !28)
!37 = !DILocalVariable(name: "argv", arg: 2, scope: !28, file: !2, line: 30, type: !32)
!38 = !DILocation(line: 30, column: 27, scope: !28)
!39 = !DILocalVariable(name: "r", scope: !28, file: !2, line: 31, type: !40)
!40 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "ring", file: !2, line: 9, size: 192, elements: !41)
!41 = !{!42, !46, !48}
!42 = !DIDerivedType(tag: DW_TAG_member, name: "data", scope: !40, file: !2, line: 10, baseType: !43, size: 128)
!43 = !DICompositeType(tag: DW_TAG_array_type, baseType: !31, size: 128, elements: !44)
!44 = !{!45}
!45 = !DISubrange(count: 4)
!46 = !DIDerivedType(tag: DW_TAG_member, name: "head", scope: !40, file: !2, line: 11, baseType: !47, size: 32, offset: 128)
!47 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!48 = !DIDerivedType(tag: DW_TAG_member, name: "count", scope: !40, file: !2, line: 12, baseType: !47, size: 32, offset: 160)
!49 = !DILocation(line: 31, column: 17, scope: !28)
!50 = !DILocalVariable(name: "i", scope: !51, file: !2, line: 32, type: !31)
!51 = distinct !DILexicalBlock(scope: !28, file: !2, line: 32, column: 5)
!52 = !DILocation(line: 32, column: 14, scope: !51)
!53 = !DILocation(line: 32, column: 10, scope: !51)
!54 = !DILocation(line: 32, column: 21, scope: !55)
!55 = distinct !DILexicalBlock(scope: !51, file: !2, line: 32, column: 5)
!56 = !DILocation(line: 32, column: 25, scope: !55)
!57 = !DILocation(line: 32, column: 23, scope: !55)
!58 = !DILocation(line: 32, column: 5, scope: !51)
!59 = !DILocation(line: 33, column: 23, scope: !60)
!60 = distinct !DILexicalBlock(scope: !61, file: !2, line: 33, column: 13)
!61 = distinct !DILexicalBlock(scope: !55, file: !2, line: 32, column: 36)
!62 = !DILocation(line: 33, column: 14, scope: !60)
!63 = !DILocation(line: 33, column: 13, scope: !61)
!64 = !DILocation(line: 34, column: 13, scope: !60)
!65 = !DILocation(line: 35, column: 9, scope: !66)
!66 = distinct !DILexicalBlock(scope: !67, file: !2, line: 35, column: 9)
!67 = distinct !DILexicalBlock(scope: !61, file: !2, line: 35, column: 9)
!68 = !DILocation(line: 35, column: 9, scope: !67)
!69 = !DILocation(line: 36, column: 5, scope: !61)
!70 = !DILocation(line: 32, column: 32, scope: !55)
!71 = !DILocation(line: 32, column: 5, scope: !55)
!72 = distinct !{!72, !58, !73, !74}
!73 = !DILocation(line: 36, column: 5, scope: !51)
!74 = !{!"llvm.loop.mustprogress"}
!75 = !DILocation(line: 37, column: 5, scope: !28)
!76 = distinct !DISubprogram(name: "push", scope: !2, file: !2, line: 15, type: !77, scopeLine: 15, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !18, retainedNodes: !34)
!77 = !DISubroutineType(types: !78)
!78 = !{!31, !79, !31}
!79 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !40, size: 64)
!80 = !DILocalVariable(name: "r", arg: 1, scope: !76, file: !2, line: 15, type: !79)
!81 = !DILocation(line: 15, column: 30, scope: !76)
!82 = !DILocalVariable(name: "value", arg: 2, scope: !76, file: !2, line: 15, type: !31)
!83 = !DILocation(line: 15, column: 37, scope: !76)
!84 = !DILocation(line: 16, column: 9, scope: !85)
!85 = distinct !DILexicalBlock(scope: !76, file: !2, line: 16, column: 9)
!86 = !DILocation(line: 16, column: 12, scope: !85)
!87 = !DILocation(line: 16, column: 18, scope: !85)
!88 = !DILocation(line: 16, column: 9, scope: !76)
!89 = !DILocation(line: 17, column: 9, scope: !85)
!90 = !DILocation(line: 18, column: 44, scope: !76)
!91 = !DILocation(line: 18, column: 5, scope: !76)
!92 = !DILocation(line: 18, column: 8, scope: !76)
!93 = !DILocation(line: 18, column: 14, scope: !76)
!94 = !DILocation(line: 18, column: 17, scope: !76)
!95 = !DILocation(line: 18, column: 24, scope: !76)
!96 = !DILocation(line: 18, column: 27, scope: !76)
!97 = !DILocation(line: 18, column: 22, scope: !76)
!98 = !DILocation(line: 18, column: 34, scope: !76)
!99 = !DILocation(line: 18, column: 42, scope: !76)
!100 = !DILocation(line: 19, column: 5, scope: !76)
!101 = !DILocation(line: 19, column: 8, scope: !76)
!102 = !DILocation(line: 19, column: 13, scope: !76)
!103 = !DILocation(line: 20, column: 5, scope: !76)
!104 = !DILocation(line: 21, column: 1, scope: !76)
!105 = distinct !DISubprogram(name: "pop", scope: !2, file: !2, line: 23, type: !106, scopeLine: 23, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !18, retainedNodes: !34)
!106 = !DISubroutineType(types: !107)
!107 = !{!31, !79}
!108 = !DILocalVariable(name: "r", arg: 1, scope: !105, file: !2, line: 23, type: !79)
!109 = !DILocation(line: 23, column: 29, scope: !105)
!110 = !DILocalVariable(name: "value", scope: !105, file: !2, line: 24, type: !31)
!111 = !DILocation(line: 24, column: 9, scope: !105)
!112 = !DILocation(line: 24, column: 17, scope: !105)
!113 = !DILocation(line: 24, column: 20, scope: !105)
!114 = !DILocation(line: 24, column: 25, scope: !105)
!115 = !DILocation(line: 24, column: 28, scope: !105)
!116 = !DILocation(line: 25, column: 16, scope: !105)
!117 = !DILocation(line: 25, column: 19, scope: !105)
!118 = !DILocation(line: 25, column: 24, scope: !105)
!119 = !DILocation(line: 25, column: 29, scope: !105)
!120 = !DILocation(line: 25, column: 5, scope: !105)
!121 = !DILocation(line: 25, column: 8, scope: !105)
!122 = !DILocation(line: 25, column: 13, scope: !105)
!123 = !DILocation(line: 26, column: 5, scope: !105)
!124 = !DILocation(line: 26, column: 8, scope: !105)
!125 = !DILocation(line: 26, column: 13, scope: !105)
!126 = !DILocation(line: 27, column: 12, scope: !105)
!127 = !DILocation(line: 27, column: 5, scope: !105)
