import pickle, struct, sys, gc
import bot.pictures

gc.freeze()


def main():
    i, o = sys.stdin.buffer, sys.stdout.buffer
    while h := i.read(4):
        t = i.read(*struct.unpack("!I", h))
        try:
            r = pickle.dumps((True, pickle.loads(t)()), -1)
        except Exception as e:
            r = pickle.dumps((False, e), -1)
        o.write(struct.pack("!I", len(r)) + r)
        o.flush()


main()
