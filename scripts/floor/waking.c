// waking --wakes N --sends N --receives N [--seconds N] [--core A] [--peer-core B]: the floor of a loop with little to do.
//
// So often a second it wakes, writes a frame and reads one, spread evenly over its connections, and does nothing else: what
// this costs is the kernel's and the machine's, and no loop that must do as much can cost less. Its peer, a child on the
// second core, writes what it reads and reads what it writes.
#include "machine.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { connections = 500, batch = 512, out_size = 500, in_size = 700 };

static int descriptors[connections], poll_descriptor;
static char buffer[64 * 1024];
// How late the clock's ticks were, by steps of 10 µs; the last is for all above.
static uint64_t lateness[10001];

static void pin(int core) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(core, &set);
    if (sched_setaffinity(0, sizeof set, &set) < 0) give_up("sched_setaffinity");
}

static void watch(int place, int descriptor) {
    int yes = 1;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    struct epoll_event event = {.events = EPOLLIN | EPOLLET, .data.u32 = (uint32_t)place};
    if (epoll_ctl(poll_descriptor, EPOLL_CTL_ADD, descriptor, &event) < 0) give_up("epoll_ctl");
    descriptors[place] = descriptor;
}

/// Wakes for what arrives and for its own clock; frames are written at its ticks, or in any wake.
static void play(double ticks, double frames, size_t size, int in_any_wake, double end) {
    double next = seconds_now(), credit = 0, gap = ticks > 0 ? 1 / ticks : 1e9, last = next;
    uint32_t turn = 0;
    for (;;) {
        double now = seconds_now();
        if (now >= end) return;
        double wait = next > now ? next - now : 0;
        if (wait > 1) wait = 1;
        struct timespec limit = {(time_t)wait, (long)((wait - (time_t)wait) * 1e9)};
        struct epoll_event events[batch];
        int count = epoll_pwait2(poll_descriptor, events, batch, &limit, NULL);
        for (int i = 0; i < count; i++) {
            long got = recv(descriptors[events[i].data.u32], buffer, sizeof buffer, MSG_DONTWAIT);
            if (got == 0) return;
        }
        now = seconds_now();
        int ticked = now >= next;
        if (ticked) lateness[now - next < 0.1 ? (int)((now - next) * 1e5) : 10000]++;
        if (ticked) next += gap * (double)(1 + (long)((now - next) / gap));
        if (!ticked && !in_any_wake) continue;
        credit += frames * (now - last);
        last = now;
        for (; credit >= 1; credit--) {
            if (send(descriptors[turn++ % connections], buffer, size, MSG_NOSIGNAL | MSG_DONTWAIT) < 0) return;
        }
    }
}

/// In milliseconds; 99 of 100 ticks were no later.
static double lateness_p99(void) {
    uint64_t ticks = 0, seen = 0;
    int step = 0;
    for (int i = 0; i <= 10000; i++) ticks += lateness[i];
    while (step < 10000 && (seen += lateness[step]) * 100 < ticks * 99) step++;
    return (step + 1) / 100.0;
}

int main(int count, char **words) {
    double wakes = option(count, words, "--wakes", 900), sends = option(count, words, "--sends", 500);
    double receives = option(count, words, "--receives", 700), seconds = option(count, words, "--seconds", 10);
    int first = (int)option(count, words, "--core", 0), second = (int)option(count, words, "--peer-core", 1);
    raise_descriptor_limit();
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    if (listener < 0 || bind(listener, (struct sockaddr *)&address, length) < 0 || listen(listener, connections) < 0
        || getsockname(listener, (struct sockaddr *)&address, &length) < 0)
        give_up("listening");
    pid_t peer = fork();
    if (peer < 0) give_up("fork");
    prctl(PR_SET_TIMERSLACK, 1, 0, 0, 0);
    poll_descriptor = epoll_create1(0);
    double begin = seconds_now() + 0.5;
    if (peer == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        pin(second);
        for (int i = 0; i < connections; i++) watch(i, accept(listener, NULL, NULL));
        play(receives, receives, in_size, 0, begin + seconds + 5);
        _exit(0);
    }
    pin(first);
    for (int i = 0; i < connections; i++) {
        int descriptor = socket(AF_INET, SOCK_STREAM, 0);
        if (connect(descriptor, (struct sockaddr *)&address, length) < 0) give_up("connect");
        watch(i, descriptor);
    }
    struct rusage before, after;
    getrusage(RUSAGE_SELF, &before);
    double cpu = cpu_seconds(), start = seconds_now();
    play(wakes > receives ? wakes - receives : 0, sends, out_size, 1, start + seconds);
    getrusage(RUSAGE_SELF, &after);
    double passed = seconds_now() - start;
    printf("{\"share\":%.5f,\"wakesPerSecond\":%.0f,\"latenessP99Ms\":%.2f}\n", (cpu_seconds() - cpu) / passed,
           (double)(after.ru_nvcsw - before.ru_nvcsw) / passed, lateness_p99());
    kill(peer, SIGKILL);
    waitpid(peer, NULL, 0);
}
