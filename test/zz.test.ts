import { test } from "vitest";
import { writeFileSync } from "node:fs";
import { play } from "./simulation/play.ts";
import { scriptOf } from "./simulation/world.ts";
test("zz", async () => {
  const seen = new Set();
  for (let i = 0; i < 200 && seen.size < 2; i += 1) {
    const g = globalThis as unknown as { zz: string[] };
    g.zz = [];
    const r = await play(scriptOf(4, 60, "documents"), { world: "documents" });
    if (!seen.has(r.hash)) writeFileSync(`/tmp/zz-${r.hash}.log`, g.zz.join("\n"));
    seen.add(r.hash);
  }
}, 300000);
