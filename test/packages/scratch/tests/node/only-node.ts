import { createLocalServices, createWorlds } from "@tallybin/local-services";
import { startLocalServices } from "@tallybin/local-services/http";

/** A program for Node alone, without DOM types and with Node's module resolution. */
export const services = createLocalServices({ projectId: "demo-project" });
export const worlds = createWorlds({ idleMs: 1000 });
export const start = () => startLocalServices({ port: 0 });
