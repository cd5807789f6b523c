; ModuleID = 'division.c'
source_filename = "division.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@.str = private unnamed_addr constant [13 x i8] c"share <= 100\00", align 1, !dbg !0
@.str.1 = private unnamed_addr constant [11 x i8] c"division.c\00", align 1, !dbg !7
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [23 x i8] c"int main(int, char **)\00", align 1, !dbg !12

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main(i32 noundef %0, ptr noundef %1) #0 !dbg !28 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  store i32 0, ptr %3, align 4
  store i32 %0, ptr %4, align 4
    #dbg_declare(ptr %4, !35, !DIExpression(), !36)
  store ptr %1, ptr %5, align 8
    #dbg_declare(ptr %5, !37, !DIExpression(), !38)
    #dbg_declare(ptr %6, !39, !DIExpression(), !40)
  %7 = load i32, ptr %4, align 4, !dbg !41
  %8 = sub nsw i32 %7, 3, !dbg !42
  %9 = sdiv i32 100, %8, !dbg !43
  store i32 %9, ptr %6, align 4, !dbg !40
  %10 = load i32, ptr %6, align 4, !dbg !44
  %11 = icmp sle i32 %10, 100, !dbg !44
  br i1 %11, label %12, label %13, !dbg !47

12:                                               ; preds = %2
  br label %14, !dbg !47

13:                                               ; preds = %2
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 8, ptr noundef @__PRETTY_FUNCTION__.main) #2, !dbg !44
  unreachable, !dbg !44

14:                                               ; preds = %12
  ret i32 0, !dbg !48
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
!1 = distinct !DIGlobalVariable(scope: null, file: !2, line: 8, type: !3, isLocal: true, isDefinition: true)
!2 = !DIFile(filename: "division.c", directory: ".", checksumkind: CSK_MD5, checksum: "72582df069b569f63ef1f51edd9c27a5")
!3 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 104, elements: !5)
!4 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!5 = !{!6}
!6 = !DISubrange(count: 13)
!7 = !DIGlobalVariableExpression(var: !8, expr: !DIExpression())
!8 = distinct !DIGlobalVariable(scope: null, file: !2, line: 8, type: !9, isLocal: true, isDefinition: true)
!9 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 88, elements: !10)
!10 = !{!11}
!11 = !DISubrange(count: 11)
!12 = !DIGlobalVariableExpression(var: !13, expr: !DIExpression())
!13 = distinct !DIGlobalVariable(scope: null, file: !2, line: 8, type: !14, isLocal: true, isDefinition: true)
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
!28 = distinct !DISubprogram(name: "main", scope: !2, file: !2, line: 6, type: !29, scopeLine: 6, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !18, retainedNodes: !34)
!29 = !DISubroutineType(types: !30)
!30 = !{!31, !31, !32}
!31 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!32 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !33, size: 64)
!33 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !4, size: 64)
!34 = !{}
!35 = !DILocalVariable(name: "argc", arg: 1, scope: !28, file: !2, line: 6, type: !31)
!36 = !DILocation(line: 6, column: 14, scope: !28)
!37 = !DILocalVariable(name: "argv", arg: 2, scope: !28, file: !2, line: 6, type: !32)
!38 = !DILocation(line: 6, column: 27, scope: !28)
!39 = !DILocalVariable(name: "share", scope: !28, file: !2, line: 7, type: !31)
!40 = !DILocation(line: 7, column: 9, scope: !28)
!41 = !DILocation(line: 7, column: 24, scope: !28)
!42 = !DILocation(line: 7, column: 29, scope: !28)
!43 = !DILocation(line: 7, column: 21, scope: !28)
!44 = !DILocation(line: 8, column: 5, scope: !45)
!45 = distinct !DILexicalBlock(scope: !46, file: !2, line: 8, column: 5)
!46 = distinct !DILexicalBlock(scope: !28, file: !2, line: 8, column: 5)
!47 = !DILocation(line: 8, column: 5, scope: !46)
!48 = !DILocation(line: 9, column: 5, scope: !28)
