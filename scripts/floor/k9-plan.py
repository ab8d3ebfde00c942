"""For `k9 run`: each virtual user plays ping-pong on a WebSocket of its own; PORT and BYTES say where and how much.

A session's steps are a list, so a session ends after some thousand round trips and the next one begins.
"""
import os

from k9 import plan as k9

text = "x" * int(os.environ["BYTES"])
steps = [k9.ws_send(text), k9.ws_receive()] * 2000
plan = k9.Plan([k9.websocket("ws://127.0.0.1:%s/" % os.environ["PORT"], steps)])
