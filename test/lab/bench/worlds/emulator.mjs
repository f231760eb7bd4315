/** Google's Auth Emulator in a process of its own, as `firebase emulators:start` runs it. Prints its port. */
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const require = createRequire(
  fileURLToPath(new URL("../../conformance/identity/package.json", import.meta.url)),
);
const { createApp } = require("firebase-tools/lib/emulator/auth/server");
const { SingleProjectMode } = require("firebase-tools/lib/emulator/auth/index");

const app = await createApp("demo-project", SingleProjectMode.NO_WARNING, new Map());
const server = createServer(app);
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(String(typeof address === "object" && address ? address.port : ""));
});
