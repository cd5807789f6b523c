; ModuleID = 'counted.c'
source_filename = "counted.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@disk_lock = internal global i32 0, align 4, !dbg !0
@waiting = internal global i32 0, align 4, !dbg !23

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @disk_submit(i32 noundef %0) #0 !dbg !34 {
  %2 = alloca i32, align 4
  store i32 %0, i32* %2, align 4
  call void @llvm.dbg.declare(metadata i32* %2, metadata !38, metadata !DIExpression()), !dbg !39
  call void @irq_disable(), !dbg !40
  call void @spin_lock(i32* noundef @disk_lock), !dbg !41
  %3 = call i32 @disk_status(), !dbg !42
  %4 = icmp eq i32 %3, 0, !dbg !44
  br i1 %4, label %5, label %7, !dbg !45

5:                                                ; preds = %1
  %6 = load i32, i32* %2, align 4, !dbg !46
  call void @disk_command(i32 noundef 1, i32 noundef %6), !dbg !47
  br label %8, !dbg !47

7:                                                ; preds = %1
  store i32 1, i32* @waiting, align 4, !dbg !48
  br label %8

8:                                                ; preds = %7, %5
  call void @spin_unlock(i32* noundef @disk_lock), !dbg !49
  call void @irq_enable(), !dbg !50
  ret i32 0, !dbg !51
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

declare void @irq_disable() #2

declare void @spin_lock(i32* noundef) #2

declare i32 @disk_status() #2

declare void @disk_command(i32 noundef, i32 noundef) #2

declare void @spin_unlock(i32* noundef) #2

declare void @irq_enable() #2

; Function Attrs: noinline nounwind uwtable
define dso_local void @disk_interrupt() #0 !dbg !52 {
  %1 = load i32, i32* @waiting, align 4, !dbg !55
  %2 = icmp ne i32 %1, 0, !dbg !55
  br i1 %2, label %4, label %3, !dbg !57

3:                                                ; preds = %0
  br label %5, !dbg !58

4:                                                ; preds = %0
  call void @spin_lock(i32* noundef @disk_lock), !dbg !59
  store i32 0, i32* @waiting, align 4, !dbg !60
  call void @spin_unlock(i32* noundef @disk_lock), !dbg !61
  br label %5, !dbg !62

5:                                                ; preds = %4, %3
  ret void, !dbg !62
}

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!26, !27, !28, !29, !30, !31, !32}
!llvm.ident = !{!33}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "disk_lock", scope: !2, file: !3, line: 4, type: !25, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, globals: !22, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "counted.c", directory: ".", checksumkind: CSK_MD5, checksum: "c0208eafca95bf8efe6fb4d161779c5f")
!4 = !{!5, !13, !18}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "status", file: !6, line: 6, baseType: !7, size: 32, elements: !8)
!6 = !DIFile(filename: "./driver.h", directory: ".", checksumkind: CSK_MD5, checksum: "83eca04f2300c34714295ef1c2609f8f")
!7 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!8 = !{!9, !10, !11, !12}
!9 = !DIEnumerator(name: "IDLE", value: 0)
!10 = !DIEnumerator(name: "RUNNING", value: 1)
!11 = !DIEnumerator(name: "FINISHED", value: 2)
!12 = !DIEnumerator(name: "BROKEN", value: 3)
!13 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "command", file: !6, line: 7, baseType: !7, size: 32, elements: !14)
!14 = !{!15, !16, !17}
!15 = !DIEnumerator(name: "START", value: 1)
!16 = !DIEnumerator(name: "RESET", value: 2)
!17 = !DIEnumerator(name: "ACKNOWLEDGE", value: 3)
!18 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "result", file: !6, line: 5, baseType: !7, size: 32, elements: !19)
!19 = !{!20, !21}
!20 = !DIEnumerator(name: "DONE", value: 0)
!21 = !DIEnumerator(name: "BUSY", value: 1)
!22 = !{!0, !23}
!23 = !DIGlobalVariableExpression(var: !24, expr: !DIExpression())
!24 = distinct !DIGlobalVariable(name: "waiting", scope: !2, file: !3, line: 5, type: !25, isLocal: true, isDefinition: true)
!25 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!26 = !{i32 7, !"Dwarf Version", i32 5}
!27 = !{i32 2, !"Debug Info Version", i32 3}
!28 = !{i32 1, !"wchar_size", i32 4}
!29 = !{i32 7, !"PIC Level", i32 2}
!30 = !{i32 7, !"PIE Level", i32 2}
!31 = !{i32 7, !"uwtable", i32 1}
!32 = !{i32 7, !"frame-pointer", i32 2}
!33 = !{!"Debian clang version 14.0.6"}
!34 = distinct !DISubprogram(name: "disk_submit", scope: !3, file: !3, line: 7, type: !35, scopeLine: 8, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !37)
!35 = !DISubroutineType(types: !36)
!36 = !{!25, !25}
!37 = !{}
!38 = !DILocalVariable(name: "block", arg: 1, scope: !34, file: !3, line: 7, type: !25)
!39 = !DILocation(line: 7, column: 21, scope: !34)
!40 = !DILocation(line: 9, column: 5, scope: !34)
!41 = !DILocation(line: 10, column: 5, scope: !34)
!42 = !DILocation(line: 11, column: 9, scope: !43)
!43 = distinct !DILexicalBlock(scope: !34, file: !3, line: 11, column: 9)
!44 = !DILocation(line: 11, column: 23, scope: !43)
!45 = !DILocation(line: 11, column: 9, scope: !34)
!46 = !DILocation(line: 12, column: 29, scope: !43)
!47 = !DILocation(line: 12, column: 9, scope: !43)
!48 = !DILocation(line: 14, column: 17, scope: !43)
!49 = !DILocation(line: 15, column: 5, scope: !34)
!50 = !DILocation(line: 16, column: 5, scope: !34)
!51 = !DILocation(line: 17, column: 5, scope: !34)
!52 = distinct !DISubprogram(name: "disk_interrupt", scope: !3, file: !3, line: 20, type: !53, scopeLine: 21, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !37)
!53 = !DISubroutineType(types: !54)
!54 = !{null}
!55 = !DILocation(line: 22, column: 10, scope: !56)
!56 = distinct !DILexicalBlock(scope: !52, file: !3, line: 22, column: 9)
!57 = !DILocation(line: 22, column: 9, scope: !52)
!58 = !DILocation(line: 23, column: 9, scope: !56)
!59 = !DILocation(line: 24, column: 5, scope: !52)
!60 = !DILocation(line: 25, column: 13, scope: !52)
!61 = !DILocation(line: 26, column: 5, scope: !52)
!62 = !DILocation(line: 27, column: 1, scope: !52)
