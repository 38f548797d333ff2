/* Runs a program and lets one of its system calls read or write fewer bytes than it asked for, as a signal, a full disk
 * or a pipe may. The call is carried out with a smaller count, so the bytes and the number returned are true.
 * usage: short_calls LOG CALL N PROGRAM...
 * The N-th CALL (read, pread64, write or pwrite64) of more than one byte by any thread gets half of its count. The file LOG
 * is made if there was one. The exit status is the program's. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include <linux/ptrace.h>

struct plan {
  const char* log;
  long call, number, made;
};

static void give_up(const char* what) {
  perror(what);
  exit(125);
}

static long number_of(const char* name) {
  if (strcmp(name, "read") == 0) return SYS_read;
  if (strcmp(name, "pread64") == 0) return SYS_pread64;
  if (strcmp(name, "write") == 0) return SYS_write;
  if (strcmp(name, "pwrite64") == 0) return SYS_pwrite64;
  fprintf(stderr, "short_calls: unknown call %s\n", name);
  exit(125);
}

static void halve(pid_t thread, const char* log) {
  struct user_regs_struct registers;
  if (ptrace(PTRACE_GETREGS, thread, 0, &registers) != 0) give_up("PTRACE_GETREGS");
  registers.rdx /= 2;
  if (ptrace(PTRACE_SETREGS, thread, 0, &registers) != 0) give_up("PTRACE_SETREGS");
  const int file = open(log, O_CREAT | O_WRONLY, 0644);
  if (file < 0 || close(file) != 0) give_up(log);
}

static void at_call(pid_t thread, struct plan* plan) {
  struct ptrace_syscall_info info;
  if (ptrace(PTRACE_GET_SYSCALL_INFO, thread, sizeof info, &info) <= 0) return;
  if (info.op != PTRACE_SYSCALL_INFO_ENTRY || (long)info.entry.nr != plan->call || info.entry.args[2] < 2) return;
  if (++plan->made == plan->number) halve(thread, plan->log);
}

/* The signal that a stopped thread is to get: none where the stop is one of the tracing itself. */
static int signal_of(int status, struct plan* plan, pid_t thread) {
  const int stopped_by = WSTOPSIG(status);
  if (stopped_by == (SIGTRAP | 0x80)) {
    at_call(thread, plan);
    return 0;
  }
  return stopped_by == SIGTRAP || stopped_by == SIGSTOP ? 0 : stopped_by;
}

static int follow(pid_t program, struct plan* plan) {
  for (;;) {
    int status = 0;
    const pid_t thread = waitpid(-1, &status, __WALL);
    if (thread < 0) give_up("waitpid");
    if (WIFSTOPPED(status)) {
      ptrace(PTRACE_SYSCALL, thread, 0, signal_of(status, plan, thread));
    } else if (thread == program) {
      return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
  }
}

int main(int argc, char** argv) {
  if (argc < 5) {
    fputs("usage: short_calls LOG CALL N PROGRAM...\n", stderr);
    return 125;
  }
  struct plan plan = {argv[1], number_of(argv[2]), atol(argv[3]), 0};
  const pid_t program = fork();
  if (program < 0) give_up("fork");
  if (program == 0) {
    ptrace(PTRACE_TRACEME, 0, 0, 0);
    raise(SIGSTOP);
    execvp(argv[4], argv + 4);
    give_up(argv[4]);
  }
  int status = 0;
  if (waitpid(program, &status, 0) < 0 || !WIFSTOPPED(status)) give_up("waitpid");
  const long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_EXITKILL;
  if (ptrace(PTRACE_SETOPTIONS, program, 0, options) != 0) give_up("PTRACE_SETOPTIONS");
  ptrace(PTRACE_SYSCALL, program, 0, 0);
  return follow(program, &plan);
}
