import { connect, createServer, type Socket } from "node:net";
import { listen } from "./listen.mjs";

/** A TCP proxy before a server on this machine. It can go silent without closing anything. */
export async function startSilentProxy(target: string) {
  const url = new URL(target);
  const { port, hostname } = url;
  const open = new Set<Socket>();
  let isSilent = false;
  const silenced = new WeakSet<Socket>();
  const keep = (socket: Socket): Socket => {
    open.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => open.delete(socket));
    return socket;
  };
  const server = createServer((near) => {
    keep(near);
    if (isSilent) {
      near.resume();
      return;
    }
    const far = keep(connect(Number(port), hostname));
    const pass = (from: Socket, to: Socket): void => {
      from.on("data", (chunk) => {
        if (!silenced.has(from)) to.write(chunk);
      });
      from.on("close", () => {
        if (!silenced.has(from)) to.destroy();
      });
    };
    pass(near, far);
    pass(far, near);
  });
  const { port: own, close } = await listen(server);
  url.port = String(own);
  return {
    /** The target's address through the proxy. */
    url: url.href,
    /** Connections stay open and pass nothing on, including new ones: a network partition. */
    silence() {
      isSilent = true;
      for (const socket of open) silenced.add(socket);
    },
    /** New connections pass again; silenced ones stay silent, as after a failover without a reset. */
    resume() {
      isSilent = false;
    },
    async close() {
      for (const socket of open) socket.destroy();
      await close();
    },
  };
}
