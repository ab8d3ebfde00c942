#!/usr/bin/env python3
"""The far end of a secured connection, by Python's own TLS.

    tls_peer.py serve CERT KEY     answers HTTP requests and prints its port
    tls_peer.py ask PORT CA TIMES  asks a server so often, each time resuming the session, and prints what it met
"""
import socket
import ssl
import sys
import threading


def read_request(stream):
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        line = stream.readline()
        if not line:
            return None
        head += line
    words = head.split(b"\r\n")
    length = [int(word.split(b":")[1]) for word in words if word.lower().startswith(b"content-length:")]
    return words[0].split(b" ")[1].decode(), stream.read(length[0]) if length else b""


def answer(connection):
    stream = connection.makefile("rb")
    while True:
        request = read_request(stream)
        if request is None:
            return connection.unwrap()
        path, body = request
        if path in ("/ended", "/cut"):
            # A body that only the end of the connection ends; one of the two ends says that it is meant.
            connection.sendall(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nall of it")
            return connection.unwrap() if path == "/ended" else connection.shutdown(socket.SHUT_RDWR)
        if path[1:].isdigit():
            body = b"x" * int(path[1:])
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body))
        # In pieces, each of which is a record or more.
        for place in range(0, len(body), 100_000):
            connection.sendall(body[place:place + 100_000])


def serve(certificate, key):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    context.set_alpn_protocols(["http/1.1"])
    listener = socket.create_server(("127.0.0.1", 0))
    print(listener.getsockname()[1], flush=True)

    def welcome(raw):
        try:
            answer(context.wrap_socket(raw, server_side=True))
        except OSError:
            pass

    while True:
        raw, _ = listener.accept()
        threading.Thread(target=welcome, args=(raw,), daemon=True).start()


def ask(port, authorities, times):
    context = ssl.create_default_context(cafile=authorities)
    context.set_alpn_protocols(["http/1.1"])
    # Where a client of Python's looks for a session before anything was read.
    context.maximum_version = ssl.TLSVersion.TLSv1_2
    session = None
    for _ in range(times):
        raw = socket.create_connection(("127.0.0.1", port), timeout=10)
        with context.wrap_socket(raw, server_hostname="127.0.0.1", session=session) as connection:
            body = b"y" * 300_000
            connection.sendall(b"POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
            stream = connection.makefile("rb")
            length = None
            while True:
                line = stream.readline().strip()
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
                if not line:
                    break
            got = stream.read(length)
            print(connection.version(), connection.selected_alpn_protocol(), connection.session_reused, len(got))
            session = connection.session
            connection.unwrap()


if __name__ == "__main__":
    if sys.argv[1] == "serve":
        serve(*sys.argv[2:])
    else:
        ask(int(sys.argv[2]), sys.argv[3], int(sys.argv[4]))
