// lws-client --port N [--connections N] [--seconds N] [--bytes N]: what echo-client does, by libwebsockets on libuv.
#include "machine.h"

#include <libwebsockets.h>
#include <signal.h>
#include <unistd.h>

enum { opening_limit = 256, patience = 60, payload_limit = 64 * 1024 };

struct wire {
    struct lws *handle;
    size_t received;
    int is_open;
};

static struct lws_context *context;
static struct wire *wires;
static int port, wanted, begun, under_way, standing, failed;
static size_t bytes;
static uint64_t round_trips;
static double duration, began, cpu_before;
static uint8_t frame[LWS_PRE + payload_limit];
static lws_sorted_usec_list_t end;

// On libuv the library's loop does not come back, so the run ends where its time does.
static void finish(lws_sorted_usec_list_t *list) {
    double took = seconds_now() - began, spent = cpu_seconds() - cpu_before;
    (void)list;
    printf(
        "{\"roundTrips\":%llu,\"failed\":%d,\"seconds\":%.6f,\"cpuSeconds\":%.6f,\"maxRssBytes\":%ld}\n",
        (unsigned long long)round_trips, failed, took, spent, peak_resident_bytes()
    );
    fflush(stdout);
    _exit(failed == 0 && round_trips > 0 ? 0 : 1);
}

static void open_more(void) {
    while (begun < wanted && under_way < opening_limit) {
        struct lws_client_connect_info to = {0};
        to.context = context;
        to.address = to.host = to.origin = "127.0.0.1";
        to.port = port;
        to.path = "/";
        to.local_protocol_name = "echo";
        to.pwsi = &wires[begun].handle;
        to.opaque_user_data = &wires[begun];
        begun++;
        under_way++;
        lws_client_connect_via_info(&to);
    }
    if (standing + failed == wanted && began == 0) {
        began = seconds_now();
        cpu_before = cpu_seconds();
        round_trips = 0;
        lws_sul_schedule(context, 0, &end, finish, (lws_usec_t)(duration * 1e6));
    }
}

static int take(struct lws *handle, enum lws_callback_reasons reason, void *user, void *in, size_t length) {
    struct wire *wire = handle ? lws_get_opaque_user_data(handle) : NULL;
    (void)user;
    (void)in;
    switch (reason) {
        case LWS_CALLBACK_CLIENT_ESTABLISHED:
            wire->is_open = 1;
            under_way--;
            standing++;
            lws_callback_on_writable(handle);
            open_more();
            break;
        case LWS_CALLBACK_CLIENT_WRITEABLE:
            // The library masks in place, so what is sent must be put there anew.
            memset(frame + LWS_PRE, 'x', bytes);
            if (lws_write(handle, frame + LWS_PRE, bytes, LWS_WRITE_TEXT) < (int)bytes) return -1;
            break;
        case LWS_CALLBACK_CLIENT_RECEIVE:
            wire->received += length;
            if (wire->received < bytes) break;
            wire->received = 0;
            round_trips++;
            lws_callback_on_writable(handle);
            break;
        case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        case LWS_CALLBACK_CLIENT_CLOSED:
            if (!wire) break;
            if (!wire->is_open) under_way--;
            failed++;
            open_more();
            break;
        default: break;
    }
    return 0;
}

int main(int count, char **words) {
    static const struct lws_protocols protocols[] = {{"echo", take, 0, payload_limit, 0, NULL, 0}, {0}};
    struct lws_context_creation_info with = {0};
    port = (int)option(count, words, "--port", 0);
    wanted = (int)option(count, words, "--connections", 100);
    bytes = (size_t)option(count, words, "--bytes", 256);
    duration = option(count, words, "--seconds", 5);
    if (bytes > payload_limit || wanted < 1) errno = EINVAL, give_up("arguments");
    raise_descriptor_limit();
    lws_set_log_level(LLL_ERR, NULL);
    with.port = CONTEXT_PORT_NO_LISTEN;
    with.protocols = protocols;
    with.options = LWS_SERVER_OPTION_LIBUV;
    with.fd_limit_per_thread = (unsigned)wanted + 64;
    wires = calloc((size_t)wanted, sizeof *wires);
    context = lws_create_context(&with);
    if (!context || !wires) give_up("start");
    alarm((unsigned)duration + patience);
    open_more();
    while (lws_service(context, 0) >= 0) {}
    return 1;
}
