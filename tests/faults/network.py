"""A network before a companion or its database: bytes take their time, or neither pass nor is anything closed."""

import asyncio
import socket
import threading
from contextlib import ExitStack, closing, contextmanager, suppress


class Network:
    """Carries bytes between a port of its own and a server's port or socket in a folder, in a thread of its own."""

    def __init__(self, server):
        self._server = server
        self._loop = asyncio.new_event_loop()
        self._passes = asyncio.Event()
        self._passes.set()
        self._writers = []
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._is_listening = threading.Event()
        self.delay = 0.0
        """Seconds that each byte takes on its way."""
        self.port = 0

    def address(self, database):
        return f"postgresql://companion@127.0.0.1:{self.port}/{database}"

    def freeze(self):
        self._loop.call_soon_threadsafe(self._passes.clear)

    def thaw(self):
        self._loop.call_soon_threadsafe(self._passes.set)

    def start(self):
        self._thread.start()
        assert self._is_listening.wait(5)

    def stop(self):
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)

    def _run(self):
        self._loop.run_until_complete(self._listen())
        self._loop.run_forever()
        self._loop.run_until_complete(self._end())
        self._loop.close()

    async def _listen(self):
        self._listener = await asyncio.start_server(self._connect, "127.0.0.1", self.port)
        self.port = self._listener.sockets[0].getsockname()[1]
        self._is_listening.set()

    async def _end(self):
        self._listener.close()
        running = asyncio.all_tasks(self._loop) - {asyncio.current_task(self._loop)}
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        for writer in self._writers:  # to close one would wait until all is sent
            writer.transport.abort()
        await asyncio.sleep(0.01)  # the loop closes them in its next turns

    async def _connect(self, reader, writer):
        self._writers.append(writer)
        # Without a server, and at the end, the connection is only closed.
        with closing(writer), suppress(OSError, asyncio.CancelledError):
            await self._passes.wait()
            if isinstance(self._server, int):
                behind = await asyncio.open_connection("127.0.0.1", self._server)
            else:
                behind = await asyncio.open_unix_connection(self._server)
            self._writers.append(behind[1])
            await asyncio.gather(self._carry(reader, behind[1]), self._carry(behind[0], writer))

    async def _carry(self, reader, writer):
        waiting = asyncio.Queue()
        sending = asyncio.ensure_future(self._send(waiting, writer))
        try:
            data = b"."
            while data:
                with suppress(OSError):
                    data = b""
                    data = await reader.read(65536)
                waiting.put_nowait((self._loop.time() + self.delay, data))
            await sending
        finally:
            sending.cancel()
            writer.close()

    async def _send(self, waiting, writer):
        with suppress(OSError):
            while True:
                due, data = await waiting.get()
                await asyncio.sleep(due - self._loop.time())
                await self._passes.wait()
                if not data:
                    return
                writer.write(data)
                await writer.drain()


@contextmanager
def network_before(server):
    network = Network(server)
    network.start()
    try:
        yield network
    finally:
        network.stop()


@contextmanager
def silent_port(port):
    """A port that drops what comes, as where its machine is gone: a connection is neither taken nor refused."""
    with ExitStack() as stack:
        listener = stack.enter_context(socket.socket())
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", port))
        listener.listen(0)
        for _ in range(4):  # nobody accepts them, and Linux drops what comes beyond its queue
            waiting = stack.enter_context(socket.socket())
            waiting.setblocking(False)
            waiting.connect_ex(("127.0.0.1", port))
        yield
