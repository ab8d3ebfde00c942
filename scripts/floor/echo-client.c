// echo-client --port N [--connections N] [--seconds N] [--bytes N]: the floor. On each connection one message is under way,
// there or back: one recv and one send a round trip, epoll in batches, all memory taken at the start.
//
// echo-client --port N --connects N: connects, upgrades and closes by reset that often, at most --connections at a time.
// By reset, because ports that wait out their time would soon be missed.
#include "machine.h"
#include "websocket.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

enum {
    batch = 1024,
    answer_limit = 1024,
    // More at once than this overflows the queue of a listener, and a SYN that was dropped is sent again a second later.
    opening_limit = 512,
    // A run that hangs is ended by a signal, so many seconds after its time.
    patience = 60,
};

enum stage { idle, connecting, greeting, talking };

struct wire {
    int descriptor;
    // Of the handshake's answer while greeting, then of the echo under way.
    uint32_t received;
    uint32_t unsent;
    uint32_t mask;
    uint32_t stage;
};

static struct wire *wires;
static char (*answers)[answer_limit], (*keys)[24];
static uint8_t payload[payload_limit], frame[client_head_limit + payload_limit], echo_head[10], buffer[256 * 1024];
static size_t frame_head, frame_size, echo_head_size, echo_size, bytes;
static char request[256];
static size_t request_size, request_key;
static struct sockaddr_in server;
static int poll_descriptor, timer_descriptor, is_over;
static uint64_t wanted, connects, begun, under_way, standing, failed, round_trips, calls;
static uint64_t calls_before, random_state;
static double duration, began, cpu_before;

/// Unforeseeable enough where no proxy stands between; each frame has a mask of its own.
static uint64_t random_bits(void) {
    random_state += 0x9e3779b97f4a7c15;
    uint64_t bits = random_state;
    bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ bits >> 27) * 0x94d049bb133111eb;
    return bits ^ bits >> 31;
}

static void begin(void) {
    round_trips = 0;
    calls_before = calls;
    cpu_before = cpu_seconds();
    began = seconds_now();
}

