/* Executes programs on all inputs. An execution ends at its first failure; then the next choice of inputs is tried.
   What the address sanitizer finds ends the process, and another one continues. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

enum { ERROR_CALL = 1, ASSERTION = 2, MEMORY = 4, DIVISION = 8, OVERFLOWS = 16, SHIFT = 32, TOO_MANY = 64, ODD = 128 };
enum { MOST_CHOICES = 64, MOST_EXECUTIONS = 5000, MOST_PROCESSES = 300, STACK_SIGNALS = 65536 };

struct shared {
  int depth, used, chosen[MOST_CHOICES], bound[MOST_CHOICES], found, executions, processes, done;
};
static struct shared *now;
static sigjmp_buf back;

static int choose(int n) {
  if (now->used == MOST_CHOICES) { now->found |= TOO_MANY; siglongjmp(back, 1); }
  if (now->used == now->depth) { now->chosen[now->depth] = 0; now->bound[now->depth++] = n; }
  return now->chosen[now->used++];
}
/* The next choice; 0 after the last one. */
static int advance(void) {
  now->depth = now->used;
  while (now->depth && now->chosen[now->depth - 1] + 1 == now->bound[now->depth - 1]) now->depth--;
  if (!now->depth) return 0;
  now->chosen[now->depth - 1]++;
  return 1;
}
static void fail(int kind) { now->found |= kind; siglongjmp(back, 1); }
static int two(void) { return choose(2); }
static int four(void) { return choose(4); }
static int byte(void) { return (unsigned char)(choose(8) - 6); }
static int small(void) { return choose(6) - 2; }
static void reach_error(void) { fail(ERROR_CALL); }
#define assert(c) ((c) ? (void)0 : fail(ASSERTION))

/* The sanitizer does not look at copies of something to itself: every byte is touched first. */
static void touch(const void *p, unsigned long n) {
  for (unsigned long i = 0; i < n; i++) (void)((const volatile char *)p)[i];
}
static void *moved(void *to, const void *from, unsigned long n) {
  touch(from, n);
  touch(to, n);
  return memmove(to, from, n);
}
static void *filled(void *to, int byte, unsigned long n) {
  touch(to, n);
  return memset(to, byte, n);
}

/* Which check a trap belongs to is in the instruction: ud1l KIND(%eax), %eax,
   without KIND if it is 0. */
static void caught(int signal, siginfo_t *info, void *context) {
  const unsigned char *at = (const unsigned char *)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
  (void)info;
  if (signal == SIGSEGV || signal == SIGBUS) fail(MEMORY);
  if (signal == SIGFPE) fail(DIVISION);
  if (signal != SIGILL || at[0] != 0x67 || at[1] != 0x0f || at[2] != 0xb9) fail(ODD);
  switch (at[3] == 0x40 ? at[4] : 0) {
    case 0: case 12: case 13: case 21: fail(OVERFLOWS);
    case 3: fail(DIVISION);
    case 18: fail(MEMORY);
    case 20: fail(SHIFT);
  }
  fail(ODD);
}

struct program { int (*run)(void); void (*reset)(int); };

static void enumerate(const struct program *it) {
  do {
    now->used = 0;
    if (now->executions++ >= MOST_EXECUTIONS) { now->found |= TOO_MANY; break; }
    it->reset(0);
    if (!sigsetjmp(back, 1)) it->run();
  } while (advance());
  now->done = 1;
}

static void process(const struct program *it) {
  static unsigned char stack[STACK_SIGNALS];
  stack_t other = { .ss_sp = stack, .ss_size = sizeof stack };
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = caught;
  action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
  sigaltstack(&other, 0);
  sigaction(SIGILL, &action, 0);
  sigaction(SIGFPE, &action, 0);
  sigaction(SIGSEGV, &action, 0);
  sigaction(SIGBUS, &action, 0);
  alarm(20);
  close(2);
  it->reset(1);
  enumerate(it);
  _exit(0);
}

static void judge(const struct program *it) {
  memset(now, 0, sizeof *now);
  while (!now->done) {
    int status;
    pid_t child = fork();
    if (child < 0) exit(1);
    if (!child) process(it);
    waitpid(child, &status, 0);
    if (now->done) break;
    if (WIFSIGNALED(status)) { now->found |= WTERMSIG(status) == SIGALRM ? TOO_MANY : ODD; break; }
    now->found |= MEMORY;
    if (++now->processes > MOST_PROCESSES) { now->found |= TOO_MANY; break; }
    if (!advance()) break;
  }
  printf("%d %d\n", now->found, now->executions);
  fflush(stdout);
}

static void judge_all(const struct program *all, int count) {
  now = mmap(0, sizeof *now, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  for (int i = 0; i < count; i++) judge(all + i);
}
