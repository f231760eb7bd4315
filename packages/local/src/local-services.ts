import { removeWebStorage } from "./remove-web-storage.ts";
import { run } from "./run.ts";

// Import the program dynamically, after localStorage is removed: static imports would run before any statement of
// this file.
removeWebStorage();
run(async () => {
  await import("./programs/local-services.ts");
});
