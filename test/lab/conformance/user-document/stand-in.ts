import { serve } from "@hono/node-server";
import { createLocalServices } from "../../../../mocks/local-services.ts";

/** The local services over HTTP, with the pages that a browser needs. */
export const startStandIn = (
  port: number,
  files: ReadonlyMap<string, { type: string; body: string }> = new Map(),
) =>
  new Promise<{ url: string; stop(): void }>((resolve) => {
    const services = createLocalServices();
    const server = serve(
      {
        port,
        hostname: "127.0.0.1",
        fetch: async (request) => {
          const file = files.get(new URL(request.url).pathname);
          if (file) return new Response(file.body, { headers: { "content-type": file.type } });
          return (await services.handle(request)) ?? new Response("Not Found", { status: 404 });
        },
      },
      () => resolve({ url: `http://127.0.0.1:${port}`, stop: () => server.close() }),
    );
  });
