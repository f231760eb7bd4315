import { connect } from "node:net";

/**
 * Sends bytes unchanged. Returns the answer. It ends when the server closes the connection, or with a pause of `waitMs`.
 * @param firstMs how long it waits for the first bytes
 */
export const sendRaw = (
  port: number,
  bytes: string | Buffer,
  waitMs: number,
  firstMs = waitMs,
): Promise<string> =>
  new Promise((resolve) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    let timer = setTimeout(() => socket.destroy(), firstMs);
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
      clearTimeout(timer);
      timer = setTimeout(() => socket.destroy(), waitMs);
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      clearTimeout(timer);
      resolve(answer);
    });
  });

/** The status of a response; 0 without one. */
export const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
