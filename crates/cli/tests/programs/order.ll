; ModuleID = 'order.c'
source_filename = "order.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@.str = private unnamed_addr constant [6 x i8] c"p < q\00", align 1, !dbg !0
@.str.1 = private unnamed_addr constant [8 x i8] c"order.c\00", align 1, !dbg !7
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1, !dbg !12

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !28 {
  %1 = alloca i32, align 4
  %2 = alloca [3 x i32], align 4
  %3 = alloca [3 x i32], align 4
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  store i32 0, ptr %1, align 4
    #dbg_declare(ptr %2, !33, !DIExpression(), !37)
    #dbg_declare(ptr %3, !38, !DIExpression(), !39)
    #dbg_declare(ptr %4, !40, !DIExpression(), !42)
  %6 = getelementptr inbounds [3 x i32], ptr %2, i64 0, i64 0, !dbg !43
  store ptr %6, ptr %4, align 8, !dbg !42
    #dbg_declare(ptr %5, !44, !DIExpression(), !45)
  %7 = getelementptr inbounds [3 x i32], ptr %3, i64 0, i64 0, !dbg !46
  store ptr %7, ptr %5, align 8, !dbg !45
  %8 = load ptr, ptr %4, align 8, !dbg !47
  %9 = load ptr, ptr %5, align 8, !dbg !47
  %10 = icmp ult ptr %8, %9, !dbg !47
  br i1 %10, label %11, label %12, !dbg !50

11:                                               ; preds = %0
  br label %13, !dbg !50

12:                                               ; preds = %0
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 8, ptr noundef @__PRETTY_FUNCTION__.main) #2, !dbg !47
  unreachable, !dbg !47

13:                                               ; preds = %11
  ret i32 0, !dbg !51
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
!2 = !DIFile(filename: "order.c", directory: ".", checksumkind: CSK_MD5, checksum: "3a236ff348b922a08dfc1443cb8212eb")
!3 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 48, elements: !5)
!4 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!5 = !{!6}
!6 = !DISubrange(count: 6)
!7 = !DIGlobalVariableExpression(var: !8, expr: !DIExpression())
!8 = distinct !DIGlobalVariable(scope: null, file: !2, line: 8, type: !9, isLocal: true, isDefinition: true)
!9 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 64, elements: !10)
!10 = !{!11}
!11 = !DISubrange(count: 8)
!12 = !DIGlobalVariableExpression(var: !13, expr: !DIExpression())
!13 = distinct !DIGlobalVariable(scope: null, file: !2, line: 8, type: !14, isLocal: true, isDefinition: true)
!14 = !DICompositeType(tag: DW_TAG_array_type, baseType: !15, size: 120, elements: !16)
!15 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !4)
!16 = !{!17}
!17 = !DISubrange(count: 15)
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
!28 = distinct !DISubprogram(name: "main", scope: !2, file: !2, line: 5, type: !29, scopeLine: 5, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !18, retainedNodes: !32)
!29 = !DISubroutineType(types: !30)
!30 = !{!31}
!31 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!32 = !{}
!33 = !DILocalVariable(name: "a", scope: !28, file: !2, line: 6, type: !34)
!34 = !DICompositeType(tag: DW_TAG_array_type, baseType: !31, size: 96, elements: !35)
!35 = !{!36}
!36 = !DISubrange(count: 3)
!37 = !DILocation(line: 6, column: 9, scope: !28)
!38 = !DILocalVariable(name: "b", scope: !28, file: !2, line: 6, type: !34)
!39 = !DILocation(line: 6, column: 15, scope: !28)
!40 = !DILocalVariable(name: "p", scope: !28, file: !2, line: 7, type: !41)
!41 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !31, size: 64)
!42 = !DILocation(line: 7, column: 10, scope: !28)
!43 = !DILocation(line: 7, column: 14, scope: !28)
!44 = !DILocalVariable(name: "q", scope: !28, file: !2, line: 7, type: !41)
!45 = !DILocation(line: 7, column: 18, scope: !28)
!46 = !DILocation(line: 7, column: 22, scope: !28)
!47 = !DILocation(line: 8, column: 5, scope: !48)
!48 = distinct !DILexicalBlock(scope: !49, file: !2, line: 8, column: 5)
!49 = distinct !DILexicalBlock(scope: !28, file: !2, line: 8, column: 5)
!50 = !DILocation(line: 8, column: 5, scope: !49)
!51 = !DILocation(line: 9, column: 5, scope: !28)
