/** `npm run lab -- docs`: writes the tables and counts in the documents that are computed from the code. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../architecture/import-graph.ts";
import { generated } from "./generated.ts";

for (const { file, update } of generated) {
  const path = join(root, file);
  const before = readFileSync(path, "utf8");
  const after = update(before);
  if (after === before) continue;
  writeFileSync(path, after);
  console.log(`wrote ${file}`);
}
