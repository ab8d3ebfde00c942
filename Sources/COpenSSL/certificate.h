#pragma once
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>
#include <string.h>

// A certificate for a server on this machine, and an authority for it that is forgotten as soon as it has signed.

static inline int copenssl_add_extension(X509 *certificate, X509 *issuer, int kind, const char *value) {
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, issuer, certificate, NULL, NULL, 0);
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, kind, value);
    int is_added = extension && X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
    return is_added;
}

/// A certificate without its signature; a self-signed one when there is no issuer.
static inline X509 *copenssl_draft(EVP_PKEY *key, const char *name, X509 *issuer, int days) {
    X509 *draft = X509_new();
    if (!draft) return NULL;
    uint64_t serial = 0;
    RAND_bytes((unsigned char *)&serial, sizeof serial);
    X509_set_version(draft, 2);
    ASN1_INTEGER_set_uint64(X509_get_serialNumber(draft), serial >> 1 | 1);
    // An hour back, for clocks that differ.
    X509_gmtime_adj(X509_getm_notBefore(draft), -3600);
    X509_gmtime_adj(X509_getm_notAfter(draft), 86400L * days);
    X509_NAME_add_entry_by_txt(
        X509_get_subject_name(draft), "CN", MBSTRING_ASC, (const unsigned char *)name, -1, -1, 0);
    X509_set_issuer_name(draft, X509_get_subject_name(issuer ? issuer : draft));
    X509_set_pubkey(draft, key);
    return draft;
}

/// Writes PEM texts into three memories: of the authority, of the server's certificate, of its key; 1 when it is done.
static inline int copenssl_make_certificate(BIO *authority, BIO *certificate, BIO *key) {
    EVP_PKEY *issuing = EVP_EC_gen("P-256"), *own = EVP_EC_gen("P-256");
    X509 *root = issuing ? copenssl_draft(issuing, "loadgen simulator CA", NULL, 365) : NULL;
    X509 *leaf = own && root ? copenssl_draft(own, "localhost", root, 365) : NULL;
    int is_made =
        leaf && copenssl_add_extension(root, root, NID_basic_constraints, "critical,CA:TRUE,pathlen:0")
        && copenssl_add_extension(root, root, NID_key_usage, "critical,keyCertSign,cRLSign")
        && copenssl_add_extension(leaf, root, NID_basic_constraints, "critical,CA:FALSE")
        && copenssl_add_extension(leaf, root, NID_ext_key_usage, "serverAuth")
        && copenssl_add_extension(leaf, root, NID_subject_alt_name, "DNS:localhost,IP:127.0.0.1,IP:::1")
        && X509_sign(root, issuing, EVP_sha256()) && X509_sign(leaf, issuing, EVP_sha256())
        && PEM_write_bio_X509(authority, root) && PEM_write_bio_X509(certificate, leaf)
        && PEM_write_bio_PrivateKey(key, own, NULL, NULL, 0, NULL, NULL);
    X509_free(leaf);
    X509_free(root);
    EVP_PKEY_free(own);
    EVP_PKEY_free(issuing);
    return is_made;
}

/// The bytes of a memory; they stand until it is freed.
static inline const uint8_t *copenssl_bytes(BIO *memory, size_t *count) {
    char *start = NULL;
    long length = BIO_get_mem_data(memory, &start);
    *count = length > 0 ? (size_t)length : 0;
    return (const uint8_t *)start;
}
