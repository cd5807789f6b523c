; ModuleID = 'context.c'
source_filename = "context.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.ucontext_t = type { i64, %struct.ucontext_t*, %struct.stack_t, %struct.mcontext_t, %struct.__sigset_t, %struct._libc_fpstate, [4 x i64] }
%struct.stack_t = type { i8*, i32, i64 }
%struct.mcontext_t = type { [23 x i64], %struct._libc_fpstate*, [8 x i64] }
%struct.__sigset_t = type { [16 x i64] }
%struct._libc_fpstate = type { i16, i16, i16, i16, i64, i64, i32, i32, [8 x %struct._libc_fpxreg], [16 x %struct._libc_xmmreg], [24 x i32] }
%struct._libc_fpxreg = type { [4 x i16], i16, [3 x i16] }
%struct._libc_xmmreg = type { [4 x i32] }

@main.context = internal global %struct.ucontext_t zeroinitializer, align 8, !dbg !0
@main.n = internal global i32 0, align 4, !dbg !9
@.str = private unnamed_addr constant [6 x i8] c"n < 2\00", align 1
@.str.1 = private unnamed_addr constant [10 x i8] c"context.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !2 {
  %1 = alloca i32, align 4
  store i32 0, i32* %1, align 4
  %2 = call i32 @getcontext(%struct.ucontext_t* noundef @main.context) #4, !dbg !111
  %3 = load i32, i32* @main.n, align 4, !dbg !112
  %4 = add nsw i32 %3, 1, !dbg !112
  store i32 %4, i32* @main.n, align 4, !dbg !112
  %5 = load i32, i32* @main.n, align 4, !dbg !113
  %6 = icmp slt i32 %5, 2, !dbg !115
  br i1 %6, label %7, label %9, !dbg !116

7:                                                ; preds = %0
  %8 = call i32 @setcontext(%struct.ucontext_t* noundef @main.context) #5, !dbg !117
  br label %9, !dbg !117

9:                                                ; preds = %7, %0
  %10 = load i32, i32* @main.n, align 4, !dbg !118
  %11 = icmp slt i32 %10, 2, !dbg !118
  br i1 %11, label %12, label %13, !dbg !121

12:                                               ; preds = %9
  br label %14, !dbg !121

