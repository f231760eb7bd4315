import { createAdaptorServer, type HttpBindings } from "@hono/node-server";
import type { LocalServices } from "../../mocks/local-services.ts";
import { serveServices } from "../../packages/local-services/src/http/serve.ts";

/** Serves local services on their own port, as packages/local-services does, for tests that need a socket. */
export async function listen(
  services: LocalServices,
  port = 0,
): Promise<{ origin: string; close(): Promise<void> }> {
  const serve = serveServices(services);
  const server = createAdaptorServer({
    fetch: (request, bindings) => serve(request, bindings as HttpBindings),
    overrideGlobalObjects: false,
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
