import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createLocalServices } from "../../../../mocks/local-services.ts";

/** The local services on their own socket; responses are streamed and aborted as a browser's are. */
export const startServer = async () => {
  const services = createLocalServices();
  const server = createServer((incoming, outgoing) => {
    const gone = new AbortController();
    outgoing.on("close", () => gone.abort());
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", async () => {
      const request = new Request(`http://localhost${incoming.url}`, {
        method: incoming.method ?? "GET",
        headers: incoming.headers as Record<string, string>,
        signal: gone.signal,
        ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
      });
      const response = (await services.handle(request)) ?? new Response("Not Found", { status: 404 });
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      outgoing.flushHeaders();
      if (response.body)
        for await (const chunk of response.body) if (!outgoing.write(chunk) && gone.signal.aborted) break;
      outgoing.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    services,
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
