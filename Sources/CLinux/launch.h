#pragma once
// What a command needs from the system and Swift cannot reach: macros, variadic calls, GNU extensions.
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static inline char **clinux_environment(void) { return environ; }

/// The width of a terminal in columns, or 0 when it has none to tell.
static inline int clinux_columns(int descriptor) {
    struct winsize size;
    memset(&size, 0, sizeof size);
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

// GNU extensions are hidden from module builds, so these go past the C library: up to 1,024 cores in 64-bit words.
enum { clinux_core_words = 16 };

static inline long clinux_read_cores(pid_t process, uint64_t cores[]) {
    memset(cores, 0, clinux_core_words * sizeof *cores);
    return syscall(SYS_sched_getaffinity, process, clinux_core_words * sizeof *cores, cores);
}

/// How many cores this process may run on.
static inline int clinux_usable_cores(void) {
    uint64_t cores[clinux_core_words];
    int count = 0;
    if (clinux_read_cores(0, cores) < 0) return 0;
    for (int word = 0; word < clinux_core_words; word++) count += __builtin_popcountll(cores[word]);
    return count;
}

/// Binds a process (0: the calling thread) to the `index`-th of the cores it may run on; 0, or an error's number.
static inline int clinux_pin(pid_t process, int index) {
    uint64_t cores[clinux_core_words];
    if (index < 0) return EINVAL;
    if (clinux_read_cores(process, cores) < 0) return errno;
    for (int core = 0; core < clinux_core_words * 64; core++) {
        if ((cores[core / 64] >> (core % 64) & 1) && index-- == 0) {
            memset(cores, 0, sizeof cores);
            cores[core / 64] = (uint64_t)1 << (core % 64);
            return syscall(SYS_sched_setaffinity, process, sizeof cores, cores) == 0 ? 0 : errno;
        }
    }
    return EINVAL;
}

/// Blocks SIGINT and SIGTERM in the calling thread and those it will start, ignores SIGPIPE,
/// and gives a descriptor from which the blocked ones are read; negative: an error's number.
static inline int clinux_take_signals(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    int failed = pthread_sigmask(SIG_BLOCK, &set, 0);
    if (failed) return -failed;
    signal(SIGPIPE, SIG_IGN);
    int descriptor = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    return descriptor < 0 ? -errno : descriptor;
}

/// The number of the next waiting signal, or 0.
static inline int clinux_next_signal(int descriptor) {
    struct signalfd_siginfo found;
    return read(descriptor, &found, sizeof found) == sizeof found ? (int)found.ssi_signo : 0;
}

/// A pipe whose ends no child inherits and which never blocks on `nonblocking` (0: reading end, 1: writing end).
static inline int clinux_pipe(int ends[2], int nonblocking) {
    if (syscall(SYS_pipe2, ends, O_CLOEXEC) != 0) return errno;
    return fcntl(ends[nonblocking], F_SETFL, O_NONBLOCK) == 0 ? 0 : errno;
}

/// `POSIX_SPAWN_SETSID`, which the C library hides like the rest.
enum { clinux_spawn_session = 0x80 };

/// Starts a program in a session of its own, out of reach of the terminal's Ctrl-C, with no signal blocked;
/// 0, or an error's number.
static inline int clinux_spawn(pid_t *child, const char *path, char *const arguments[], int input, int output) {
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t actions;
    sigset_t none, standard;
    sigemptyset(&none);
    sigemptyset(&standard);
    sigaddset(&standard, SIGINT);
    sigaddset(&standard, SIGTERM);
    sigaddset(&standard, SIGPIPE);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_setflags(&attributes, clinux_spawn_session | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &standard);
    posix_spawn_file_actions_adddup2(&actions, input, 0);
    posix_spawn_file_actions_adddup2(&actions, output, 1);
    int failed = posix_spawn(child, path, &actions, &attributes, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return failed;
}

/// How a waited-for child ended: its exit code, or the signal's number negated.
static inline int clinux_exit(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status); }

/// `open` is variadic, which Swift does not import.
static inline int clinux_open(const char *path, int flags, mode_t mode) { return open(path, flags | O_CLOEXEC, mode); }
