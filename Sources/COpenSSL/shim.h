#pragma once
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// Plain C faces of what OpenSSL has as macros, callbacks and stacks.

// MARK: The pipe

/// What every connection of a loop reads its records from and writes them to: memory, so that the kernel is asked in one
/// place for secured and plain connections alike, and no call of OpenSSL's ever finds the way blocked.
struct copenssl_pipe {
    const uint8_t *input;
    size_t left;
    uint8_t *output;
    size_t count;
    size_t room;
    /// The last session that a server has given; owned by the pipe until somebody takes it.
    SSL_SESSION *session;
    BIO_METHOD *method;
    BIO *bio;
};

static inline int copenssl_pipe_read(BIO *bio, char *bytes, int room) {
    struct copenssl_pipe *pipe = BIO_get_data(bio);
    BIO_clear_retry_flags(bio);
    if (pipe->left == 0) {
        BIO_set_retry_read(bio);
        return -1;
    }
    size_t count = pipe->left < (size_t)room ? pipe->left : (size_t)room;
    memcpy(bytes, pipe->input, count);
    pipe->input += count;
    pipe->left -= count;
    return (int)count;
}

static inline int copenssl_pipe_write(BIO *bio, const char *bytes, int count) {
    struct copenssl_pipe *pipe = BIO_get_data(bio);
    BIO_clear_retry_flags(bio);
    if (pipe->room - pipe->count < (size_t)count) {
        size_t room = 2 * pipe->room + (size_t)count;
        uint8_t *larger = realloc(pipe->output, room);
        if (!larger) return -1;
        pipe->output = larger;
        pipe->room = room;
    }
    memcpy(pipe->output + pipe->count, bytes, (size_t)count);
    pipe->count += (size_t)count;
    return count;
}

static inline long copenssl_pipe_control(BIO *bio, int command, long number, void *pointer) {
    (void)bio, (void)number, (void)pointer;
    return command == BIO_CTRL_FLUSH;
}

static inline struct copenssl_pipe *copenssl_pipe_new(void) {
    struct copenssl_pipe *pipe = calloc(1, sizeof *pipe);
    if (!pipe) return NULL;
    pipe->method = BIO_meth_new(BIO_TYPE_SOURCE_SINK | 100, "loop");
    if (pipe->method) {
        BIO_meth_set_read(pipe->method, copenssl_pipe_read);
        BIO_meth_set_write(pipe->method, copenssl_pipe_write);
        BIO_meth_set_ctrl(pipe->method, copenssl_pipe_control);
        pipe->bio = BIO_new(pipe->method);
    }
    if (!pipe->bio) {
        BIO_meth_free(pipe->method);
        free(pipe);
        return NULL;
    }
    BIO_set_data(pipe->bio, pipe);
    BIO_set_init(pipe->bio, 1);
    return pipe;
}

/// After every connection that used it.
static inline void copenssl_pipe_free(struct copenssl_pipe *pipe) {
    BIO_free(pipe->bio);
    BIO_meth_free(pipe->method);
    SSL_SESSION_free(pipe->session);
    free(pipe->output);
    free(pipe);
}

/// Gives back what one large write has taken.
static inline void copenssl_pipe_shrink(struct copenssl_pipe *pipe, size_t room) {
    pipe->count = 0;
    if (pipe->room <= room) return;
    free(pipe->output);
    pipe->output = NULL;
    pipe->room = 0;
}

// MARK: Contexts

/// The protocols as ALPN spells them: this transport speaks one.
static const unsigned char copenssl_protocols[] = "\x08http/1.1";

static inline int copenssl_choose_protocol(
    SSL *ssl, const unsigned char **chosen, unsigned char *length, const unsigned char *offered, unsigned int count,
    void *unused) {
    (void)ssl, (void)unused;
    unsigned char *found = NULL;
    if (SSL_select_next_proto(&found, length, copenssl_protocols, 9, offered, count) != OPENSSL_NPN_NEGOTIATED)
        return SSL_TLSEXT_ERR_ALERT_FATAL;
    *chosen = found;
    return SSL_TLSEXT_ERR_OK;
}

static inline int copenssl_session_given(SSL *ssl, SSL_SESSION *session) {
    struct copenssl_pipe *pipe = SSL_CTX_get_app_data(SSL_get_SSL_CTX(ssl));
    if (!pipe) return 0;
    SSL_SESSION_free(pipe->session);
    pipe->session = session;
    return 1;
}

/// Without it OpenSSL would ask the terminal for the password of a key.
static inline int copenssl_no_password(char *text, int room, int writing, void *unused) {
    (void)text, (void)room, (void)writing, (void)unused;
    return 0;
}

/// A context of either role; `keeps_sessions` is a client's wish to be told of them.
static inline SSL_CTX *copenssl_context(int is_server, struct copenssl_pipe *pipe, int keeps_sessions) {
    SSL_CTX *context = SSL_CTX_new(is_server ? TLS_server_method() : TLS_client_method());
    if (!context) return NULL;
    SSL_CTX_set_mode(
        context,
        SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
    SSL_CTX_set_app_data(context, pipe);
    if (is_server) {
        static const unsigned char name[] = "loadgen";
        SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_SERVER);
        SSL_CTX_set_session_id_context(context, name, sizeof name - 1);
        SSL_CTX_set_alpn_select_cb(context, copenssl_choose_protocol, NULL);
    } else {
        SSL_CTX_set_session_cache_mode(
            context, keeps_sessions ? SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL : SSL_SESS_CACHE_OFF);
        if (keeps_sessions) SSL_CTX_sess_set_new_cb(context, copenssl_session_given);
        SSL_CTX_set_alpn_protos(context, copenssl_protocols, 9);
    }
    return context;
}

