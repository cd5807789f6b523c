; ModuleID = 'given_kept.c'
source_filename = "given_kept.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct._IO_FILE = type { i32, i8*, i8*, i8*, i8*, i8*, i8*, i8*, i8*, i8*, i8*, i8*, %struct._IO_marker*, %struct._IO_FILE*, i32, i32, i64, i16, i8, [1 x i8], i8*, i64, %struct._IO_codecvt*, %struct._IO_wide_data*, %struct._IO_FILE*, i8*, i64, i32, [20 x i8] }
%struct._IO_marker = type opaque
%struct._IO_codecvt = type opaque
%struct._IO_wide_data = type opaque

@__const.main.values = private unnamed_addr constant [2 x i32] [i32 1, i32 2], align 4
@.str = private unnamed_addr constant [2 x i8] c"x\00", align 1
@.str.1 = private unnamed_addr constant [2 x i8] c"r\00", align 1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !10 {
  %1 = alloca i32, align 4
  %2 = alloca [4 x i8], align 1
  %3 = alloca [2 x i32], align 4
  %4 = alloca %struct._IO_FILE*, align 8
  %5 = alloca i32*, align 8
  store i32 0, i32* %1, align 4
  call void @llvm.dbg.declare(metadata [4 x i8]* %2, metadata !15, metadata !DIExpression()), !dbg !20
  call void @llvm.dbg.declare(metadata [2 x i32]* %3, metadata !21, metadata !DIExpression()), !dbg !25
  %6 = bitcast [2 x i32]* %3 to i8*, !dbg !25
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 4 %6, i8* align 4 bitcast ([2 x i32]* @__const.main.values to i8*), i64 8, i1 false), !dbg !25
  call void @llvm.dbg.declare(metadata %struct._IO_FILE** %4, metadata !26, metadata !DIExpression()), !dbg !88
  %7 = call noalias %struct._IO_FILE* @fopen(i8* noundef getelementptr inbounds ([2 x i8], [2 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([2 x i8], [2 x i8]* @.str.1, i64 0, i64 0)), !dbg !89
  store %struct._IO_FILE* %7, %struct._IO_FILE** %4, align 8, !dbg !88
  %8 = load %struct._IO_FILE*, %struct._IO_FILE** %4, align 8, !dbg !90
  %9 = icmp ne %struct._IO_FILE* %8, null, !dbg !90
  br i1 %9, label %11, label %10, !dbg !92

10:                                               ; preds = %0
  store i32 0, i32* %1, align 4, !dbg !93
  br label %43, !dbg !93

11:                                               ; preds = %0
  call void @llvm.dbg.declare(metadata i32** %5, metadata !94, metadata !DIExpression()), !dbg !96
  %12 = call noalias i8* @malloc(i64 noundef 4) #6, !dbg !97
  %13 = bitcast i8* %12 to i32*, !dbg !97
  store i32* %13, i32** %5, align 8, !dbg !96
  %14 = load i32*, i32** %5, align 8, !dbg !98
  %15 = icmp ne i32* %14, null, !dbg !98
  br i1 %15, label %16, label %18, !dbg !100

16:                                               ; preds = %11
  %17 = load i32*, i32** %5, align 8, !dbg !101
  store i32 1, i32* %17, align 4, !dbg !102
  br label %18, !dbg !103

18:                                               ; preds = %16, %11
  %19 = load i32*, i32** %5, align 8, !dbg !104
  call void @report(i32* noundef %19), !dbg !105
  %20 = getelementptr inbounds [2 x i32], [2 x i32]* %3, i64 0, i64 0, !dbg !106
  %21 = getelementptr inbounds i32, i32* %20, i64 2, !dbg !107
  call void @report(i32* noundef %21), !dbg !108
  %22 = load i32*, i32** %5, align 8, !dbg !109
  %23 = bitcast i32* %22 to i8*, !dbg !109
  call void @free(i8* noundef %23) #6, !dbg !110
  %24 = getelementptr inbounds [4 x i8], [4 x i8]* %2, i64 0, i64 0, !dbg !111
  %25 = load %struct._IO_FILE*, %struct._IO_FILE** %4, align 8, !dbg !113
  %26 = call i8* @fgets(i8* noundef %24, i32 noundef 4, %struct._IO_FILE* noundef %25), !dbg !114
  %27 = icmp ne i8* %26, null, !dbg !114
  br i1 %27, label %28, label %37, !dbg !115

28:                                               ; preds = %18
  %29 = getelementptr inbounds [4 x i8], [4 x i8]* %2, i64 0, i64 0, !dbg !116
  %30 = getelementptr inbounds [2 x i32], [2 x i32]* %3, i64 0, i64 0, !dbg !117
  %31 = bitcast i32* %30 to i8*, !dbg !117
  %32 = call i32 @memcmp(i8* noundef %29, i8* noundef %31, i64 noundef 4) #7, !dbg !118
  %33 = icmp eq i32 %32, 0, !dbg !119
  br i1 %33, label %34, label %37, !dbg !120

34:                                               ; preds = %28
  %35 = getelementptr inbounds [4 x i8], [4 x i8]* %2, i64 0, i64 0, !dbg !121
  %36 = call i32 @puts(i8* noundef %35), !dbg !122
  br label %37, !dbg !122

37:                                               ; preds = %34, %28, %18
  %38 = getelementptr inbounds [4 x i8], [4 x i8]* %2, i64 0, i64 0, !dbg !123
  %39 = getelementptr inbounds i8, i8* %38, i64 1, !dbg !124
  %40 = call i64 @read(i32 noundef 0, i8* noundef %39, i64 noundef 3), !dbg !125
  %41 = load %struct._IO_FILE*, %struct._IO_FILE** %4, align 8, !dbg !126
  %42 = call i32 @fclose(%struct._IO_FILE* noundef %41), !dbg !127
  store i32 %42, i32* %1, align 4, !dbg !128
  br label %43, !dbg !128

43:                                               ; preds = %37, %10
  %44 = load i32, i32* %1, align 4, !dbg !129
  ret i32 %44, !dbg !129
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: argmemonly nofree nounwind willreturn
declare void @llvm.memcpy.p0i8.p0i8.i64(i8* noalias nocapture writeonly, i8* noalias nocapture readonly, i64, i1 immarg) #2

declare noalias %struct._IO_FILE* @fopen(i8* noundef, i8* noundef) #3

; Function Attrs: nounwind
declare noalias i8* @malloc(i64 noundef) #4

declare void @report(i32* noundef) #3

; Function Attrs: nounwind
declare void @free(i8* noundef) #4

declare i8* @fgets(i8* noundef, i32 noundef, %struct._IO_FILE* noundef) #3

; Function Attrs: nounwind readonly willreturn
declare i32 @memcmp(i8* noundef, i8* noundef, i64 noundef) #5

declare i32 @puts(i8* noundef) #3

declare i64 @read(i32 noundef, i8* noundef, i64 noundef) #3

declare i32 @fclose(%struct._IO_FILE* noundef) #3

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { argmemonly nofree nounwind willreturn }
attributes #3 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { nounwind readonly willreturn "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { nounwind }
attributes #7 = { nounwind readonly willreturn }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7, !8}
!llvm.ident = !{!9}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "given_kept.c", directory: ".", checksumkind: CSK_MD5, checksum: "4acddb882b33945902daa0dcdf34ba7c")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 7, !"PIC Level", i32 2}
!6 = !{i32 7, !"PIE Level", i32 2}
!7 = !{i32 7, !"uwtable", i32 1}
!8 = !{i32 7, !"frame-pointer", i32 2}
!9 = !{!"Debian clang version 14.0.6"}
!10 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 10, type: !11, scopeLine: 10, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !14)
!11 = !DISubroutineType(types: !12)
!12 = !{!13}
!13 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!14 = !{}
!15 = !DILocalVariable(name: "line", scope: !10, file: !1, line: 11, type: !16)
!16 = !DICompositeType(tag: DW_TAG_array_type, baseType: !17, size: 32, elements: !18)
!17 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!18 = !{!19}
!19 = !DISubrange(count: 4)
!20 = !DILocation(line: 11, column: 10, scope: !10)
!21 = !DILocalVariable(name: "values", scope: !10, file: !1, line: 12, type: !22)
!22 = !DICompositeType(tag: DW_TAG_array_type, baseType: !13, size: 64, elements: !23)
!23 = !{!24}
!24 = !DISubrange(count: 2)
!25 = !DILocation(line: 12, column: 9, scope: !10)
!26 = !DILocalVariable(name: "file", scope: !10, file: !1, line: 13, type: !27)
!27 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !28, size: 64)
!28 = !DIDerivedType(tag: DW_TAG_typedef, name: "FILE", file: !29, line: 7, baseType: !30)
!29 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/types/FILE.h", directory: "", checksumkind: CSK_MD5, checksum: "571f9fb6223c42439075fdde11a0de5d")
!30 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "_IO_FILE", file: !31, line: 49, size: 1728, elements: !32)
!31 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/types/struct_FILE.h", directory: "", checksumkind: CSK_MD5, checksum: "1bad07471b7974df4ecc1d1c2ca207e6")
!32 = !{!33, !34, !36, !37, !38, !39, !40, !41, !42, !43, !44, !45, !46, !49, !51, !52, !53, !57, !59, !61, !65, !68, !70, !73, !76, !77, !79, !83, !84}
!33 = !DIDerivedType(tag: DW_TAG_member, name: "_flags", scope: !30, file: !31, line: 51, baseType: !13, size: 32)
!34 = !DIDerivedType(tag: DW_TAG_member, name: "_IO_read_ptr", scope: !30, file: !31, line: 54, baseType: !35, size: 64, offset: 64)
!35 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !17, size: 64)
!36 = !DIDerivedType(tag: DW_TAG_member, name: "_IO_read_end", scope: !30, file: !31, line: 55, baseType: !35, size: 64, offset: 128)
!37 = !DIDerivedType(tag: DW_TAG_member, name: "_IO_read_base", scope: !30, file: !31, line: 56, baseType: !35, size: 64, offset: 192)
!38 = !DIDerivedType(tag: DW_TAG_member, name: "_IO_write_base", scope: !30, file: !31, line: 57, baseType: !35, size: 64, offset: 256)
!39 = !DIDerivedType(tag: DW_TAG_member, name: "_IO_write_ptr", scope: !30, file: !31, line: 58, baseType: !35, size: 64, offset: 320)
!40 = !DIDerivedType(tag: DW_TAG_member, name: "_IO_write_end", scope: !30, file: !31, line: 59, baseType: !35, size: 64, offset: 384)
!41 = !DIDerivedType(tag: DW_TAG_member, name: "_IO_buf_base", scope: !30, file: !31, line: 60, baseType: !35, size: 64, offset: 448)
!42 = !DIDerivedType(tag: DW_TAG_member, name: "_IO_buf_end", scope: !30, file: !31, line: 61, baseType: !35, size: 64, offset: 512)
!43 = !DIDerivedType(tag: DW_TAG_member, name: "_IO_save_base", scope: !30, file: !31, line: 64, baseType: !35, size: 64, offset: 576)
!44 = !DIDerivedType(tag: DW_TAG_member, name: "_IO_backup_base", scope: !30, file: !31, line: 65, baseType: !35, size: 64, offset: 640)
!45 = !DIDerivedType(tag: DW_TAG_member, name: "_IO_save_end", scope: !30, file: !31, line: 66, baseType: !35, size: 64, offset: 704)
!46 = !DIDerivedType(tag: DW_TAG_member, name: "_markers", scope: !30, file: !31, line: 68, baseType: !47, size: 64, offset: 768)
!47 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !48, size: 64)
!48 = !DICompositeType(tag: DW_TAG_structure_type, name: "_IO_marker", file: !31, line: 36, flags: DIFlagFwdDecl)
!49 = !DIDerivedType(tag: DW_TAG_member, name: "_chain", scope: !30, file: !31, line: 70, baseType: !50, size: 64, offset: 832)
!50 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !30, size: 64)
!51 = !DIDerivedType(tag: DW_TAG_member, name: "_fileno", scope: !30, file: !31, line: 72, baseType: !13, size: 32, offset: 896)
!52 = !DIDerivedType(tag: DW_TAG_member, name: "_flags2", scope: !30, file: !31, line: 73, baseType: !13, size: 32, offset: 928)
!53 = !DIDerivedType(tag: DW_TAG_member, name: "_old_offset", scope: !30, file: !31, line: 74, baseType: !54, size: 64, offset: 960)
!54 = !DIDerivedType(tag: DW_TAG_typedef, name: "__off_t", file: !55, line: 152, baseType: !56)
!55 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/types.h", directory: "", checksumkind: CSK_MD5, checksum: "d108b5f93a74c50510d7d9bc0ab36df9")
!56 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!57 = !DIDerivedType(tag: DW_TAG_member, name: "_cur_column", scope: !30, file: !31, line: 77, baseType: !58, size: 16, offset: 1024)
!58 = !DIBasicType(name: "unsigned short", size: 16, encoding: DW_ATE_unsigned)
!59 = !DIDerivedType(tag: DW_TAG_member, name: "_vtable_offset", scope: !30, file: !31, line: 78, baseType: !60, size: 8, offset: 1040)
!60 = !DIBasicType(name: "signed char", size: 8, encoding: DW_ATE_signed_char)
!61 = !DIDerivedType(tag: DW_TAG_member, name: "_shortbuf", scope: !30, file: !31, line: 79, baseType: !62, size: 8, offset: 1048)
!62 = !DICompositeType(tag: DW_TAG_array_type, baseType: !17, size: 8, elements: !63)
!63 = !{!64}
!64 = !DISubrange(count: 1)
!65 = !DIDerivedType(tag: DW_TAG_member, name: "_lock", scope: !30, file: !31, line: 81, baseType: !66, size: 64, offset: 1088)
!66 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !67, size: 64)
!67 = !DIDerivedType(tag: DW_TAG_typedef, name: "_IO_lock_t", file: !31, line: 43, baseType: null)
!68 = !DIDerivedType(tag: DW_TAG_member, name: "_offset", scope: !30, file: !31, line: 89, baseType: !69, size: 64, offset: 1152)
!69 = !DIDerivedType(tag: DW_TAG_typedef, name: "__off64_t", file: !55, line: 153, baseType: !56)
!70 = !DIDerivedType(tag: DW_TAG_member, name: "_codecvt", scope: !30, file: !31, line: 91, baseType: !71, size: 64, offset: 1216)
!71 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !72, size: 64)
!72 = !DICompositeType(tag: DW_TAG_structure_type, name: "_IO_codecvt", file: !31, line: 37, flags: DIFlagFwdDecl)
!73 = !DIDerivedType(tag: DW_TAG_member, name: "_wide_data", scope: !30, file: !31, line: 92, baseType: !74, size: 64, offset: 1280)
!74 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !75, size: 64)
!75 = !DICompositeType(tag: DW_TAG_structure_type, name: "_IO_wide_data", file: !31, line: 38, flags: DIFlagFwdDecl)
!76 = !DIDerivedType(tag: DW_TAG_member, name: "_freeres_list", scope: !30, file: !31, line: 93, baseType: !50, size: 64, offset: 1344)
!77 = !DIDerivedType(tag: DW_TAG_member, name: "_freeres_buf", scope: !30, file: !31, line: 94, baseType: !78, size: 64, offset: 1408)
!78 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!79 = !DIDerivedType(tag: DW_TAG_member, name: "__pad5", scope: !30, file: !31, line: 95, baseType: !80, size: 64, offset: 1472)
!80 = !DIDerivedType(tag: DW_TAG_typedef, name: "size_t", file: !81, line: 46, baseType: !82)
!81 = !DIFile(filename: "/usr/lib/llvm-14/lib/clang/14.0.6/include/stddef.h", directory: "", checksumkind: CSK_MD5, checksum: "2499dd2361b915724b073282bea3a7bc")
!82 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!83 = !DIDerivedType(tag: DW_TAG_member, name: "_mode", scope: !30, file: !31, line: 96, baseType: !13, size: 32, offset: 1536)
!84 = !DIDerivedType(tag: DW_TAG_member, name: "_unused2", scope: !30, file: !31, line: 98, baseType: !85, size: 160, offset: 1568)
!85 = !DICompositeType(tag: DW_TAG_array_type, baseType: !17, size: 160, elements: !86)
!86 = !{!87}
!87 = !DISubrange(count: 20)
!88 = !DILocation(line: 13, column: 11, scope: !10)
!89 = !DILocation(line: 13, column: 18, scope: !10)
!90 = !DILocation(line: 14, column: 10, scope: !91)
!91 = distinct !DILexicalBlock(scope: !10, file: !1, line: 14, column: 9)
!92 = !DILocation(line: 14, column: 9, scope: !10)
!93 = !DILocation(line: 15, column: 9, scope: !91)
!94 = !DILocalVariable(name: "p", scope: !10, file: !1, line: 16, type: !95)
!95 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !13, size: 64)
!96 = !DILocation(line: 16, column: 10, scope: !10)
!97 = !DILocation(line: 16, column: 14, scope: !10)
!98 = !DILocation(line: 17, column: 9, scope: !99)
!99 = distinct !DILexicalBlock(scope: !10, file: !1, line: 17, column: 9)
!100 = !DILocation(line: 17, column: 9, scope: !10)
!101 = !DILocation(line: 18, column: 10, scope: !99)
!102 = !DILocation(line: 18, column: 12, scope: !99)
!103 = !DILocation(line: 18, column: 9, scope: !99)
!104 = !DILocation(line: 19, column: 12, scope: !10)
!105 = !DILocation(line: 19, column: 5, scope: !10)
!106 = !DILocation(line: 20, column: 12, scope: !10)
!107 = !DILocation(line: 20, column: 19, scope: !10)
!108 = !DILocation(line: 20, column: 5, scope: !10)
!109 = !DILocation(line: 21, column: 10, scope: !10)
!110 = !DILocation(line: 21, column: 5, scope: !10)
!111 = !DILocation(line: 22, column: 15, scope: !112)
!112 = distinct !DILexicalBlock(scope: !10, file: !1, line: 22, column: 9)
!113 = !DILocation(line: 22, column: 34, scope: !112)
!114 = !DILocation(line: 22, column: 9, scope: !112)
!115 = !DILocation(line: 22, column: 40, scope: !112)
!116 = !DILocation(line: 22, column: 50, scope: !112)
!117 = !DILocation(line: 22, column: 56, scope: !112)
!118 = !DILocation(line: 22, column: 43, scope: !112)
!119 = !DILocation(line: 22, column: 67, scope: !112)
!120 = !DILocation(line: 22, column: 9, scope: !10)
!121 = !DILocation(line: 23, column: 14, scope: !112)
!122 = !DILocation(line: 23, column: 9, scope: !112)
!123 = !DILocation(line: 24, column: 13, scope: !10)
!124 = !DILocation(line: 24, column: 18, scope: !10)
!125 = !DILocation(line: 24, column: 5, scope: !10)
!126 = !DILocation(line: 25, column: 19, scope: !10)
!127 = !DILocation(line: 25, column: 12, scope: !10)
!128 = !DILocation(line: 25, column: 5, scope: !10)
!129 = !DILocation(line: 26, column: 1, scope: !10)
