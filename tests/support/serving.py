"""A server of its own for a test, with small limits and an application that tells what it got."""

import json
import select
import signal
import socket
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPResponse

PROGRAM = """
from gevent import monkey
monkey.patch_all()
import gc, json, socket, sys, threading, time
from companion.engine.pause import pause
from companion.server.addresses import Networks
from companion.server import COUNTERS
from companion.server.wsgi import Handler, Limits, Server, listen, serve
from companion.server.rate_limits import RequestLimits
from companion.server.write_thread import WriteThread
from gevent import GreenletExit
from gevent.event import Event

really_sleep = monkey.get_original("time", "sleep")  # holds the thread that calls it
writer, seen = WriteThread(), []

class Told(Handler):
    def get_environ(self):
        nodelay = self.socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        return {**super().get_environ(), "nodelay": str(bool(nodelay))}

def app(environ, start_response):
    path = environ["PATH_INFO"]
    seen.append(path)
    start_response("503 Full" if path == "/full" else "200 OK", [("Content-Type", "text/plain")])
    if path in ("/line", "/torrent", "/short", "/quiet", "/full"):
        if "companion.keep_open" not in environ:
            return [b"no line"]
        environ["companion.keep_open"](Taker(path).take)
        return iter([b"first "])
    return stream(path == "/flood") if path in ("/stream", "/flood") else [answer(path, environ).encode()]

def answer(path, environ):
    if path == "/seen":
        return " ".join(seen)
    if path == "/connections":
        return str(environ[COUNTERS]()["connections"])
    if path == "/handlers":
        gc.disable()  # so that only what nothing refers to any more is gone
        return str(sum(isinstance(held, Handler) for held in gc.get_objects()))
    if path == "/body":
        return str(len(environ["wsgi.input"].read()))
    if path == "/long":
        end = time.monotonic() + 10
        while "/other" not in seen and time.monotonic() < end:
            pause()
        return str("/other" in seen)
    if path == "/endless":
        told = "work failed"
        try:
            while "/other" not in seen:
                pause()
            told = "work went on"
        except GreenletExit:
            told = "work ended"
            raise
        finally:
            print(told, flush=True)
    if path == "/slow":
        return str(writer.run(lambda: really_sleep(0.6) or 0))
    return environ.get(path[1:], "?")

class Taker:
    def __init__(self, path):
        self.path = path

    def take(self, line):
        if line is None:
            print("never a line", flush=True)
            return
        if self.path == "/quiet":
            line.on_close = lambda: print("line freed", flush=True)
            return
        threading.Thread(target=beat, args=(line, self.path)).start()

def beat(line, path):
    closed = Event()
    line.on_close = closed.set
    for number in range(1_000_000):
        if path == "/short" and number == 2:
            line.end()
        if closed.is_set():
            break
        line.send(b"beat " * (100_000 if path == "/torrent" else 1))
        time.sleep(0.05)
    print("line closed", flush=True)

def stream(is_flood):
    try:
        while True:
            yield b"beat " * (100_000 if is_flood else 1)
            time.sleep(0.05)
    finally:
        print("stream closed", flush=True)

Server.handler_class = Told
with listen("127.0.0.1", 0) as listener:
    print(listener.getsockname()[1], flush=True)
    limits, proxies = Limits(**json.loads(sys.argv[1])), Networks.read(json.loads(sys.argv[2]))
    serve(app, listener, Event(), proxies, RequestLimits(0), limits)
    writer.close()
print("ended", flush=True)
"""


@dataclass
class Running:
    process: subprocess.Popen[str]
    port: int

    def get(self, path, source="127.0.0.1"):
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60, source_address=(source, 0))
        try:
            connection.request("GET", path)
            return connection.getresponse().read().decode()
        finally:
            connection.close()

    def open(self, text, source="127.0.0.1"):
        client = socket.create_connection(("127.0.0.1", self.port), timeout=60, source_address=(source, 0))
        client.sendall(text.encode())
        return client

    def listen(self, path, source="127.0.0.1", said=b"beat"):
        """A client that has heard something of an answer that stays open."""
        client = self.open(f"GET {path} HTTP/1.1\r\nHost: a\r\n\r\n", source)
        while said not in (heard := client.recv(1000)):
            assert heard, "it hung up"
        return client

    def answer(self, text):
        """All that the server says until it hangs up."""
        with self.open(text) as client, client.makefile("rb") as file:
            return file.read().decode()

    def output(self, seconds=10):
        """The next line of what the program prints, "" where none comes in time."""
        assert self.process.stdout is not None
        ready, _, _ = select.select([self.process.stdout], [], [], seconds)
        return self.process.stdout.readline() if ready else ""

    def end(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        out, errors = self.process.communicate(timeout=60)
        return out, errors, self.process.returncode


LIMITS = {"idle": 1.2, "request_line": 0.4, "headers": 0.4, "silence": 0.6, "ending": 1.5}


@contextmanager
def running_server(proxies=(), **limits):
    arguments = [json.dumps({**LIMITS, **limits}), json.dumps(proxies)]
    command = [sys.executable, "-c", PROGRAM, *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield Running(process, int(process.stdout.readline()))
        finally:
            process.kill()


def status_of(client):
    """The status of one answer, which is read to its end."""
    answer = HTTPResponse(client)
    answer.begin()
    answer.read()
    return answer.status
