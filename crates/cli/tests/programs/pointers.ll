; ModuleID = 'pointers.c'
source_filename = "pointers.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@.str = private unnamed_addr constant [14 x i8] c"op(5, 3) == 8\00", align 1, !dbg !0
@.str.1 = private unnamed_addr constant [11 x i8] c"pointers.c\00", align 1, !dbg !7
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [23 x i8] c"int main(int, char **)\00", align 1, !dbg !12

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main(i32 noundef %0, ptr noundef %1) #0 !dbg !28 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  store i32 0, ptr %3, align 4
  store i32 %0, ptr %4, align 4
    #dbg_declare(ptr %4, !35, !DIExpression(), !36)
  store ptr %1, ptr %5, align 8
    #dbg_declare(ptr %5, !37, !DIExpression(), !38)
    #dbg_declare(ptr %6, !39, !DIExpression(), !43)
  store ptr @add, ptr %6, align 8, !dbg !43
  %7 = load i32, ptr %4, align 4, !dbg !44
  %8 = icmp sgt i32 %7, 3, !dbg !46
  br i1 %8, label %9, label %10, !dbg !47

9:                                                ; preds = %2
  store ptr @subtract, ptr %6, align 8, !dbg !48
  br label %10, !dbg !49

10:                                               ; preds = %9, %2
  %11 = load ptr, ptr %6, align 8, !dbg !50
  %12 = call i32 %11(i32 noundef 5, i32 noundef 3), !dbg !50
  %13 = icmp eq i32 %12, 8, !dbg !50
  br i1 %13, label %14, label %15, !dbg !53

14:                                               ; preds = %10
  br label %16, !dbg !53

15:                                               ; preds = %10
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 16, ptr noundef @__PRETTY_FUNCTION__.main) #2, !dbg !50
  unreachable, !dbg !50

16:                                               ; preds = %14
  ret i32 0, !dbg !54
}

; Function Attrs: noinline nounwind uwtable
define internal i32 @add(i32 noundef %0, i32 noundef %1) #0 !dbg !55 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
    #dbg_declare(ptr %3, !56, !DIExpression(), !57)
  store i32 %1, ptr %4, align 4
    #dbg_declare(ptr %4, !58, !DIExpression(), !59)
  %5 = load i32, ptr %3, align 4, !dbg !60
  %6 = load i32, ptr %4, align 4, !dbg !61
  %7 = add nsw i32 %5, %6, !dbg !62
  ret i32 %7, !dbg !63
}

; Function Attrs: noinline nounwind uwtable
define internal i32 @subtract(i32 noundef %0, i32 noundef %1) #0 !dbg !64 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
    #dbg_declare(ptr %3, !65, !DIExpression(), !66)
  store i32 %1, ptr %4, align 4
    #dbg_declare(ptr %4, !67, !DIExpression(), !68)
  %5 = load i32, ptr %3, align 4, !dbg !69
  %6 = load i32, ptr %4, align 4, !dbg !70
  %7 = sub nsw i32 %5, %6, !dbg !71
  ret i32 %7, !dbg !72
}

; Function Attrs: noreturn nounwind
declare void @__assert_fail(ptr noundef, ptr noundef, i32 noundef, ptr noundef) #1

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { noreturn nounwind }

