; ModuleID = 'stack.c'
source_filename = "stack.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@.str = private unnamed_addr constant [12 x i8] c"*first == 1\00", align 1, !dbg !0
@.str.1 = private unnamed_addr constant [8 x i8] c"stack.c\00", align 1, !dbg !7
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1, !dbg !12

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !28 {
  %1 = alloca i32, align 4
  %2 = alloca ptr, align 8
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  store i32 0, ptr %1, align 4
    #dbg_declare(ptr %2, !33, !DIExpression(), !35)
  store ptr null, ptr %2, align 8, !dbg !35
    #dbg_declare(ptr %3, !36, !DIExpression(), !38)
  store i32 0, ptr %3, align 4, !dbg !38
  br label %5, !dbg !39

5:                                                ; preds = %17, %0
  %6 = load i32, ptr %3, align 4, !dbg !40
  %7 = icmp slt i32 %6, 2, !dbg !42
  br i1 %7, label %8, label %20, !dbg !43

8:                                                ; preds = %5
    #dbg_declare(ptr %4, !44, !DIExpression(), !46)
  %9 = alloca i8, i64 4, align 16, !dbg !47
  store ptr %9, ptr %4, align 8, !dbg !46
  %10 = load i32, ptr %3, align 4, !dbg !48
  %11 = load ptr, ptr %4, align 8, !dbg !49
  store i32 %10, ptr %11, align 4, !dbg !50
  %12 = load i32, ptr %3, align 4, !dbg !51
  %13 = icmp eq i32 %12, 0, !dbg !53
  br i1 %13, label %14, label %16, !dbg !54

14:                                               ; preds = %8
  %15 = load ptr, ptr %4, align 8, !dbg !55
  store ptr %15, ptr %2, align 8, !dbg !56
  br label %16, !dbg !57

16:                                               ; preds = %14, %8
  br label %17, !dbg !58

17:                                               ; preds = %16
  %18 = load i32, ptr %3, align 4, !dbg !59
  %19 = add nsw i32 %18, 1, !dbg !59
  store i32 %19, ptr %3, align 4, !dbg !59
  br label %5, !dbg !60, !llvm.loop !61

20:                                               ; preds = %5
  %21 = load ptr, ptr %2, align 8, !dbg !64
  %22 = load i32, ptr %21, align 4, !dbg !64
  %23 = icmp eq i32 %22, 1, !dbg !64
  br i1 %23, label %24, label %25, !dbg !67

24:                                               ; preds = %20
  br label %26, !dbg !67

25:                                               ; preds = %20
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 13, ptr noundef @__PRETTY_FUNCTION__.main) #2, !dbg !64
  unreachable, !dbg !64

26:                                               ; preds = %24
  ret i32 0, !dbg !68
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
!1 = distinct !DIGlobalVariable(scope: null, file: !2, line: 13, type: !3, isLocal: true, isDefinition: true)
!2 = !DIFile(filename: "stack.c", directory: ".", checksumkind: CSK_MD5, checksum: "bb6cf4e6edbca4c31cea804642613f64")
!3 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 96, elements: !5)
!4 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!5 = !{!6}
!6 = !DISubrange(count: 12)
!7 = !DIGlobalVariableExpression(var: !8, expr: !DIExpression())
!8 = distinct !DIGlobalVariable(scope: null, file: !2, line: 13, type: !9, isLocal: true, isDefinition: true)
!9 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 64, elements: !10)
!10 = !{!11}
!11 = !DISubrange(count: 8)
!12 = !DIGlobalVariableExpression(var: !13, expr: !DIExpression())
!13 = distinct !DIGlobalVariable(scope: null, file: !2, line: 13, type: !14, isLocal: true, isDefinition: true)
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
!33 = !DILocalVariable(name: "first", scope: !28, file: !2, line: 6, type: !34)
!34 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !31, size: 64)
!35 = !DILocation(line: 6, column: 10, scope: !28)
!36 = !DILocalVariable(name: "i", scope: !37, file: !2, line: 7, type: !31)
!37 = distinct !DILexicalBlock(scope: !28, file: !2, line: 7, column: 5)
!38 = !DILocation(line: 7, column: 14, scope: !37)
!39 = !DILocation(line: 7, column: 10, scope: !37)
!40 = !DILocation(line: 7, column: 21, scope: !41)
!41 = distinct !DILexicalBlock(scope: !37, file: !2, line: 7, column: 5)
!42 = !DILocation(line: 7, column: 23, scope: !41)
!43 = !DILocation(line: 7, column: 5, scope: !37)
!44 = !DILocalVariable(name: "p", scope: !45, file: !2, line: 8, type: !34)
!45 = distinct !DILexicalBlock(scope: !41, file: !2, line: 7, column: 33)
!46 = !DILocation(line: 8, column: 14, scope: !45)
!47 = !DILocation(line: 8, column: 18, scope: !45)
!48 = !DILocation(line: 9, column: 14, scope: !45)
!49 = !DILocation(line: 9, column: 10, scope: !45)
!50 = !DILocation(line: 9, column: 12, scope: !45)
!51 = !DILocation(line: 10, column: 13, scope: !52)
!52 = distinct !DILexicalBlock(scope: !45, file: !2, line: 10, column: 13)
!53 = !DILocation(line: 10, column: 15, scope: !52)
!54 = !DILocation(line: 10, column: 13, scope: !45)
!55 = !DILocation(line: 11, column: 21, scope: !52)
!56 = !DILocation(line: 11, column: 19, scope: !52)
!57 = !DILocation(line: 11, column: 13, scope: !52)
!58 = !DILocation(line: 12, column: 5, scope: !45)
!59 = !DILocation(line: 7, column: 29, scope: !41)
!60 = !DILocation(line: 7, column: 5, scope: !41)
!61 = distinct !{!61, !43, !62, !63}
!62 = !DILocation(line: 12, column: 5, scope: !37)
!63 = !{!"llvm.loop.mustprogress"}
!64 = !DILocation(line: 13, column: 5, scope: !65)
!65 = distinct !DILexicalBlock(scope: !66, file: !2, line: 13, column: 5)
!66 = distinct !DILexicalBlock(scope: !28, file: !2, line: 13, column: 5)
!67 = !DILocation(line: 13, column: 5, scope: !66)
!68 = !DILocation(line: 14, column: 5, scope: !28)