static void open_wire(struct wire *wire) {
    struct epoll_event event = {EPOLLIN | EPOLLOUT | EPOLLET, {.ptr = wire}};
    int yes = 1;
    calls += 4;
    wire->descriptor = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (wire->descriptor < 0) give_up("socket");
    setsockopt(wire->descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    if (connect(wire->descriptor, (struct sockaddr *)&server, sizeof server) < 0 && errno != EINPROGRESS) {
        give_up("connect");
    }
    if (epoll_ctl(poll_descriptor, EPOLL_CTL_ADD, wire->descriptor, &event) < 0) give_up("epoll_ctl");
    wire->stage = connecting;
    wire->received = wire->unsent = 0;
    begun++;
    under_way++;
}

/// Opens what may be opened; `spare` is a wire that is free, where connecting is all there is to do.
static void open_more(struct wire *spare) {
    if (connects) {
        if (begun < connects) open_wire(spare);
        is_over = standing + failed >= connects;
        return;
    }
    while (begun < wanted && under_way < opening_limit) open_wire(&wires[begun]);
    if (standing + failed == wanted && began == 0) {
        struct itimerspec end = {.it_value = {(time_t)duration, (long)((duration - (double)(time_t)duration) * 1e9)}};
        timerfd_settime(timer_descriptor, 0, &end, NULL);
        begin();
    }
}

static void lose(struct wire *wire) {
    if (wire->stage != talking) under_way--;
    calls++;
    close(wire->descriptor);
    wire->stage = idle;
    failed++;
    open_more(wire);
}

static void sent(struct wire *wire, ssize_t count, size_t of) {
    if (count < 0) {
        if (errno != EAGAIN) return lose(wire);
        count = 0;
    }
    wire->unsent = (uint32_t)(of - (size_t)count);
}

static void fill_frame(uint32_t mask) {
    memcpy(frame + frame_head - 4, &mask, 4);
    mask_copy(frame + frame_head, payload, bytes, mask);
}

static void send_frame(struct wire *wire) {
    wire->mask = (uint32_t)random_bits();
    fill_frame(wire->mask);
    calls++;
    sent(wire, send(wire->descriptor, frame, frame_size, MSG_NOSIGNAL), frame_size);
}

/// The mask is all that must be remembered of a frame to make it again.
static void send_rest(struct wire *wire) {
    fill_frame(wire->mask);
    calls++;
    ssize_t count = send(wire->descriptor, frame + frame_size - wire->unsent, wire->unsent, MSG_NOSIGNAL);
    sent(wire, count, wire->unsent);
}

static void greet(struct wire *wire) {
    uint64_t bits[2] = {random_bits(), random_bits()};
    char *key = keys[wire - wires];
    base64((const uint8_t *)bits, 16, key);
    memcpy(request + request_key, key, 24);
    calls++;
    if (send(wire->descriptor, request, request_size, MSG_NOSIGNAL) != (ssize_t)request_size) return lose(wire);
    wire->stage = greeting;
}

static void opened(struct wire *wire) {
    under_way--;
    standing++;
    wire->stage = talking;
    wire->received = 0;
    if (connects) {
        struct linger at_once = {1, 0};
        calls += 2;
        setsockopt(wire->descriptor, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
        close(wire->descriptor);
        wire->stage = idle;
    } else {
        send_frame(wire);
    }
    open_more(wire);
}

static void take_answer(struct wire *wire) {
    char *answer = answers[wire - wires], accept[accept_length];
    char *text = (char *)buffer;
    calls++;
    if (wire->received) memcpy(text, answer, wire->received);
    ssize_t count = recv(wire->descriptor, text + wire->received, answer_limit - wire->received, 0);
    if (count < 0 && errno == EAGAIN) return;
    if (count <= 0) return lose(wire);
    wire->received += (uint32_t)count;
    if (!memmem(text, wire->received, "\r\n\r\n", 4)) {
        if (wire->received == answer_limit) return lose(wire);
        memcpy(answer, text, wire->received);
        return;
    }
    accept_key(keys[wire - wires], accept);
    if (memcmp(text, "HTTP/1.1 101", 12) != 0 || !memmem(text, wire->received, accept, accept_length)) {
        return lose(wire);
    }
    opened(wire);
}

static void take_echo(struct wire *wire) {
    calls++;
    ssize_t count = recv(wire->descriptor, buffer, sizeof buffer, 0);
    if (count < 0 && errno == EAGAIN) return;
    if (count <= 0) return lose(wire);
    if (wire->received == 0 && (size_t)count >= echo_head_size && memcmp(buffer, echo_head, echo_head_size) != 0) {
        return lose(wire);
    }
    wire->received += (uint32_t)count;
    if (wire->received < echo_size) return;
    if (wire->received > echo_size || wire->unsent) return lose(wire);
    wire->received = 0;
    round_trips++;
    send_frame(wire);
}

static void handle(struct wire *wire, uint32_t happened) {
    switch (wire->stage) {
        case connecting:
            if (happened & (EPOLLERR | EPOLLHUP)) lose(wire);
            else if (happened & EPOLLOUT) greet(wire);
            break;
        case greeting:
            if (happened & ~(uint32_t)EPOLLOUT) take_answer(wire);
            break;
        case talking:
            if (wire->unsent && happened & EPOLLOUT) send_rest(wire);
            if (wire->stage == talking && happened & ~(uint32_t)EPOLLOUT) take_echo(wire);
            break;
        default: break;
    }
}

static void prepare(int count, char **words) {
    duration = option(count, words, "--seconds", 5);
    connects = (uint64_t)option(count, words, "--connects", 0);
    wanted = (uint64_t)option(count, words, "--connections", 100);
    bytes = (size_t)option(count, words, "--bytes", 256);
    if (bytes > payload_limit || wanted == 0) errno = EINVAL, give_up("arguments");
    server.sin_family = AF_INET;
    server.sin_port = htons((uint16_t)option(count, words, "--port", 0));
    server.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    memset(payload, 'x', bytes);
    echo_head_size = write_head(echo_head, 0x81, bytes, 0);
    echo_size = echo_head_size + bytes;
    frame_head = write_head(frame, 0x81, bytes, 0x80) + 4;
    frame_size = frame_head + bytes;
    request_size = (size_t)snprintf(
        request, sizeof request,
        "GET / HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %24s\r\n\r\n",
        ntohs(server.sin_port), ""
    );
    request_key = request_size - 28;
    wires = calloc(wanted, sizeof *wires);
    answers = calloc(wanted, sizeof *answers);
    keys = calloc(wanted, sizeof *keys);
    random_state = (uint64_t)(seconds_now() * 1e9);
    poll_descriptor = epoll_create1(EPOLL_CLOEXEC);
    timer_descriptor = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
    if (!wires || !answers || !keys || poll_descriptor < 0 || timer_descriptor < 0) give_up("start");
    struct epoll_event event = {EPOLLIN, {.ptr = NULL}};
    epoll_ctl(poll_descriptor, EPOLL_CTL_ADD, timer_descriptor, &event);
    alarm((unsigned)duration + patience);
}

static void report(void) {
    double took = seconds_now() - began, spent = cpu_seconds() - cpu_before;
    uint64_t done = connects ? standing : round_trips;
    calls -= calls_before;
    printf(
        "%.0f %s a second, %.0f per CPU-second, %.3f system calls each\n", (double)done / took,
        connects ? "connections" : "round trips", (double)done / spent, (double)calls / (double)(done ? done : 1)
    );
    printf(
        "{\"%s\":%llu,\"failed\":%llu,\"seconds\":%.6f,\"cpuSeconds\":%.6f,\"maxRssBytes\":%ld,\"systemCalls\":%llu}\n",
        connects ? "connects" : "roundTrips", (unsigned long long)done, (unsigned long long)failed, took, spent,
        peak_resident_bytes(), (unsigned long long)calls
    );
}

int main(int count, char **words) {
    static struct epoll_event events[batch];
    raise_descriptor_limit();
    prepare(count, words);
    if (connects) {
        begin();
        for (uint64_t i = 0; i < wanted && i < connects; i++) open_wire(&wires[i]);
    } else {
        open_more(NULL);
    }
    while (!is_over) {
        calls++;
        int ready = epoll_wait(poll_descriptor, events, batch, -1);
        for (int i = 0; i < ready; i++) {
            if (events[i].data.ptr) handle(events[i].data.ptr, events[i].events);
            else is_over = 1;
        }
    }
    report();
    return failed == 0 && (connects ? standing : round_trips) > 0 ? 0 : 1;
}
