; ModuleID = 'kept.c'
source_filename = "kept.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@main.s = internal global i32 0, align 4, !dbg !0
@.str = private unnamed_addr constant [7 x i8] c"s == 1\00", align 1
@.str.1 = private unnamed_addr constant [7 x i8] c"kept.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !2 {
  %1 = alloca i32, align 4
  store i32 0, i32* %1, align 4
  call void @remember(i32* noundef @main.s), !dbg !18
  store i32 1, i32* @main.s, align 4, !dbg !19
  call void @later(), !dbg !20
  %2 = load i32, i32* @main.s, align 4, !dbg !21
  %3 = icmp eq i32 %2, 1, !dbg !21
  br i1 %3, label %4, label %5, !dbg !24

4:                                                ; preds = %0
  br label %6, !dbg !24

5:                                                ; preds = %0
  call void @__assert_fail(i8* noundef getelementptr inbounds ([7 x i8], [7 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([7 x i8], [7 x i8]* @.str.1, i64 0, i64 0), i32 noundef 13, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #3, !dbg !21
  unreachable, !dbg !21

6:                                                ; preds = %4
  ret i32 0, !dbg !25
}

declare void @remember(i32* noundef) #1

declare void @later() #1

; Function Attrs: noreturn nounwind
declare void @__assert_fail(i8* noundef, i8* noundef, i32 noundef, i8* noundef) #2

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { noreturn nounwind }

!llvm.dbg.cu = !{!7}
!llvm.module.flags = !{!10, !11, !12, !13, !14, !15, !16}
!llvm.ident = !{!17}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "s", scope: !2, file: !3, line: 9, type: !6, isLocal: true, isDefinition: true)
!2 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 8, type: !4, scopeLine: 8, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !9)
!3 = !DIFile(filename: "kept.c", directory: ".", checksumkind: CSK_MD5, checksum: "add67c413407ac5663d540c4083cf590")
!4 = !DISubroutineType(types: !5)
!5 = !{!6}
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !8, splitDebugInlining: false, nameTableKind: None)
!8 = !{!0}
!9 = !{}
!10 = !{i32 7, !"Dwarf Version", i32 5}
!11 = !{i32 2, !"Debug Info Version", i32 3}
!12 = !{i32 1, !"wchar_size", i32 4}
!13 = !{i32 7, !"PIC Level", i32 2}
!14 = !{i32 7, !"PIE Level", i32 2}
!15 = !{i32 7, !"uwtable", i32 1}
!16 = !{i32 7, !"frame-pointer", i32 2}
!17 = !{!"Debian clang version 14.0.6"}
!18 = !DILocation(line: 10, column: 5, scope: !2)
!19 = !DILocation(line: 11, column: 7, scope: !2)
!20 = !DILocation(line: 12, column: 5, scope: !2)
!21 = !DILocation(line: 13, column: 5, scope: !22)
!22 = distinct !DILexicalBlock(scope: !23, file: !3, line: 13, column: 5)
!23 = distinct !DILexicalBlock(scope: !2, file: !3, line: 13, column: 5)
!24 = !DILocation(line: 13, column: 5, scope: !23)
!25 = !DILocation(line: 14, column: 5, scope: !2)
