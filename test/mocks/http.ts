import { createAdaptorServer } from "@hono/node-server";
import type { LocalServices } from "../../mocks/local-services.ts";

/** Puts local services on a port of their own, as packages/local does, for tests that need a socket. */
export async function listen(
  services: LocalServices,
  port = 0,
): Promise<{ origin: string; close(): Promise<void> }> {
  const server = createAdaptorServer({
    fetch: async (request, { outgoing }) => {
      const response = (await services.handle(request)) ?? new Response("Not Found", { status: 404 });
      if (response.type !== "error") return response;
      outgoing.destroy();
      return new Response(null, { status: 502 });
    },
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.address();
  const bound = typeof address === "object" && address ? address.port : port;
  return {
    origin: `http://127.0.0.1:${bound}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ("closeAllConnections" in server) server.closeAllConnections();
      }),
  };
}
