"""misbehaving_server.py: a chat server that does almost everything that a server must not do.

Prints one line, a target for `loadgen run --target`, and serves until it is told to end. Each connection is spoiled in
another way, in turn; in between it answers as it should. Needs nothing but Python itself.
"""

import base64
import hashlib
import itertools
import json
import os
import socket
import socketserver
import struct
import sys
import threading
import uuid

TEXT, BINARY, CLOSE, PING = 1, 2, 8, 9
BRAND, CHANNEL = 1001, "chat_rude"

CONFIGURATION = {
    "name": "rude",
    "isLiveChat": False,
    "isAuthorizationEnabled": False,
    "preContactForm": None,
    "settings": {
        "hasMultipleThreadsPerEndUser": False,
        "isProactiveChatEnabled": False,
        "fileRestrictions": {"allowedFileSize": "40", "allowedFileTypes": [], "isAttachmentsEnabled": False},
        "features": {"securedSessions": False},
    },
}


def frame(opcode, payload=b"", first=0x80, mask=False):
    """`first` holds the bits above the opcode: FIN and the reserved ones."""
    size, bit = len(payload), 0x80 if mask else 0
    if size < 126:
        head = struct.pack("!BB", first | opcode, bit | size)
    elif size < 65536:
        head = struct.pack("!BBH", first | opcode, bit | 126, size)
    else:
        head = struct.pack("!BBQ", first | opcode, bit | 127, size)
    # A key of zeros masks nothing.
    return head + (bytes(4) if mask else b"") + payload


def text(value):
    return frame(TEXT, (value if isinstance(value, str) else json.dumps(value)).encode())


def push(kind, about, data):
    now = "2026-01-01T00:00:00+00:00"
    return {"eventId": str(uuid.uuid4()), "eventObject": about, "eventType": kind, "createdAt": now, "data": data}


def message(thread, identifier, direction):
    agent = {"id": 4711, "firstName": "Robin", "surname": "Vale", "nickname": None, "isBotUser": False,
             "isSurveyUser": False, "imageUrl": "", "publicImageUrl": ""}
    content = {"type": "TEXT", "payload": {"text": "Hm."}, "fallbackText": "Hm.", "parameters": {}, "postback": None}
    body = {
        "id": "1", "idOnExternalPlatform": identifier, "threadIdOnExternalPlatform": thread,
        "messageContent": content, "createdAt": "2026-01-01T00:00:00+00:00", "attachments": [],
        "direction": direction, "isAiGenerated": False, "hasAdditionalMessageContent": False,
        "authorUser": agent if direction == "outbound" else None, "authorEndUserIdentity": None,
        "userStatistics": {"seenAt": None, "readAt": None}, "customerStatistics": {"seenAt": None},
    }
    case = {"id": "7", "threadIdOnExternalPlatform": thread, "status": "open",
            "createdAt": "2026-01-01T00:00:00+00:00", "customFields": []}
    place = {"id": thread, "idOnExternalPlatform": thread, "threadName": ""}
    data = {"brand": {"id": BRAND}, "channel": {"id": CHANNEL}, "case": case, "thread": place, "message": body}
    return push("MessageCreated", "Message", data)


