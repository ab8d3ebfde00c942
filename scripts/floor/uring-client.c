// uring-client --port N [--connections N] [--seconds N] [--bytes N] [--buffers N]: what echo-client plays, on io_uring.
//
// Each connection has one receive that stays armed and takes its buffers from a ring; a batch of completions makes a batch
// of sends, and one system call hands these over and waits for the next. The handshakes are plain calls: only the ping-pong
// is measured.
#include "machine.h"
#include "websocket.h"

#include <arpa/inet.h>
#include <liburing.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    queue = 4096,
    completions = 16384,
    buffer_group = 7,
    answer_limit = 1024,
    patience = 60,
};

// What a completion belongs to: a connection's receive, a connection's send, or the clock.
static const uint64_t send_bit = 1ull << 32, clock_mark = 1ull << 33;

static struct io_uring ring;
static struct io_uring_buf_ring *buffers;
static uint8_t *buffer_space, (*frames)[client_head_limit + 1024];
static size_t buffer_count, buffer_size, bytes, echo_size, echo_head_size, frame_head, frame_size;
static uint8_t payload[payload_limit], echo_head[10];
static uint32_t *received;
static int *descriptors;
static uint64_t wanted, round_trips, calls, failed, random_state, next_frame, rearmed;
static int is_over;
static const char *manner;

static uint64_t random_bits(void) {
    random_state += 0x9e3779b97f4a7c15;
    uint64_t bits = random_state;
    bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ bits >> 27) * 0x94d049bb133111eb;
    return bits ^ bits >> 31;
}

static struct io_uring_sqe *entry(void) {
    struct io_uring_sqe *sqe = io_uring_get_sqe(&ring);
    if (sqe) return sqe;
    calls++;
    io_uring_submit(&ring);
    sqe = io_uring_get_sqe(&ring);
    if (!sqe) give_up("io_uring_get_sqe");
    return sqe;
}

static void receive(uint64_t place) {
    struct io_uring_sqe *sqe = entry();
    io_uring_prep_recv_multishot(sqe, (int)place, NULL, 0, 0);
    // Look before trying: what was just asked for cannot be there yet.
    sqe->ioprio |= IORING_RECVSEND_POLL_FIRST;
    sqe->flags |= IOSQE_FIXED_FILE | IOSQE_BUFFER_SELECT;
    sqe->buf_group = buffer_group;
    io_uring_sqe_set_data64(sqe, place);
}

/// A frame lies still until it is handed over; there are as many as the queue has places.
static void send_frame(uint64_t place) {
    uint8_t *frame = frames[next_frame++ % queue];
    uint32_t mask = (uint32_t)random_bits();
    memcpy(frame + frame_head - 4, &mask, 4);
    mask_copy(frame + frame_head, payload, bytes, mask);
    struct io_uring_sqe *sqe = entry();
    io_uring_prep_send(sqe, (int)place, frame, frame_size, MSG_NOSIGNAL | MSG_DONTWAIT);
    // Only a failure is worth a completion.
    sqe->flags |= IOSQE_FIXED_FILE | IOSQE_CQE_SKIP_SUCCESS;
    io_uring_sqe_set_data64(sqe, place | send_bit);
}

static void take_echo(uint64_t place, const uint8_t *data, size_t count) {
    if (received[place] == 0 && count >= echo_head_size && memcmp(data, echo_head, echo_head_size) != 0) failed++;
    received[place] += (uint32_t)count;
    if (received[place] < echo_size) return;
    if (received[place] > echo_size) failed++;
    received[place] = 0;
    round_trips++;
    send_frame(place);
}

static void handle(const struct io_uring_cqe *cqe, int *returned) {
    if (cqe->user_data == clock_mark) {
        is_over = 1;
        return;
    }
    uint64_t place = cqe->user_data & 0xffffffff;
    if (cqe->user_data & send_bit) {
        failed++;
        return;
    }
    if (cqe->res <= 0 && cqe->res != -ENOBUFS) {
        failed++;
        return;
    }
    if (cqe->flags & IORING_CQE_F_BUFFER) {
        unsigned id = cqe->flags >> IORING_CQE_BUFFER_SHIFT;
        uint8_t *buffer = buffer_space + id * buffer_size;
        take_echo(place, buffer, (size_t)cqe->res);
        io_uring_buf_ring_add(
            buffers, buffer, (unsigned)buffer_size, (unsigned short)id, io_uring_buf_ring_mask((unsigned)buffer_count),
            (*returned)++
        );
    }
    if (!(cqe->flags & IORING_CQE_F_MORE)) {
        rearmed++;
        receive(place);
    }
}

