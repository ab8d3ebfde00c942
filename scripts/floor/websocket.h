// As much of RFC 6455 as an echo needs: the accept key, masking, and the two lengths of a head.
#ifndef WEBSOCKET_H
#define WEBSOCKET_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum {
    payload_limit = 64 * 1024,
    client_head_limit = 14,
    accept_length = 28,
};

static inline uint32_t rotate(uint32_t word, int by) { return word << by | word >> (32 - by); }

static inline void sha1_block(uint32_t state[5], const uint8_t block[64]) {
    uint32_t w[80], a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
    for (int i = 0; i < 16; i++) {
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 | (uint32_t)block[4 * i + 2] << 8
            | block[4 * i + 3];
    }
    for (int i = 16; i < 80; i++) w[i] = rotate(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    for (int i = 0; i < 80; i++) {
        uint32_t mixed, constant;
        if (i < 20) mixed = (b & c) | (~b & d), constant = 0x5a827999;
        else if (i < 40) mixed = b ^ c ^ d, constant = 0x6ed9eba1;
        else if (i < 60) mixed = (b & c) | (b & d) | (c & d), constant = 0x8f1bbcdc;
        else mixed = b ^ c ^ d, constant = 0xca62c1d6;
        uint32_t next = rotate(a, 5) + mixed + e + constant + w[i];
        e = d, d = c, c = rotate(b, 30), b = a, a = next;
    }
    state[0] += a, state[1] += b, state[2] += c, state[3] += d, state[4] += e;
}

/// Writes base64 with its padding; no terminator.
static inline void base64(const uint8_t *bytes, int count, char *text) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (int i = 0; i < count; i += 3, text += 4) {
        uint32_t three = (uint32_t)bytes[i] << 16;
        if (i + 1 < count) three |= (uint32_t)bytes[i + 1] << 8;
        if (i + 2 < count) three |= bytes[i + 2];
        text[0] = letters[three >> 18];
        text[1] = letters[three >> 12 & 63];
        text[2] = i + 1 < count ? letters[three >> 6 & 63] : '=';
        text[3] = i + 2 < count ? letters[three & 63] : '=';
    }
}

/// What a server answers to a key of 24 letters. Key and suffix are 60 bytes: two blocks with the padding.
static inline void accept_key(const char key[24], char accept[accept_length]) {
    uint8_t blocks[128] = {0}, digest[20];
    uint32_t state[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    memcpy(blocks, key, 24);
    memcpy(blocks + 24, "258EAFA5-E914-47DA-95CA-C5AB0DC85B11", 36);
    blocks[60] = 0x80;
    blocks[126] = 60 * 8 >> 8;
    blocks[127] = 60 * 8 & 255;
    sha1_block(state, blocks);
    sha1_block(state, blocks + 64);
    for (int i = 0; i < 20; i++) digest[i] = (uint8_t)(state[i / 4] >> (24 - 8 * (i % 4)));
    base64(digest, 20, accept);
}

/// Masks or unmasks while copying, to a later or lower place; the key's first byte is for the first byte copied.
static inline void mask_copy(uint8_t *to, const uint8_t *from, size_t count, uint32_t key) {
    uint64_t wide = (uint64_t)key << 32 | key, word;
    size_t at = 0;
    for (; at + 8 <= count; at += 8) {
        memcpy(&word, from + at, 8);
        word ^= wide;
        memcpy(to + at, &word, 8);
    }
    for (; at < count; at++) to[at] = from[at] ^ (uint8_t)(key >> 8 * (at & 3));
}

/// Writes first byte and length; `mask_bit` is 0x80 from a client, else 0. Answers how many bytes.
static inline size_t write_head(uint8_t *to, uint8_t first, size_t length, uint8_t mask_bit) {
    to[0] = first;
    if (length < 126) {
        to[1] = (uint8_t)(mask_bit | length);
        return 2;
    }
    if (length < 65536) {
        to[1] = mask_bit | 126;
        to[2] = (uint8_t)(length >> 8);
        to[3] = (uint8_t)length;
        return 4;
    }
    to[1] = mask_bit | 127;
    for (int i = 0; i < 8; i++) to[2 + i] = (uint8_t)((uint64_t)length >> 8 * (7 - i));
    return 10;
}

/// Reads the length that follows the first byte. Answers the bytes of both, or 0 when they have not all arrived.
static inline size_t read_head(const uint8_t *from, size_t count, uint64_t *length) {
    if (count < 2) return 0;
    uint64_t value = from[1] & 0x7f;
    size_t more = value == 126 ? 2 : value == 127 ? 8 : 0;
    if (count < 2 + more) return 0;
    if (more) value = 0;
    for (size_t i = 0; i < more; i++) value = value << 8 | from[2 + i];
    *length = value;
    return 2 + more;
}

#endif
