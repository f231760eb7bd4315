import { createLocalServices } from "../../../../mocks/local-services.ts";
import { listen } from "../../../mocks/http.ts";

/** The local services over HTTP. */
export async function startStandIn(): Promise<{ url: string; stop(): Promise<void> }> {
  const { origin, close } = await listen(createLocalServices());
  return { url: origin, stop: close };
}
