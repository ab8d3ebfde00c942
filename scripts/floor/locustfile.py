"""For `locust`: each user plays ping-pong on a WebSocket of its own; PORT and BYTES say where and how much."""
import os
import time

import websocket
from locust import User, task

url = "ws://127.0.0.1:%s/" % os.environ["PORT"]
text = "x" * int(os.environ["BYTES"])


class Player(User):
    def on_start(self):
        self.socket = websocket.create_connection(url)

    @task
    def play(self):
        began = time.perf_counter()
        self.socket.send(text)
        answer = self.socket.recv()
        self.environment.events.request.fire(
            request_type="WS",
            name="echo",
            response_time=(time.perf_counter() - began) * 1000,
            response_length=len(answer),
            exception=None,
            context={},
        )