# What is sent in the middle of a conversation, by name; some of it ends the connection.
SPOILERS = {
    "nothing": b"",
    "half a document": text('{"eventId":"a","eventType":'),
    "no document": text("good morning"),
    "no text at all": text(""),
    "two documents": text('{"eventId":"a"}{"eventId":"b"}'),
    "deep nesting": text("[" * 20_000),
    "other roots": text("null") + text("17") + text("[]") + text('""') + text("true"),
    "an unasked pong": text('"pong"'),
    "numbers for texts": text({"eventId": 5, "eventType": 7, "data": "none"}),
    "a list for an object": text({"eventId": str(uuid.uuid4()), "eventType": "MessageCreated", "data": []}),
    "nulls": text({"eventId": None, "eventType": None, "postback": None, "error": None}),
    "a message without anything": text(push("MessageCreated", "Message", {"thread": {}, "message": {}})),
    "an unknown event": text(push("SomethingQuiteNew", "Thing", {"a": [1, 2, {"b": None}]})),
    "somebody else's message": text(message(str(uuid.uuid4()), str(uuid.uuid4()), "outbound")),
    "typing by nobody": text(push("SenderTypingStarted", "SenderAction", {"thread": None, "user": None})),
    "a gateway's error": text({"message": "Forbidden", "connectionId": "c", "requestId": "r"}),
    "an unknown error": text({"eventId": "x", "error": {"errorCode": "NoIdea", "transactionId": "t"}}),
    "a known error": text({"eventId": "x", "error": {"errorCode": "InconsistentData", "transactionId": "t"}}),
    "a refusal": text({"eventId": "x", "error": {"errorCode": "CustomerAuthorizationFailed", "transactionId": "t"}}),
    "a recovery unasked": text({"eventId": "x", "postback": {"eventType": "ThreadRecovered", "data": {}}}),
    "binary": frame(BINARY, os.urandom(200)),
    "a long event": text(push("SomethingLong", "Thing", {"a": "x" * 900_000})),
    "too long an event": text('"' + "x" * (3 << 20) + '"'),
    "a size beyond all": struct.pack("!BBQ", 0x81, 127, 1 << 62),
    "pings": frame(PING, b"hello") * 20 + frame(10, b"unasked"),
    "fragments": frame(TEXT, b'{"even', 0) + frame(PING) + frame(0, b'tId":"a"}'),
    "bad text": frame(TEXT, b'"\xff\xfe"'),
    "a masked frame": frame(TEXT, b'"pong"', mask=True),
    "reserved bits": frame(TEXT, b'"pong"', 0xF0),
    "a reserved opcode": frame(3, b"?"),
    "an end without a start": frame(0, b"?"),
    "a fragmented ping": frame(PING, b"?", 0),
    "a long ping": frame(PING, b"?" * 126),
    "a bad close code": frame(CLOSE, struct.pack("!H", 999)),
    "a close of one byte": frame(CLOSE, b"?"),
    "frames after a close": frame(CLOSE, struct.pack("!H", 1000)) + text('"pong"') + frame(3) + os.urandom(300),
    "noise": os.urandom(5_000),
    "half a frame": frame(TEXT, b"x" * 100)[:50],
}
# Which of them end with the connection's own end, orderly or not.
ENDINGS = {"half a frame": "end", "nothing": "reset"}

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
# In place of the channel's configuration; None is the right one.
CONFIGURATIONS = [
    None,
    b"HTTP/1.1 500 Sorry\r\nContent-Length: 0\r\n\r\n",
    None,
    HEAD + b"Content-Length: 8\r\n\r\nnot JSON",
    None,
    HEAD + b'Content-Length: 19\r\n\r\n{"isLiveChat":"yes"}'[:-1],
    None,
    b"HTTP/1.1 302 Found\r\nLocation: http://192.0.2.1/\r\nContent-Length: 0\r\n\r\n",
    None,
    b"BREW /pot HTCPCP/1.0\r\n\r\n",
    None,
    HEAD + b"Transfer-Encoding: chunked\r\n\r\nZZ\r\n",
    None,
    HEAD + b"X: " + b"y" * 40_000 + b"\r\n\r\n",
    None,
    HEAD + b"Content-Length: 10000\r\n\r\n{",
]
# In place of the answer to an upgrade; None is the right one.
UPGRADES = [
    None, None, None, None, None,
    b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n",
    None, None, None, None, None,
    b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Accept: AAAAAAAAAAAAAAAAAAAAAAAAAAA=\r\n\r\n",
    None, None, None, None, None,
    b"\x16\x03\x01 this is no HTTP\r\n\r\n",
]


class Turns:
    """Hands out the elements of a list in turn, to any thread."""

    def __init__(self, elements):
        self.elements = itertools.cycle(elements)
        self.lock = threading.Lock()

    def next(self):
        with self.lock:
            return next(self.elements)


