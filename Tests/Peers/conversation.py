"""conversation.py LOADGEN: a hand-written client holds a conversation with `LOADGEN serve`.

Written against the vendor's wire, with the `websockets` package, and without anything of this project: what the
simulator says is checked by a reader that nobody here can bend. Ends with 0 when every step was as it should be.
"""

import asyncio
import json
import re
import subprocess
import sys
import urllib.request
import uuid

import websockets

LIMIT = 20  # seconds for the whole conversation
# The vendor's iOS client reads no other spelling.
DATE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$")


def call(method, url, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json", "x-sdk-platform": "ios", "x-sdk-version": "3.3.1"}
    request = urllib.request.Request(url, data=data, method=method, headers=headers)
    with urllib.request.urlopen(request, timeout=5) as answer:
        text = answer.read()
        return answer.status, json.loads(text) if text else None


def check(frame):
    """What holds for every frame that a server sends."""
    if frame == "pong":
        return
    assert isinstance(frame, dict) and isinstance(frame["eventId"], str), frame
    assert frame.get("error", frame) is not None, f"no error is no member: {frame}"
    if "postback" in frame or "error" in frame:
        assert "data" not in frame, f"the data of an answer stands in its postback: {frame}"
    if "eventType" in frame:
        assert isinstance(frame["eventObject"], str) and DATE.match(frame["createdAt"]), frame
    message = frame.get("data", {}).get("message")
    if message is not None:
        assert DATE.match(message["createdAt"]) and message["hasAdditionalMessageContent"] is False, frame
        assert isinstance(message["attachments"], list) and message["messageContent"]["type"] == "TEXT", frame
        assert "seenAt" in message["userStatistics"] and "seenAt" in message["customerStatistics"], frame
        if message["direction"] == "outbound":
            assert isinstance(message["authorUser"]["id"], int), frame


class Client:
    """One device of one customer."""

    def __init__(self, socket, target):
        self.socket = socket
        self.target = target
        self.customer = str(uuid.uuid4())
        self.visitor = str(uuid.uuid4())
        self.waiting = []

    async def say(self, event_type, data=None, action="chatWindowEvent"):
        event = str(uuid.uuid4())
        payload = {
            "brand": {"id": self.target["brandId"]},
            "channel": {"id": self.target["channelId"]},
            "customerIdentity": {"idOnExternalPlatform": self.customer, "firstName": "Ada", "lastName": "Lowe"},
            "eventType": event_type,
            "visitor": {"id": self.visitor},
        }
        if data is not None:
            payload["data"] = data
        await self.socket.send(json.dumps({"action": action, "eventId": event, "payload": payload}))
        return event

    async def hear(self, fits, what):
        """The first frame that fits, whether it has come already or is yet to come."""
        for place, frame in enumerate(self.waiting):
            if fits(frame):
                return self.waiting.pop(place)
        while True:
            frame = json.loads(await self.socket.recv())
            check(frame)
            if fits(frame):
                return frame
            self.waiting.append(frame)
            assert len(self.waiting) < 100, f"no {what} among {len(self.waiting)} frames"

    async def answer(self, event, what):
        return await self.hear(lambda frame: isinstance(frame, dict) and frame.get("eventId") == event, what)

    async def push(self, event_type, **facts):
        def fits(frame):
            if not isinstance(frame, dict) or frame.get("eventType") != event_type:
                return False
            message = frame["data"].get("message", {})
            return all(message.get(key) == value for key, value in facts.items())

        return await self.hear(fits, event_type)


def message_data(thread, message, text):
    return {
        "thread": {"idOnExternalPlatform": thread},
        "messageContent": {"type": "TEXT", "payload": {"text": text}, "parameters": {}, "postback": None},
        "idOnExternalPlatform": message,
        "attachments": [],
        "contact": {"customFields": []},
        "customer": {"customFields": []},
        "deviceFingerprint": {"os": "iOS"},
    }


async def converse(target):
    base = f"{target['chatUrl']}/1.0/brand/{target['brandId']}/channel/{target['channelId']}"
    status, channel = call("GET", base)
    assert status == 200 and channel["settings"]["features"]["securedSessions"] is False, channel
    assert channel["isLiveChat"] is False and isinstance(channel["settings"]["fileRestrictions"]["allowedFileSize"], str)

    visitor = str(uuid.uuid4())
    origin = target["chatUrl"].removesuffix("/chat")
    status, _ = call(
        "PUT",
        f"{origin}/web-analytics/1.0/tenants/{target['brandId']}/visitors/{visitor}",
        {"customerIdentity": {"idOnExternalPlatform": "cust-001"}, "browserFingerprint": {"os": "iOS"}},
    )
    assert status < 300

    query = (
        f"?brandId={target['brandId']}&channelId={target['channelId']}&visitorId={visitor}"
        "&sdkPlatform=ios&sdkVersion=3.3.1"
    )
    async with websockets.connect(target["socketUrl"] + query) as socket:
        client = Client(socket, target)
        event = await client.say(
            "AuthorizeCustomer", {"disableChannelInfo": True, "sdkPlatform": "ios", "sdkVersion": "3.3.1"}, "register"
        )
        frame = await client.answer(event, "authorization")
        assert frame["authorizationStatus"] == "authorized" and frame["status"] == "success", frame
        assert frame["postback"]["eventType"] == "ConsumerAuthorized", frame
        assert frame["postback"]["data"]["consumerIdentity"]["idOnExternalPlatform"] == client.customer

        event = await client.say("RecoverThread")
        frame = await client.answer(event, "recovery")
        assert frame["error"]["errorCode"] == "RecoveringThreadFailed" and frame["error"]["transactionId"], frame

        thread, message = str(uuid.uuid4()), str(uuid.uuid4()).upper()
        event = await client.say("SendMessage", message_data(thread, message, "I'd like to talk to a human, please."))
        frame = await client.hear(lambda frame: True, "acknowledgement")
        assert frame == {"eventId": event}, f"the acknowledgement comes first, and bare: {frame}"
        frame = await client.push("CaseCreated")
        assert frame["data"]["thread"]["idOnExternalPlatform"] == thread
        assert isinstance(frame["data"]["case"]["id"], str)
        frame = await client.push("MessageCreated", direction="inbound")
        assert frame["data"]["message"]["idOnExternalPlatform"] == message, "ids come back as they were spelt"
        assert frame["data"]["message"]["hasAdditionalMessageContent"] is False
        await client.push("CaseInboxAssigneeChanged")

        frame = await client.push("SenderTypingStarted")
        assert frame["data"]["direction"] == "outbound" and frame["data"]["user"]["id"], frame
        flags = []
        for _ in range(3):  # the greeting, then the two replies of the rule
            frame = await client.push("MessageCreated", direction="outbound")
            assert frame["data"]["message"]["authorUser"]["firstName"] == "Robin"
            flags.append(frame["data"]["message"]["isAiGenerated"])
            await client.push("SenderTypingEnded")
        assert flags == [True, True, False], flags

        event = await client.say("MessageSeenByCustomer", {"thread": {"idOnExternalPlatform": thread}})
        assert (await client.answer(event, "acknowledgement"))["eventId"] == event
        await socket.send('{"action":"heartbeat"}')
        assert await client.hear(lambda frame: frame == "pong", "pong") == "pong"
        await (await socket.ping(b"are you there?"))

    async with websockets.connect(target["socketUrl"] + query) as socket:
        back = Client(socket, target)
        back.customer = client.customer
        event = await back.say("AuthorizeCustomer", {"sdkPlatform": "ios", "sdkVersion": "3.3.1"}, "register")
        await back.answer(event, "authorization")
        event = await back.say("RecoverThread", {"thread": {"idOnExternalPlatform": thread}})
        frame = await back.answer(event, "recovery")
        found = [entry["idOnExternalPlatform"] for entry in frame["postback"]["data"]["messages"]]
        assert len(found) == 4 and found[-1] == message, "the history, newest first, survives the connection"
        assert frame["postback"]["data"]["thread"]["idOnExternalPlatform"] == thread
        assert "contact" in frame["postback"]["data"] and "consumerContact" not in frame["postback"]["data"]

        # What one device says, the customer's other devices hear.
        async with websockets.connect(target["socketUrl"] + query) as other_socket:
            other = Client(other_socket, target)
            other.customer = client.customer
            event = await other.say("AuthorizeCustomer", {"sdkPlatform": "ios", "sdkVersion": "3.3.1"}, "register")
            await other.answer(event, "authorization")
            again = str(uuid.uuid4())
            await back.say("SendMessage", message_data(thread, again, "Thanks!"))
            for device in (back, other):
                frame = await device.push("MessageCreated", direction="inbound")
                assert frame["data"]["message"]["idOnExternalPlatform"] == again
                await device.push("MessageCreated", direction="outbound")


def serve(loadgen, visit):
    """Starts a server, visits it with its target, and sees it end as it should."""
    server = subprocess.Popen(
        [loadgen, "serve", "--listen", "127.0.0.1:0", "--seed", "1", "--quiet"], stdout=subprocess.PIPE, text=True
    )
    try:
        visit(json.loads(server.stdout.readline()))
        assert server.poll() is None, f"serve ended with {server.returncode} while it was visited"
    finally:
        server.terminate()
        code = server.wait(timeout=10)
    assert code == 0, f"serve ended with {code} on SIGTERM"


def main():
    serve(sys.argv[1], lambda target: asyncio.run(asyncio.wait_for(converse(target), LIMIT)))
    print("conversation: every step as it should be")


if __name__ == "__main__":
    main()
