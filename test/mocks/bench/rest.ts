/**
 * Time until the local services respond, processor time until then, and memory at rest, in a separate process
 * (Linux). Not part of `npm test`. Run: node --import tsx test/mocks/bench/rest.ts [program.js …], with programs to
 * compare that print their origin.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const ROUNDS = 5;
const REST_MS = 2000;
const TICKS_PER_S = 100;

type Measured = { readyS: number; cpuS: number; rssMb: number };

/** The kernel's figures for a process: processor time so far, memory in use. */
function processOf(pid: number): { cpuS: number; rssMb: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  const rssKb = Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  return { cpuS: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_S, rssMb: rssKb / 1024 };
}

async function measure(program: string): Promise<Measured> {
  const started = performance.now();
  const loader = program.endsWith(".ts") ? ["--import", "tsx"] : [];
  const child = spawn(process.execPath, [...loader, program], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const [line] = await once(child.stdout, "data");
    await fetch(String(line).trim());
    const readyS = (performance.now() - started) / 1000;
    const { cpuS } = processOf(child.pid ?? 0);
    await setTimeout(REST_MS);
    return { readyS, cpuS, rssMb: processOf(child.pid ?? 0).rssMb };
  } finally {
    child.kill();
  }
}

const given = process.argv.slice(2);
const programs = given.length > 0 ? given : [fileURLToPath(new URL("server.ts", import.meta.url))];
const rounds = new Map<string, Measured[]>(programs.map((program) => [program, []]));
// The programs alternate, so that the machine's load affects all alike.
for (let round = 0; round < ROUNDS; round += 1)
  for (const program of programs) rounds.get(program)?.push(await measure(program));
for (const [program, measured] of rounds) {
  const median = (name: keyof Measured): string =>
    (measured.map((one) => one[name]).sort((a, b) => a - b)[ROUNDS >> 1] ?? 0).toFixed(2);
  console.log(
    `${program}: ready after ${median("readyS")} s (processor ${median("cpuS")} s), ${median("rssMb")} MB at rest; medians of ${ROUNDS}`,
  );
}
