// echo-server --port N: the server that every tool is measured against. One thread, one edge-triggered epoll, one recv
// and one send for whatever has arrived; all memory is taken at the start. Listens on 127.0.0.1 and ends when its
// standard input does. GET /counts answers what it has seen, so that a tool need not be asked.
#include "machine.h"
#include "websocket.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    batch = 1024,
    head_limit = 8192,
    // A frame that has not all arrived, and what one recv can bring on top of it.
    kept_limit = payload_limit + client_head_limit,
    room = kept_limit + 128 * 1024,
};

enum stage { closed, greeting, talking, closing };

/// What a connection holds between two events. Its bytes lie in the arena, whose pages cost nothing until touched.
struct wire {
    uint32_t kept;
    uint32_t unsent;
    uint32_t unsent_at;
    uint8_t stage;
    uint8_t is_visible;
};

static struct wire *wires;
static uint8_t *arena;
static uint8_t buffer[room];
static int poll_descriptor;
static int capacity;
static uint64_t messages, connections, open_now;

static uint8_t *kept_bytes(int descriptor) { return arena + (size_t)descriptor * (kept_limit + room); }
static uint8_t *unsent_bytes(int descriptor) { return kept_bytes(descriptor) + kept_limit; }

static void drop(int descriptor) {
    if (wires[descriptor].is_visible) open_now--;
    wires[descriptor] = (struct wire){0};
    close(descriptor);
}

/// Sends what it can and keeps the rest; answers whether the connection still stands.
static int put(int descriptor, const uint8_t *bytes, size_t count) {
    ssize_t sent = send(descriptor, bytes, count, MSG_NOSIGNAL);
    if (sent < 0) {
        if (errno != EAGAIN) return drop(descriptor), 0;
        sent = 0;
    }
    if ((size_t)sent < count) {
        memcpy(unsent_bytes(descriptor), bytes + sent, count - (size_t)sent);
        wires[descriptor].unsent = (uint32_t)(count - (size_t)sent);
        wires[descriptor].unsent_at = 0;
    } else if (wires[descriptor].stage == closing) {
        return drop(descriptor), 0;
    }
    return 1;
}

/// Answers whether all that was unsent is gone.
static int put_rest(int descriptor) {
    struct wire *wire = &wires[descriptor];
    ssize_t sent = send(descriptor, unsent_bytes(descriptor) + wire->unsent_at, wire->unsent, MSG_NOSIGNAL);
    if (sent < 0) {
        if (errno != EAGAIN) drop(descriptor);
        return 0;
    }
    wire->unsent -= (uint32_t)sent;
    wire->unsent_at += (uint32_t)sent;
    if (wire->unsent) return 0;
    if (wire->stage == closing) return drop(descriptor), 0;
    return 1;
}

static const char *field(const char *head, const char *name) {
    const char *at = strcasestr(head, name);
    if (!at) return NULL;
    for (at += strlen(name); *at == ' ' || *at == '\t'; at++) {}
    return at;
}

/// Takes a request from the buffer's first `count` bytes. Answers how many of them it was, 0 when more must come, -1 when
/// the connection is gone.
static long greet(int descriptor, size_t count) {
    static char head[head_limit + 1], answer[512];
    struct wire *wire = &wires[descriptor];
    size_t length = count < head_limit ? count : head_limit;
    const uint8_t *end = memmem(buffer, length, "\r\n\r\n", 4);
    if (!end) return count < head_limit ? 0 : (drop(descriptor), -1);
    length = (size_t)(end - buffer) + 4;
    memcpy(head, buffer, length);
    head[length] = 0;
    const char *key = field(head, "\r\nsec-websocket-key:");
    int written;
    if (key && strcspn(key, "\r ") == 24) {
        char accept[accept_length];
        accept_key(key, accept);
        written = snprintf(
            answer, sizeof answer,
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Accept: %.28s\r\n\r\n",
            accept
        );
        wire->stage = talking;
        wire->is_visible = 1;
        connections++;
        open_now++;
    } else {
        char body[128];
        int is_counts = strncmp(head, "GET /counts ", 12) == 0;
        int size = is_counts
            ? snprintf(
                  body, sizeof body, "{\"messages\":%llu,\"connections\":%llu,\"open\":%llu}",
                  (unsigned long long)messages, (unsigned long long)connections, (unsigned long long)open_now
              )
            : 0;
        written = snprintf(
            answer, sizeof answer, "HTTP/1.1 %s\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%.*s",
            is_counts ? "200 OK" : "426 Upgrade Required", size, size, body
        );
        wire->stage = closing;
    }
    if (!put(descriptor, (const uint8_t *)answer, (size_t)written)) return -1;
    return wire->stage == closing ? -1 : (long)length;
}

