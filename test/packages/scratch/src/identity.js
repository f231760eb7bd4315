import { createIdentityClient, memoryPersistence } from "@tallybin/identity";
import { createLocalServices } from "@tallybin/local-services";

const services = createLocalServices();

/** The client of the README's Svelte component. */
export const identity = createIdentityClient({
  apiKey: "demo-key",
  projectId: services.projectId,
  localServices: "http://localhost:9099",
  persistence: memoryPersistence(),
  fetch: (url, init) => services.handle(new Request(url, init)),
});
