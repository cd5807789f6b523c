; ModuleID = 'unreached.c'
source_filename = "unreached.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@.str = private unnamed_addr constant [7 x i8] c"x == 1\00", align 1, !dbg !0
@.str.1 = private unnamed_addr constant [12 x i8] c"unreached.c\00", align 1, !dbg !7
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
  store i32 1, ptr %6, align 4, !dbg !40
  %7 = load i32, ptr %4, align 4, !dbg !41
  %8 = load i32, ptr %4, align 4, !dbg !43
  %9 = mul nsw i32 %7, %8, !dbg !44
  %10 = icmp eq i32 %9, 3, !dbg !45
  br i1 %10, label %11, label %13, !dbg !46

11:                                               ; preds = %2
  %12 = call i32 asm "movl $$2, $0", "=r,~{dirflag},~{fpsr},~{flags}"() #2, !dbg !47, !srcloc !48
  store i32 %12, ptr %6, align 4, !dbg !47
  br label %13, !dbg !47

13:                                               ; preds = %11, %2
  %14 = load i32, ptr %6, align 4, !dbg !49
  %15 = icmp eq i32 %14, 1, !dbg !49
  br i1 %15, label %16, label %17, !dbg !52

16:                                               ; preds = %13
  br label %18, !dbg !52

17:                                               ; preds = %13
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 10, ptr noundef @__PRETTY_FUNCTION__.main) #3, !dbg !49
  unreachable, !dbg !49

18:                                               ; preds = %16
  ret i32 0, !dbg !53
}

; Function Attrs: noreturn nounwind
declare void @__assert_fail(ptr noundef, ptr noundef, i32 noundef, ptr noundef) #1

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nounwind memory(none) }
attributes #3 = { noreturn nounwind }

!llvm.dbg.cu = !{!18}
!llvm.module.flags = !{!20, !21, !22, !23, !24, !25, !26}
!llvm.ident = !{!27}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(scope: null, file: !2, line: 10, type: !3, isLocal: true, isDefinition: true)
!2 = !DIFile(filename: "unreached.c", directory: ".", checksumkind: CSK_MD5, checksum: "e339270e297656705e64aa3136e82bf0")
!3 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 56, elements: !5)
!4 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!5 = !{!6}
!6 = !DISubrange(count: 7)
!7 = !DIGlobalVariableExpression(var: !8, expr: !DIExpression())
!8 = distinct !DIGlobalVariable(scope: null, file: !2, line: 10, type: !9, isLocal: true, isDefinition: true)
!9 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 96, elements: !10)
!10 = !{!11}
!11 = !DISubrange(count: 12)
!12 = !DIGlobalVariableExpression(var: !13, expr: !DIExpression())
!13 = distinct !DIGlobalVariable(scope: null, file: !2, line: 10, type: !14, isLocal: true, isDefinition: true)
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
!39 = !DILocalVariable(name: "x", scope: !28, file: !2, line: 7, type: !31)
!40 = !DILocation(line: 7, column: 9, scope: !28)
!41 = !DILocation(line: 8, column: 9, scope: !42)
!42 = distinct !DILexicalBlock(scope: !28, file: !2, line: 8, column: 9)
!43 = !DILocation(line: 8, column: 16, scope: !42)
!44 = !DILocation(line: 8, column: 14, scope: !42)
!45 = !DILocation(line: 8, column: 21, scope: !42)
!46 = !DILocation(line: 8, column: 9, scope: !28)
!47 = !DILocation(line: 9, column: 9, scope: !42)
!48 = !{i64 198}
!49 = !DILocation(line: 10, column: 5, scope: !50)
!50 = distinct !DILexicalBlock(scope: !51, file: !2, line: 10, column: 5)
!51 = distinct !DILexicalBlock(scope: !28, file: !2, line: 10, column: 5)
!52 = !DILocation(line: 10, column: 5, scope: !51)
!53 = !DILocation(line: 11, column: 5, scope: !28)
