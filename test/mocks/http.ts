import type { LocalServices } from "../../mocks/local-services.ts";
import { serveTwice } from "../../packages/local-services/src/http/serve.ts";

/** Serves local services on a port as the command does, for tests that need a socket. */
export async function listen(
  services: LocalServices,
  wanted = 0,
): Promise<{ origin: string; close(): Promise<void> }> {
  const { port, stop } = await serveTwice(services, { host: "127.0.0.1", port: wanted });
  return { origin: `http://127.0.0.1:${port}`, close: stop };
}
