"""Runs the suite's `wstest` with every listener on 127.0.0.1, where it would take all addresses. Python 2.7."""
from autobahntestsuite import wstest
from twisted.internet import reactor

everywhere = reactor.listenTCP


def on_loopback(port, factory, backlog=50, interface=""):
    # The suite also serves its report, on a port of its own that may be taken; nobody here reads it.
    if port == 8080:
        port = 0
    return everywhere(port, factory, backlog, interface or "127.0.0.1")


reactor.listenTCP = on_loopback
wstest.run()