/// Turns the frames among the buffer's bytes into their echoes, in place: a server's head is shorter than a client's.
/// Answers the bytes of the echoes; `used` tells how many bytes became echoes. A peer that breaks the protocol is dropped,
/// and then the answer is -1.
static long echo(int descriptor, size_t from, size_t count, size_t *used) {
    size_t at = from, out = 0;
    while (wires[descriptor].stage == talking) {
        uint64_t length;
        size_t head = read_head(buffer + at, count - at, &length);
        if (head == 0) break;
        uint8_t first = buffer[at], opcode = first & 0x0f;
        int is_legal = (first & 0x70) == 0 && (opcode <= 2 || (opcode >= 8 && opcode <= 10 && length < 126));
        if (!is_legal || length > payload_limit || !(buffer[at + 1] & 0x80)) return drop(descriptor), -1;
        if (count - at < head + 4 + length) break;
        uint32_t key;
        memcpy(&key, buffer + at + head, 4);
        const uint8_t *payload = buffer + at + head + 4;
        at += head + 4 + length;
        if (opcode == 10) continue;
        if (opcode == 9) first = 0x8a;
        if (opcode < 3) messages++;
        if (opcode == 8) wires[descriptor].stage = closing;
        out += write_head(buffer + out, first, length, 0);
        mask_copy(buffer + out, payload, length, key);
        out += length;
    }
    *used = at;
    return (long)out;
}

/// One recv for what has arrived; another only when it filled all room.
static void take(int descriptor) {
    struct wire *wire = &wires[descriptor];
    while (wire->unsent == 0) {
        size_t count = wire->kept, from = 0;
        if (count) memcpy(buffer, kept_bytes(descriptor), count);
        ssize_t received = recv(descriptor, buffer + count, room - count, 0);
        if (received <= 0) {
            if (received == 0 || errno != EAGAIN) drop(descriptor);
            return;
        }
        int is_full = (size_t)received == room - count;
        count += (size_t)received;
        if (wire->stage == greeting) {
            long length = greet(descriptor, count);
            if (length < 0) return;
            from = (size_t)length;
        }
        long echoed = wire->stage == talking ? echo(descriptor, from, count, &from) : 0;
        if (echoed < 0) return;
        wire->kept = (uint32_t)(count - from);
        if (wire->kept) memcpy(kept_bytes(descriptor), buffer + from, wire->kept);
        if (echoed && !put(descriptor, buffer, (size_t)echoed)) return;
        if (!is_full) return;
    }
}

/// What is unsent goes first: until it has gone nothing more is read, so what is kept has a bound.
static void serve(int descriptor, uint32_t happened) {
    if (wires[descriptor].stage == closed) return;
    if (wires[descriptor].unsent) {
        if (put_rest(descriptor)) take(descriptor);
    } else if (happened & ~(uint32_t)EPOLLOUT) {
        take(descriptor);
    }
}

static void take_connections(int listener) {
    for (;;) {
        int descriptor = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (descriptor < 0) return;
        int yes = 1;
        setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        struct epoll_event event = {EPOLLIN | EPOLLOUT | EPOLLET, {.fd = descriptor}};
        if (descriptor >= capacity || epoll_ctl(poll_descriptor, EPOLL_CTL_ADD, descriptor, &event) < 0) {
            close(descriptor);
            continue;
        }
        wires[descriptor].stage = greeting;
    }
}

static int listen_on(uint16_t port) {
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), yes = 1;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    socklen_t length = sizeof address;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(listener, (struct sockaddr *)&address, length) < 0 || listen(listener, 65535) < 0) give_up("listen");
    getsockname(listener, (struct sockaddr *)&address, &length);
    printf("{\"url\":\"ws://127.0.0.1:%d/\"}\n", ntohs(address.sin_port));
    fflush(stdout);
    return listener;
}

int main(int count, char **words) {
    static struct epoll_event events[batch];
    struct rlimit limit;
    raise_descriptor_limit();
    getrlimit(RLIMIT_NOFILE, &limit);
    capacity = limit.rlim_cur < 65536 ? (int)limit.rlim_cur : 65536;
    wires = calloc((size_t)capacity, sizeof *wires);
    size_t size = (size_t)capacity * (kept_limit + room);
    arena = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    poll_descriptor = epoll_create1(EPOLL_CLOEXEC);
    if (!wires || arena == MAP_FAILED || poll_descriptor < 0) give_up("start");
    int listener = listen_on((uint16_t)option(count, words, "--port", 0));
    struct epoll_event event = {EPOLLIN, {.fd = listener}};
    epoll_ctl(poll_descriptor, EPOLL_CTL_ADD, listener, &event);
    // Whoever started it has gone when this reads an end. A file cannot be watched, and then only a signal ends it.
    event.data.fd = STDIN_FILENO;
    epoll_ctl(poll_descriptor, EPOLL_CTL_ADD, STDIN_FILENO, &event);
    for (;;) {
        int ready = epoll_wait(poll_descriptor, events, batch, -1);
        for (int i = 0; i < ready; i++) {
            int descriptor = events[i].data.fd;
            if (descriptor == listener) {
                take_connections(listener);
            } else if (descriptor == STDIN_FILENO) {
                char ignored[64];
                if (read(STDIN_FILENO, ignored, sizeof ignored) <= 0) return 0;
            } else {
                serve(descriptor, events[i].events);
            }
        }
    }
}
