import { removeWebStorage } from "./remove-web-storage.ts";
import { run } from "./run.ts";

// The program loads after the removal: static imports of npm packages run before any statement of this file.
removeWebStorage();
run(async () => {
  await import("./programs/local-services.ts");
});
