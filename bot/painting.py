import asyncio, pickle, struct, sys, os
from collections import deque

N = int(os.environ.get("PAINT_N", "1"))


class Painting:
    def __init__(self):
        self.procs = []

    async def _start(self):
        for _ in range(N):
            p = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bot.paintproc", stdin=-1, stdout=-1, env=os.environ
            )
            w = [p, deque()]
            self.procs.append(w)
            asyncio.create_task(self._read(w))

    async def _read(self, w):
        out = w[0].stdout
        while True:
            (n,) = struct.unpack("!I", await out.readexactly(4))
            ok, r = pickle.loads(await out.readexactly(n))
            f = w[1].popleft()
            if not f.done():
                f.set_result(r) if ok else f.set_exception(r)

    async def run(self, task):
        if not self.procs:
            self.procs = []
            await self._start()
        w = min(self.procs, key=lambda w: len(w[1]))
        f = asyncio.get_running_loop().create_future()
        d = pickle.dumps(task, -1)
        w[1].append(f)
        w[0].stdin.write(struct.pack("!I", len(d)) + d)
        return await f
