// What both ends and the peer ask of the machine.
#ifndef MACHINE_H
#define MACHINE_H

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

static inline double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static inline double cpu_seconds(void) {
    struct timespec spent;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &spent);
    return (double)spent.tv_sec + (double)spent.tv_nsec / 1e9;
}

/// Of this program alone: what getrusage tells begins with the peak of whoever started it.
static inline long peak_resident_bytes(void) {
    char line[256];
    long kilobytes = 0;
    FILE *status = fopen("/proc/self/status", "r");
    while (status && fgets(line, sizeof line, status)) {
        if (sscanf(line, "VmHWM: %ld", &kilobytes) == 1) break;
    }
    if (status) fclose(status);
    return kilobytes * 1024;
}

static inline void raise_descriptor_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

_Noreturn static inline void give_up(const char *what) {
    fprintf(stderr, "%s: %s\n", what, strerror(errno));
    exit(1);
}

/// The number behind a flag, or what stands in its place.
static inline double option(int count, char **words, const char *name, double otherwise) {
    for (int i = 1; i + 1 < count; i++) {
        if (strcmp(words[i], name) == 0) return atof(words[i + 1]);
    }
    return otherwise;
}

#endif
