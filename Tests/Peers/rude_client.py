"""rude_client.py LOADGEN: sends `LOADGEN serve` everything that a client must not send, then talks to it properly.

Ends with 0 when the server answered or closed each time, and still holds the whole conversation afterwards.
"""

import asyncio
import base64
import os
import socket
import struct
import sys
import uuid
from urllib.parse import urlparse

import conversation
from misbehaving_server import BINARY, CLOSE, PING, SPOILERS, TEXT, frame

UPGRADE = (
    "GET /?brandId={brand}&channelId={channel}&visitorId={visitor} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n"
)


def said(payload):
    return frame(TEXT, payload if isinstance(payload, bytes) else payload.encode(), mask=True)


# After an upgrade, masked as a client's frames must be.
FRAMES = {
    "no document": said("hello"),
    "half a document": said('{"action":"register","payload":{'),
    "deep nesting": said("[" * 50_000),
    "other roots": said("null") + said("3") + said("[]") + said('"x"'),
    "an empty object": said("{}"),
    "an unknown action": said('{"action":"dance","eventId":"a","payload":{"eventType":"Nothing"}}'),
    "wrong types": said('{"action":5,"eventId":[],"payload":"x"}'),
    "a message before authorizing": said(
        '{"action":"chatWindowEvent","eventId":"a","payload":{"eventType":"SendMessage","data":{"thread":4}}}'
    ),
    "a message without data": said('{"action":"chatWindowEvent","eventId":"a","payload":{"eventType":"SendMessage"}}'),
    "an authorization of nobody": said('{"action":"register","payload":{"eventType":"AuthorizeCustomer"}}'),
    "binary": frame(BINARY, os.urandom(100), mask=True),
    "too long": said('"' + "x" * (3 << 20) + '"'),
    "bad text": frame(TEXT, b"\xff\xfe", mask=True),
    "frames after a close": frame(CLOSE, struct.pack("!H", 1000), mask=True) + said("{}") * 50,
    "a long ping": frame(PING, b"?" * 126, mask=True),
    "heartbeats": said('{"action":"heartbeat"}') * 500,
}

# In place of a request.
REQUESTS = {
    "noise": os.urandom(4_000),
    "no HTTP": b"hello\r\n\r\n",
    "an old version": b"GET / HTTP/0.9\r\n\r\n",
    "an unknown path": b"GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n",
    "an unknown method": b"BREW /chat/1.0/brand/1/channel/c HTTP/1.1\r\nHost: x\r\n\r\n",
    "a long head": b"GET / HTTP/1.1\r\nX: " + b"y" * 100_000 + b"\r\n\r\n",
    "a long path": b"GET /" + b"y" * 100_000 + b" HTTP/1.1\r\n\r\n",
    "two lengths": b"PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    "a negative length": b"PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
    "bad chunks": b"PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
    "a huge body": b"PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n",
    "a visitor that is no JSON": b"PUT /web-analytics/1.0/tenants/1/visitors/x HTTP/1.1\r\nHost: x\r\n"
    b"Content-Length: 3\r\n\r\n{{{",
    "half a request": b"GET / HTTP/1.1\r\nHos",
    "an upgrade without a key": b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\n\r\n",
    "an upgrade of an old version": b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 8\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
}


def visit(place, opening, rest):
    """Sends both parts and leaves, one time orderly and one time not."""
    for is_orderly in (True, False):
        with socket.create_connection((place.hostname, place.port), timeout=5) as line:
            try:
                if opening:
                    line.sendall(opening)
                    assert line.recv(4096).startswith(b"HTTP/1.1 101"), "a proper upgrade is accepted"
                line.sendall(rest)
                if is_orderly:
                    line.shutdown(socket.SHUT_WR)
                    while line.recv(65536):
                        pass
                else:
                    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            except ConnectionError:
                pass  # closing on us is one right answer


def be_rude(target):
    place = urlparse(target["socketUrl"])
    key = base64.b64encode(os.urandom(16)).decode()
    opening = UPGRADE.format(
        host=place.netloc, key=key, brand=target["brandId"], channel=target["channelId"], visitor=uuid.uuid4()
    ).encode()
    for rest in [*FRAMES.values(), *SPOILERS.values()]:
        visit(place, opening, rest)
    for rest in REQUESTS.values():
        visit(place, b"", rest)
    asyncio.run(asyncio.wait_for(conversation.converse(target), conversation.LIMIT))


def main():
    conversation.serve(sys.argv[1], be_rude)
    count = len(FRAMES) + len(SPOILERS) + len(REQUESTS)
    print(f"rude client: {count} ways of misbehaving, and the server still talks")


if __name__ == "__main__":
    main()
