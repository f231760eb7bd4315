import { readFileSync } from "node:fs";
import { play } from "./play.ts";

const script = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"));
const a = await play(script, {});
console.log(a.log.join("\n"));
console.log(a.violation);
