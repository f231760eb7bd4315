import { createLocalServices, createWorlds } from "@tallybin/local-services";
import { startLocalServices } from "@tallybin/local-services/http";

/** A program for Node alone, without the DOM's types and with Node's own module resolution. */
export const services = createLocalServices({ projectId: "demo-project" });
export const worlds = createWorlds({ idleMs: 1000 });
export const start = () => startLocalServices({ port: 0 });
