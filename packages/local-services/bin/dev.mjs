import { register } from "tsx/esm/api";

// `npm run dev`: everything runs from its sources, so that a change needs no build; tsx compiles the TypeScript.
register();
import("../src/site/dev.ts").catch((error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exitCode = 1;
});