class Visitor(socketserver.StreamRequestHandler):
    configurations = Turns(CONFIGURATIONS)
    upgrades = Turns(UPGRADES)
    # Before anything was asked, or in the middle of the conversation; every frame once or twice.
    manners = Turns([(name, early, times) for name in SPOILERS for early in (False, True) for times in (1, 2)])

    def handle(self):
        try:
            while self.visit():
                pass
        except (ConnectionError, TimeoutError, ValueError, struct.error):
            pass

    def visit(self):
        line = self.rfile.readline(8192).decode()
        fields = {}
        while (field := self.rfile.readline(8192).decode().strip()) != "":
            name, _, value = field.partition(":")
            fields[name.lower()] = value.strip()
        if not line:
            return False
        self.rfile.read(int(fields.get("content-length", 0)))
        if "upgrade" in fields:
            return self.upgrade(fields["sec-websocket-key"])
        answer = self.configurations.next() if line.startswith("GET") else b"HTTP/1.1 204 No Content\r\n\r\n"
        if answer is None:
            body = json.dumps(CONFIGURATION).encode()
            self.wfile.write(HEAD + b"Content-Length: %d\r\n\r\n" % len(body) + body)
            return True
        self.wfile.write(answer)
        return line.startswith("PUT")

    def upgrade(self, key):
        answer = self.upgrades.next()
        if answer is not None:
            self.wfile.write(answer)
            return False
        digest = hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()
        self.wfile.write(
            b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Accept: " + base64.b64encode(digest) + b"\r\n\r\n"
        )
        name, is_early, self.times = self.manners.next()
        if is_early:
            self.spoil(name)
        while (heard := self.hear()) is not None:
            if heard == "close":
                self.wfile.write(frame(CLOSE, struct.pack("!H", 1000)))
                return False
            if self.answer(heard) and not is_early:
                self.spoil(name)
        return False

    def spoil(self, name):
        self.wfile.write(SPOILERS[name] * self.times)
        if name in ENDINGS:
            if ENDINGS[name] == "reset":
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            raise ConnectionError

    def hear(self):
        """The next text, "close", or None at the end."""
        while True:
            head = self.rfile.read(2)
            if len(head) < 2:
                return None
            size = head[1] & 0x7F
            if size == 126:
                (size,) = struct.unpack("!H", self.rfile.read(2))
            mask = self.rfile.read(4)
            payload = bytes(byte ^ mask[place % 4] for place, byte in enumerate(self.rfile.read(size)))
            if head[0] & 15 == CLOSE:
                return "close"
            if head[0] & 15 == TEXT:
                return json.loads(payload)

    def say(self, value):
        self.wfile.write(text(value) * self.times)

    def answer(self, heard):
        """Answers as a server should; whether it was a message."""
        if heard["action"] == "heartbeat":
            self.say('"pong"')
            return False
        event, payload = heard["eventId"], heard["payload"]
        kind = payload["eventType"]
        if kind == "AuthorizeCustomer":
            identity = payload["customerIdentity"]
            data = {"status": "success", "consumerIdentity": identity, "customer": {"customFields": []},
                    "contact": {"customFields": []}}
            self.say({"eventId": event, "status": "success", "authorizationStatus": "authorized",
                      "postback": {"eventType": "ConsumerAuthorized", "data": data}})
        elif kind == "RecoverThread":
            error = {"errorCode": "RecoveringThreadFailed", "transactionId": "t", "errorMessage": "none"}
            self.say({"eventId": event, "error": error})
        elif kind == "SendMessage":
            data = payload["data"]
            thread, identifier = data["thread"]["idOnExternalPlatform"], data["idOnExternalPlatform"]
            if self.times == 2:
                # The reply before the echo, and that before the acknowledgement.
                self.say(message(thread, str(uuid.uuid4()), "outbound"))
                self.say(message(thread, identifier, "inbound"))
            self.say({"eventId": event})
            self.say(message(thread, identifier, "inbound"))
            self.say(message(thread, str(uuid.uuid4()), "outbound"))
            return True
        else:
            self.say({"eventId": event})
        return False


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    request_queue_size = 256


def main():
    with Server(("127.0.0.1", 0), Visitor) as server:
        place = f"127.0.0.1:{server.server_address[1]}"
        target = {"platform": "cxone", "chatUrl": f"http://{place}/chat", "socketUrl": f"ws://{place}/socket",
                  "brandId": BRAND, "channelId": CHANNEL}
        print(json.dumps(target), flush=True)
        server.serve_forever()


if __name__ == "__main__":
    sys.exit(main())
