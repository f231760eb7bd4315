import { fileURLToPath } from "node:url";

// `npm run dev`: everything runs from its sources, so that a change needs no build. tsx compiles the TypeScript, and
// restarts the program when a file changes that the server has imported. Vite sends changes of the pages by itself.
const program = fileURLToPath(new URL("../src/site/dev.ts", import.meta.url));
process.argv.splice(2, 0, "watch", "--clear-screen=false", program);
await import(import.meta.resolve("tsx/cli"));
