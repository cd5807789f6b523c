; ModuleID = 'volatile.c'
source_filename = "volatile.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@device = dso_local global i32 0, align 4, !dbg !0
@.str = private unnamed_addr constant [7 x i8] c"a == b\00", align 1, !dbg !5
@.str.1 = private unnamed_addr constant [11 x i8] c"volatile.c\00", align 1, !dbg !11
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1, !dbg !16

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !32 {
  %1 = alloca i32, align 4
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  store i32 0, ptr %1, align 4
    #dbg_declare(ptr %2, !36, !DIExpression(), !37)
  %4 = load volatile i32, ptr @device, align 4, !dbg !38
  store i32 %4, ptr %2, align 4, !dbg !37
    #dbg_declare(ptr %3, !39, !DIExpression(), !40)
  %5 = load volatile i32, ptr @device, align 4, !dbg !41
  store i32 %5, ptr %3, align 4, !dbg !40
  %6 = load i32, ptr %2, align 4, !dbg !42
  %7 = load i32, ptr %3, align 4, !dbg !42
  %8 = icmp eq i32 %6, %7, !dbg !42
  br i1 %8, label %9, label %10, !dbg !45

9:                                                ; preds = %0
  br label %11, !dbg !45

10:                                               ; preds = %0
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 10, ptr noundef @__PRETTY_FUNCTION__.main) #2, !dbg !42
  unreachable, !dbg !42

11:                                               ; preds = %9
  ret i32 0, !dbg !46
}

; Function Attrs: noreturn nounwind
declare void @__assert_fail(ptr noundef, ptr noundef, i32 noundef, ptr noundef) #1

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { noreturn nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!24, !25, !26, !27, !28, !29, !30}
!llvm.ident = !{!31}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "device", scope: !2, file: !3, line: 5, type: !22, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "Debian clang version 19.1.7 (3~deb12u1)", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "volatile.c", directory: ".", checksumkind: CSK_MD5, checksum: "a19cbf8343339257a2656fc475f80009")
!4 = !{!5, !11, !16, !0}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(scope: null, file: !3, line: 10, type: !7, isLocal: true, isDefinition: true)
!7 = !DICompositeType(tag: DW_TAG_array_type, baseType: !8, size: 56, elements: !9)
!8 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!9 = !{!10}
!10 = !DISubrange(count: 7)
!11 = !DIGlobalVariableExpression(var: !12, expr: !DIExpression())
!12 = distinct !DIGlobalVariable(scope: null, file: !3, line: 10, type: !13, isLocal: true, isDefinition: true)
!13 = !DICompositeType(tag: DW_TAG_array_type, baseType: !8, size: 88, elements: !14)
!14 = !{!15}
!15 = !DISubrange(count: 11)
!16 = !DIGlobalVariableExpression(var: !17, expr: !DIExpression())
!17 = distinct !DIGlobalVariable(scope: null, file: !3, line: 10, type: !18, isLocal: true, isDefinition: true)
!18 = !DICompositeType(tag: DW_TAG_array_type, baseType: !19, size: 120, elements: !20)
!19 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !8)
!20 = !{!21}
!21 = !DISubrange(count: 15)
!22 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !23)
!23 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!24 = !{i32 7, !"Dwarf Version", i32 5}
!25 = !{i32 2, !"Debug Info Version", i32 3}
!26 = !{i32 1, !"wchar_size", i32 4}
!27 = !{i32 8, !"PIC Level", i32 2}
!28 = !{i32 7, !"PIE Level", i32 2}
!29 = !{i32 7, !"uwtable", i32 2}
!30 = !{i32 7, !"frame-pointer", i32 2}
!31 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!32 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 7, type: !33, scopeLine: 7, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !35)
!33 = !DISubroutineType(types: !34)
!34 = !{!23}
!35 = !{}
!36 = !DILocalVariable(name: "a", scope: !32, file: !3, line: 8, type: !23)
!37 = !DILocation(line: 8, column: 9, scope: !32)
!38 = !DILocation(line: 8, column: 13, scope: !32)
!39 = !DILocalVariable(name: "b", scope: !32, file: !3, line: 9, type: !23)
!40 = !DILocation(line: 9, column: 9, scope: !32)
!41 = !DILocation(line: 9, column: 13, scope: !32)
!42 = !DILocation(line: 10, column: 5, scope: !43)
!43 = distinct !DILexicalBlock(scope: !44, file: !3, line: 10, column: 5)
!44 = distinct !DILexicalBlock(scope: !32, file: !3, line: 10, column: 5)
!45 = !DILocation(line: 10, column: 5, scope: !44)
!46 = !DILocation(line: 11, column: 5, scope: !32)