/// Versions are OpenSSL's numbers, 0 for its own choice; 1 when both are served.
static inline int copenssl_limit_versions(SSL_CTX *context, int least, int most) {
    return SSL_CTX_set_min_proto_version(context, least) && SSL_CTX_set_max_proto_version(context, most);
}

static inline int copenssl_ticket_key_size(void) { return 80; }

static inline int copenssl_use_ticket_keys(SSL_CTX *context, void *keys, int count) {
    return SSL_CTX_set_tlsext_ticket_keys(context, keys, count) == 1;
}

// MARK: PEM

/// What was wrong with PEM text; 0 when nothing was.
enum copenssl_pem_fault {
    copenssl_pem_fine = 0,
    copenssl_pem_no_certificate,
    copenssl_pem_bad_certificate,
    copenssl_pem_no_key,
    copenssl_pem_key_mismatch,
    copenssl_pem_weak,
};

/// Trusts the certificates of a text, and heeds its lists of revoked ones.
static inline int copenssl_trust(SSL_CTX *context, const void *text, int count) {
    BIO *bio = BIO_new_mem_buf(text, count);
    STACK_OF(X509_INFO) *items = bio ? PEM_X509_INFO_read_bio(bio, NULL, copenssl_no_password, NULL) : NULL;
    BIO_free(bio);
    if (!items) return copenssl_pem_bad_certificate;
    X509_STORE *store = SSL_CTX_get_cert_store(context);
    int certificates = 0, lists = 0;
    for (int index = 0; index < sk_X509_INFO_num(items); index++) {
        X509_INFO *item = sk_X509_INFO_value(items, index);
        if (item->x509 && X509_STORE_add_cert(store, item->x509)) certificates++;
        if (item->crl && X509_STORE_add_crl(store, item->crl)) lists++;
    }
    sk_X509_INFO_pop_free(items, X509_INFO_free);
    if (lists) X509_STORE_set_flags(store, X509_V_FLAG_CRL_CHECK);
    return certificates ? copenssl_pem_fine : copenssl_pem_no_certificate;
}

/// The first certificate is the context's own, those behind it lead to its issuer.
static inline int copenssl_use_certificate(SSL_CTX *context, const void *text, int count) {
    BIO *bio = BIO_new_mem_buf(text, count);
    X509 *own = bio ? PEM_read_bio_X509(bio, NULL, copenssl_no_password, NULL) : NULL;
    if (!own) {
        BIO_free(bio);
        int is_absent = ERR_GET_REASON(ERR_peek_last_error()) == PEM_R_NO_START_LINE;
        return is_absent ? copenssl_pem_no_certificate : copenssl_pem_bad_certificate;
    }
    int fault = SSL_CTX_use_certificate(context, own) == 1 ? copenssl_pem_fine : copenssl_pem_weak;
    X509_free(own);
    X509 *issuer;
    while (!fault && (issuer = PEM_read_bio_X509(bio, NULL, copenssl_no_password, NULL)))
        if (!SSL_CTX_add0_chain_cert(context, issuer)) X509_free(issuer);
    if (!fault && ERR_GET_REASON(ERR_peek_last_error()) != PEM_R_NO_START_LINE) fault = copenssl_pem_bad_certificate;
    ERR_clear_error();
    BIO_free(bio);
    return fault;
}

static inline int copenssl_use_key(SSL_CTX *context, const void *text, int count) {
    BIO *bio = BIO_new_mem_buf(text, count);
    EVP_PKEY *key = bio ? PEM_read_bio_PrivateKey(bio, NULL, copenssl_no_password, NULL) : NULL;
    BIO_free(bio);
    if (!key) return copenssl_pem_no_key;
    int fits = SSL_CTX_use_PrivateKey(context, key) == 1 && SSL_CTX_check_private_key(context) == 1;
    EVP_PKEY_free(key);
    return fits ? copenssl_pem_fine : copenssl_pem_key_mismatch;
}

// MARK: Connections

/// A connection on a loop's pipe. A client names the host that it wants to meet, by name or as an address.
static inline SSL *copenssl_connection(SSL_CTX *context, struct copenssl_pipe *pipe, const char *host, int is_address) {
    SSL *ssl = SSL_new(context);
    if (!ssl) return NULL;
    BIO_up_ref(pipe->bio);
    SSL_set_bio(ssl, pipe->bio, pipe->bio);
    if (!host) {
        SSL_set_accept_state(ssl);
        return ssl;
    }
    SSL_set_connect_state(ssl);
    int is_named = is_address ? X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), host)
                              : SSL_set1_host(ssl, host) && SSL_set_tlsext_host_name(ssl, host) == 1;
    if (is_named) return ssl;
    SSL_free(ssl);
    return NULL;
}

/// What a call of OpenSSL's came to, when it was not a success.
static inline int copenssl_reason(void) { return ERR_GET_REASON(ERR_peek_error()); }

static inline int copenssl_is_session_usable(const SSL_SESSION *session) {
    return session && SSL_SESSION_is_resumable(session);
}