!llvm.dbg.cu = !{!18}
!llvm.module.flags = !{!20, !21, !22, !23, !24, !25, !26}
!llvm.ident = !{!27}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(scope: null, file: !2, line: 16, type: !3, isLocal: true, isDefinition: true)
!2 = !DIFile(filename: "pointers.c", directory: ".", checksumkind: CSK_MD5, checksum: "365096f0e70febbe57b84a81824c1b65")
!3 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 112, elements: !5)
!4 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!5 = !{!6}
!6 = !DISubrange(count: 14)
!7 = !DIGlobalVariableExpression(var: !8, expr: !DIExpression())
!8 = distinct !DIGlobalVariable(scope: null, file: !2, line: 16, type: !9, isLocal: true, isDefinition: true)
!9 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 88, elements: !10)
!10 = !{!11}
!11 = !DISubrange(count: 11)
!12 = !DIGlobalVariableExpression(var: !13, expr: !DIExpression())
!13 = distinct !DIGlobalVariable(scope: null, file: !2, line: 16, type: !14, isLocal: true, isDefinition: true)
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
!28 = distinct !DISubprogram(name: "main", scope: !2, file: !2, line: 12, type: !29, scopeLine: 12, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !18, retainedNodes: !34)
!29 = !DISubroutineType(types: !30)
!30 = !{!31, !31, !32}
!31 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!32 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !33, size: 64)
!33 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !4, size: 64)
!34 = !{}
!35 = !DILocalVariable(name: "argc", arg: 1, scope: !28, file: !2, line: 12, type: !31)
!36 = !DILocation(line: 12, column: 14, scope: !28)
!37 = !DILocalVariable(name: "argv", arg: 2, scope: !28, file: !2, line: 12, type: !32)
!38 = !DILocation(line: 12, column: 27, scope: !28)
!39 = !DILocalVariable(name: "op", scope: !28, file: !2, line: 13, type: !40)
!40 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !41, size: 64)
!41 = !DISubroutineType(types: !42)
!42 = !{!31, !31, !31}
!43 = !DILocation(line: 13, column: 11, scope: !28)
!44 = !DILocation(line: 14, column: 9, scope: !45)
!45 = distinct !DILexicalBlock(scope: !28, file: !2, line: 14, column: 9)
!46 = !DILocation(line: 14, column: 14, scope: !45)
!47 = !DILocation(line: 14, column: 9, scope: !28)
!48 = !DILocation(line: 15, column: 12, scope: !45)
!49 = !DILocation(line: 15, column: 9, scope: !45)
!50 = !DILocation(line: 16, column: 5, scope: !51)
!51 = distinct !DILexicalBlock(scope: !52, file: !2, line: 16, column: 5)
!52 = distinct !DILexicalBlock(scope: !28, file: !2, line: 16, column: 5)
!53 = !DILocation(line: 16, column: 5, scope: !52)
!54 = !DILocation(line: 17, column: 5, scope: !28)
!55 = distinct !DISubprogram(name: "add", scope: !2, file: !2, line: 5, type: !41, scopeLine: 5, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !18, retainedNodes: !34)
!56 = !DILocalVariable(name: "a", arg: 1, scope: !55, file: !2, line: 5, type: !31)
!57 = !DILocation(line: 5, column: 20, scope: !55)
!58 = !DILocalVariable(name: "b", arg: 2, scope: !55, file: !2, line: 5, type: !31)
!59 = !DILocation(line: 5, column: 27, scope: !55)
!60 = !DILocation(line: 6, column: 12, scope: !55)
!61 = !DILocation(line: 6, column: 16, scope: !55)
!62 = !DILocation(line: 6, column: 14, scope: !55)
!63 = !DILocation(line: 6, column: 5, scope: !55)
!64 = distinct !DISubprogram(name: "subtract", scope: !2, file: !2, line: 8, type: !41, scopeLine: 8, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !18, retainedNodes: !34)
!65 = !DILocalVariable(name: "a", arg: 1, scope: !64, file: !2, line: 8, type: !31)
!66 = !DILocation(line: 8, column: 25, scope: !64)
!67 = !DILocalVariable(name: "b", arg: 2, scope: !64, file: !2, line: 8, type: !31)
!68 = !DILocation(line: 8, column: 32, scope: !64)
!69 = !DILocation(line: 9, column: 12, scope: !64)
!70 = !DILocation(line: 9, column: 16, scope: !64)
!71 = !DILocation(line: 9, column: 14, scope: !64)
!72 = !DILocation(line: 9, column: 5, scope: !64)