13:                                               ; preds = %9
  call void @__assert_fail(i8* noundef getelementptr inbounds ([6 x i8], [6 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([10 x i8], [10 x i8]* @.str.1, i64 0, i64 0), i32 noundef 13, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #6, !dbg !118
  unreachable, !dbg !118

14:                                               ; preds = %12
  ret i32 0, !dbg !122
}

; Function Attrs: nounwind returns_twice
declare i32 @getcontext(%struct.ucontext_t* noundef) #1

; Function Attrs: nounwind
declare i32 @setcontext(%struct.ucontext_t* noundef) #2

; Function Attrs: noreturn nounwind
declare void @__assert_fail(i8* noundef, i8* noundef, i32 noundef, i8* noundef) #3

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nounwind returns_twice "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nounwind returns_twice }
attributes #5 = { nounwind }
attributes #6 = { noreturn nounwind }

!llvm.dbg.cu = !{!7}
!llvm.module.flags = !{!103, !104, !105, !106, !107, !108, !109}
!llvm.ident = !{!110}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "context", scope: !2, file: !3, line: 7, type: !12, isLocal: true, isDefinition: true)
!2 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 6, type: !4, scopeLine: 6, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !11)
!3 = !DIFile(filename: "context.c", directory: ".", checksumkind: CSK_MD5, checksum: "96b2918c5a20e9688543cd536d91ad3b")
!4 = !DISubroutineType(types: !5)
!5 = !{!6}
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !8, splitDebugInlining: false, nameTableKind: None)
!8 = !{!0, !9}
!9 = !DIGlobalVariableExpression(var: !10, expr: !DIExpression())
!10 = distinct !DIGlobalVariable(name: "n", scope: !2, file: !3, line: 8, type: !6, isLocal: true, isDefinition: true)
!11 = !{}
!12 = !DIDerivedType(tag: DW_TAG_typedef, name: "ucontext_t", file: !13, line: 151, baseType: !14)
!13 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/sys/ucontext.h", directory: "", checksumkind: CSK_MD5, checksum: "e50c6447e448129a19ec253aba3aa84b")
!14 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "ucontext_t", file: !13, line: 142, size: 7744, elements: !15)
!15 = !{!16, !18, !20, !31, !91, !100, !101}
!16 = !DIDerivedType(tag: DW_TAG_member, name: "uc_flags", scope: !14, file: !13, line: 144, baseType: !17, size: 64)
!17 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!18 = !DIDerivedType(tag: DW_TAG_member, name: "uc_link", scope: !14, file: !13, line: 145, baseType: !19, size: 64, offset: 64)
!19 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !14, size: 64)
!20 = !DIDerivedType(tag: DW_TAG_member, name: "uc_stack", scope: !14, file: !13, line: 146, baseType: !21, size: 192, offset: 128)
!21 = !DIDerivedType(tag: DW_TAG_typedef, name: "stack_t", file: !22, line: 31, baseType: !23)
!22 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/types/stack_t.h", directory: "", checksumkind: CSK_MD5, checksum: "eeff930a73856e9b6c572a8c9acd2761")
!23 = distinct !DICompositeType(tag: DW_TAG_structure_type, file: !22, line: 26, size: 192, elements: !24)
!24 = !{!25, !27, !28}
!25 = !DIDerivedType(tag: DW_TAG_member, name: "ss_sp", scope: !23, file: !22, line: 28, baseType: !26, size: 64)
!26 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!27 = !DIDerivedType(tag: DW_TAG_member, name: "ss_flags", scope: !23, file: !22, line: 29, baseType: !6, size: 32, offset: 64)
!28 = !DIDerivedType(tag: DW_TAG_member, name: "ss_size", scope: !23, file: !22, line: 30, baseType: !29, size: 64, offset: 128)
!29 = !DIDerivedType(tag: DW_TAG_typedef, name: "size_t", file: !30, line: 46, baseType: !17)
!30 = !DIFile(filename: "/usr/lib/llvm-14/lib/clang/14.0.6/include/stddef.h", directory: "", checksumkind: CSK_MD5, checksum: "2499dd2361b915724b073282bea3a7bc")
!31 = !DIDerivedType(tag: DW_TAG_member, name: "uc_mcontext", scope: !14, file: !13, line: 147, baseType: !32, size: 2048, offset: 320)
!32 = !DIDerivedType(tag: DW_TAG_typedef, name: "mcontext_t", file: !13, line: 139, baseType: !33)
!33 = distinct !DICompositeType(tag: DW_TAG_structure_type, file: !13, line: 133, size: 2048, elements: !34)
!34 = !{!35, !42, !88}
!35 = !DIDerivedType(tag: DW_TAG_member, name: "gregs", scope: !33, file: !13, line: 135, baseType: !36, size: 1472)
!36 = !DIDerivedType(tag: DW_TAG_typedef, name: "gregset_t", file: !13, line: 46, baseType: !37)
!37 = !DICompositeType(tag: DW_TAG_array_type, baseType: !38, size: 1472, elements: !40)
!38 = !DIDerivedType(tag: DW_TAG_typedef, name: "greg_t", file: !13, line: 37, baseType: !39)
!39 = !DIBasicType(name: "long long", size: 64, encoding: DW_ATE_signed)
!40 = !{!41}
!41 = !DISubrange(count: 23)
!42 = !DIDerivedType(tag: DW_TAG_member, name: "fpregs", scope: !33, file: !13, line: 137, baseType: !43, size: 64, offset: 1472)
!43 = !DIDerivedType(tag: DW_TAG_typedef, name: "fpregset_t", file: !13, line: 130, baseType: !44)
!44 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !45, size: 64)
!45 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "_libc_fpstate", file: !13, line: 113, size: 4096, elements: !46)
!46 = !{!47, !51, !52, !53, !54, !56, !57, !60, !61, !76, !84}
!47 = !DIDerivedType(tag: DW_TAG_member, name: "cwd", scope: !45, file: !13, line: 116, baseType: !48, size: 16)
!48 = !DIDerivedType(tag: DW_TAG_typedef, name: "__uint16_t", file: !49, line: 40, baseType: !50)
!49 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/types.h", directory: "", checksumkind: CSK_MD5, checksum: "d108b5f93a74c50510d7d9bc0ab36df9")
!50 = !DIBasicType(name: "unsigned short", size: 16, encoding: DW_ATE_unsigned)
!51 = !DIDerivedType(tag: DW_TAG_member, name: "swd", scope: !45, file: !13, line: 117, baseType: !48, size: 16, offset: 16)
!52 = !DIDerivedType(tag: DW_TAG_member, name: "ftw", scope: !45, file: !13, line: 118, baseType: !48, size: 16, offset: 32)
!53 = !DIDerivedType(tag: DW_TAG_member, name: "fop", scope: !45, file: !13, line: 119, baseType: !48, size: 16, offset: 48)
!54 = !DIDerivedType(tag: DW_TAG_member, name: "rip", scope: !45, file: !13, line: 120, baseType: !55, size: 64, offset: 64)
!55 = !DIDerivedType(tag: DW_TAG_typedef, name: "__uint64_t", file: !49, line: 45, baseType: !17)
!56 = !DIDerivedType(tag: DW_TAG_member, name: "rdp", scope: !45, file: !13, line: 121, baseType: !55, size: 64, offset: 128)
!57 = !DIDerivedType(tag: DW_TAG_member, name: "mxcsr", scope: !45, file: !13, line: 122, baseType: !58, size: 32, offset: 192)
!58 = !DIDerivedType(tag: DW_TAG_typedef, name: "__uint32_t", file: !49, line: 42, baseType: !59)
!59 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!60 = !DIDerivedType(tag: DW_TAG_member, name: "mxcr_mask", scope: !45, file: !13, line: 123, baseType: !58, size: 32, offset: 224)
!61 = !DIDerivedType(tag: DW_TAG_member, name: "_st", scope: !45, file: !13, line: 124, baseType: !62, size: 1024, offset: 256)
!62 = !DICompositeType(tag: DW_TAG_array_type, baseType: !63, size: 1024, elements: !74)
!63 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "_libc_fpxreg", file: !13, line: 101, size: 128, elements: !64)
!64 = !{!65, !69, !70}
!65 = !DIDerivedType(tag: DW_TAG_member, name: "significand", scope: !63, file: !13, line: 103, baseType: !66, size: 64)
!66 = !DICompositeType(tag: DW_TAG_array_type, baseType: !50, size: 64, elements: !67)
!67 = !{!68}
!68 = !DISubrange(count: 4)
!69 = !DIDerivedType(tag: DW_TAG_member, name: "exponent", scope: !63, file: !13, line: 104, baseType: !50, size: 16, offset: 64)
!70 = !DIDerivedType(tag: DW_TAG_member, name: "__glibc_reserved1", scope: !63, file: !13, line: 105, baseType: !71, size: 48, offset: 80)
!71 = !DICompositeType(tag: DW_TAG_array_type, baseType: !50, size: 48, elements: !72)
!72 = !{!73}
!73 = !DISubrange(count: 3)
!74 = !{!75}
!75 = !DISubrange(count: 8)
!76 = !DIDerivedType(tag: DW_TAG_member, name: "_xmm", scope: !45, file: !13, line: 125, baseType: !77, size: 2048, offset: 1280)
!77 = !DICompositeType(tag: DW_TAG_array_type, baseType: !78, size: 2048, elements: !82)
!78 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "_libc_xmmreg", file: !13, line: 108, size: 128, elements: !79)
!79 = !{!80}
!80 = !DIDerivedType(tag: DW_TAG_member, name: "element", scope: !78, file: !13, line: 110, baseType: !81, size: 128)
!81 = !DICompositeType(tag: DW_TAG_array_type, baseType: !58, size: 128, elements: !67)
!82 = !{!83}
!83 = !DISubrange(count: 16)
!84 = !DIDerivedType(tag: DW_TAG_member, name: "__glibc_reserved1", scope: !45, file: !13, line: 126, baseType: !85, size: 768, offset: 3328)
!85 = !DICompositeType(tag: DW_TAG_array_type, baseType: !58, size: 768, elements: !86)
!86 = !{!87}
!87 = !DISubrange(count: 24)
!88 = !DIDerivedType(tag: DW_TAG_member, name: "__reserved1", scope: !33, file: !13, line: 138, baseType: !89, size: 512, offset: 1536)
!89 = !DICompositeType(tag: DW_TAG_array_type, baseType: !90, size: 512, elements: !74)
!90 = !DIBasicType(name: "unsigned long long", size: 64, encoding: DW_ATE_unsigned)
!91 = !DIDerivedType(tag: DW_TAG_member, name: "uc_sigmask", scope: !14, file: !13, line: 148, baseType: !92, size: 1024, offset: 2368)
!92 = !DIDerivedType(tag: DW_TAG_typedef, name: "sigset_t", file: !93, line: 7, baseType: !94)
!93 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/types/sigset_t.h", directory: "", checksumkind: CSK_MD5, checksum: "c2b978aaf49d5c0e2b1e9c2e1b7f7848")
!94 = !DIDerivedType(tag: DW_TAG_typedef, name: "__sigset_t", file: !95, line: 8, baseType: !96)
!95 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/types/__sigset_t.h", directory: "", checksumkind: CSK_MD5, checksum: "acc6b14c0967857fec362a8d433e1cf2")
!96 = distinct !DICompositeType(tag: DW_TAG_structure_type, file: !95, line: 5, size: 1024, elements: !97)
!97 = !{!98}
!98 = !DIDerivedType(tag: DW_TAG_member, name: "__val", scope: !96, file: !95, line: 7, baseType: !99, size: 1024)
!99 = !DICompositeType(tag: DW_TAG_array_type, baseType: !17, size: 1024, elements: !82)
!100 = !DIDerivedType(tag: DW_TAG_member, name: "__fpregs_mem", scope: !14, file: !13, line: 149, baseType: !45, size: 4096, offset: 3392)
!101 = !DIDerivedType(tag: DW_TAG_member, name: "__ssp", scope: !14, file: !13, line: 150, baseType: !102, size: 256, offset: 7488)
!102 = !DICompositeType(tag: DW_TAG_array_type, baseType: !90, size: 256, elements: !67)
!103 = !{i32 7, !"Dwarf Version", i32 5}
!104 = !{i32 2, !"Debug Info Version", i32 3}
!105 = !{i32 1, !"wchar_size", i32 4}
!106 = !{i32 7, !"PIC Level", i32 2}
!107 = !{i32 7, !"PIE Level", i32 2}
!108 = !{i32 7, !"uwtable", i32 1}
!109 = !{i32 7, !"frame-pointer", i32 2}
!110 = !{!"Debian clang version 14.0.6"}
!111 = !DILocation(line: 9, column: 5, scope: !2)
!112 = !DILocation(line: 10, column: 6, scope: !2)
!113 = !DILocation(line: 11, column: 9, scope: !114)
!114 = distinct !DILexicalBlock(scope: !2, file: !3, line: 11, column: 9)
!115 = !DILocation(line: 11, column: 11, scope: !114)
!116 = !DILocation(line: 11, column: 9, scope: !2)
!117 = !DILocation(line: 12, column: 9, scope: !114)
!118 = !DILocation(line: 13, column: 5, scope: !119)
!119 = distinct !DILexicalBlock(scope: !120, file: !3, line: 13, column: 5)
!120 = distinct !DILexicalBlock(scope: !2, file: !3, line: 13, column: 5)
!121 = !DILocation(line: 13, column: 5, scope: !120)
!122 = !DILocation(line: 14, column: 5, scope: !2)