/// With as much of what saves work as the kernel has.
static void make_ring(void) {
    static const struct {
        const char *name;
        unsigned flags;
    } manners[] = {
        {"single issuer, deferred", IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN},
        {"cooperative", IORING_SETUP_COOP_TASKRUN},
        {"plain", 0},
    };
    int failure = -1;
    for (size_t i = 0; i < sizeof manners / sizeof *manners && failure < 0; i++) {
        struct io_uring_params parameters = {
            .flags = manners[i].flags | IORING_SETUP_CQSIZE | IORING_SETUP_CLAMP, .cq_entries = completions
        };
        failure = io_uring_queue_init_params(queue, &ring, &parameters);
        manner = manners[i].name;
    }
    if (failure < 0) errno = -failure, give_up("io_uring");
    io_uring_register_ring_fd(&ring);
    if (io_uring_register_files(&ring, descriptors, (unsigned)wanted) < 0) give_up("io_uring_register_files");
    size_t head = buffer_count * sizeof(struct io_uring_buf);
    buffers = aligned_alloc(4096, (head + 4095) / 4096 * 4096);
    buffer_space = aligned_alloc(4096, (buffer_count * buffer_size + 4095) / 4096 * 4096);
    frames = aligned_alloc(4096, queue * sizeof *frames);
    if (!buffers || !buffer_space || !frames) give_up("memory");
    struct io_uring_buf_reg places = {
        .ring_addr = (uint64_t)(uintptr_t)buffers, .ring_entries = (uint32_t)buffer_count, .bgid = buffer_group
    };
    if (io_uring_register_buf_ring(&ring, &places, 0) < 0) give_up("io_uring_register_buf_ring");
    io_uring_buf_ring_init(buffers);
    for (size_t i = 0; i < buffer_count; i++) {
        io_uring_buf_ring_add(
            buffers, buffer_space + i * buffer_size, (unsigned)buffer_size, (unsigned short)i,
            io_uring_buf_ring_mask((unsigned)buffer_count), (int)i
        );
    }
    io_uring_buf_ring_advance(buffers, (int)buffer_count);
    for (size_t i = 0; i < queue; i++) write_head(frames[i], 0x81, bytes, 0x80);
}

static int greet(struct sockaddr_in server) {
    char key[25] = {0}, request[256], answer[answer_limit + 1], accept[accept_length];
    int yes = 1, descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    uint64_t bits[2] = {random_bits(), random_bits()};
    base64((const uint8_t *)bits, 16, key);
    accept_key(key, accept);
    int size = snprintf(
        request, sizeof request,
        "GET / HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n\r\n",
        ntohs(server.sin_port), key
    );
    if (descriptor < 0) give_up("socket");
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    if (connect(descriptor, (struct sockaddr *)&server, sizeof server) < 0) give_up("connect");
    if (send(descriptor, request, (size_t)size, MSG_NOSIGNAL) != size) give_up("send");
    size_t length = 0;
    while (!memmem(answer, length, "\r\n\r\n", 4)) {
        ssize_t count = recv(descriptor, answer + length, answer_limit - length, 0);
        if (count <= 0) give_up("handshake");
        length += (size_t)count;
    }
    if (memcmp(answer, "HTTP/1.1 101", 12) != 0 || !memmem(answer, length, accept, accept_length)) give_up("handshake");
    return descriptor;
}

static void prepare(int count, char **words) {
    struct sockaddr_in server = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    server.sin_port = htons((uint16_t)option(count, words, "--port", 0));
    wanted = (uint64_t)option(count, words, "--connections", 100);
    bytes = (size_t)option(count, words, "--bytes", 256);
    buffer_count = (size_t)option(count, words, "--buffers", 1024);
    if (bytes > 1024 || wanted == 0 || (buffer_count & (buffer_count - 1)) != 0) errno = EINVAL, give_up("arguments");
    memset(payload, 'x', bytes);
    echo_head_size = write_head(echo_head, 0x81, bytes, 0);
    echo_size = echo_head_size + bytes;
    buffer_size = (echo_size + 63) / 64 * 64;
    uint8_t head[client_head_limit];
    frame_head = write_head(head, 0x81, bytes, 0x80) + 4;
    frame_size = frame_head + bytes;
    random_state = (uint64_t)(seconds_now() * 1e9);
    descriptors = calloc(wanted, sizeof *descriptors);
    received = calloc(wanted, sizeof *received);
    if (!descriptors || !received) give_up("memory");
    for (uint64_t i = 0; i < wanted; i++) descriptors[i] = greet(server);
    make_ring();
}

int main(int count, char **words) {
    double duration = option(count, words, "--seconds", 5);
    raise_descriptor_limit();
    alarm((unsigned)duration + patience);
    prepare(count, words);
    struct __kernel_timespec end = {(long long)duration, (long long)((duration - (double)(long long)duration) * 1e9)};
    for (uint64_t i = 0; i < wanted; i++) receive(i);
    for (uint64_t i = 0; i < wanted; i++) send_frame(i);
    struct io_uring_sqe *clock = entry();
    io_uring_prep_timeout(clock, &end, 0, 0);
    io_uring_sqe_set_data64(clock, clock_mark);
    double cpu = cpu_seconds(), began = seconds_now();
    calls = 0;
    while (!is_over && !failed) {
        calls++;
        int code = io_uring_submit_and_wait(&ring, 1);
        if (code < 0 && code != -EINTR) errno = -code, give_up("io_uring_enter");
        struct io_uring_cqe *cqe;
        unsigned head, seen = 0;
        int returned = 0;
        io_uring_for_each_cqe(&ring, head, cqe) {
            handle(cqe, &returned);
            seen++;
        }
        if (returned) io_uring_buf_ring_advance(buffers, returned);
        io_uring_cq_advance(&ring, seen);
    }
    double took = seconds_now() - began, spent = cpu_seconds() - cpu;
    printf(
        "%s: %.0f round trips a second, %.0f per CPU-second, %.3f system calls each, %.3f receives armed again\n", manner,
        (double)round_trips / took, (double)round_trips / spent, (double)calls / (double)round_trips,
        (double)rearmed / (double)round_trips
    );
    printf(
        "{\"roundTrips\":%llu,\"failed\":%llu,\"seconds\":%.6f,\"cpuSeconds\":%.6f,\"maxRssBytes\":%ld,"
        "\"systemCalls\":%llu}\n",
        (unsigned long long)round_trips, (unsigned long long)failed, took, spent, peak_resident_bytes(),
        (unsigned long long)calls
    );
    return failed == 0 && round_trips > 0 ? 0 : 1;
}
