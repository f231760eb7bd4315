import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import * as v from "valibot";
import { listen } from "../../packages/server/test/support/listen.mjs";
import { type Program, run } from "../../packages/server/test/support/program.ts";
import { parseVariables } from "./guide.ts";
import { shell } from "./release.ts";

/** The keys of a unit's `[Service]` section that the trial imitates. Others would be ignored, so they are refused. */
const Service = v.strictObject({
  WorkingDirectory: v.string(),
  EnvironmentFile: v.string(),
  Environment: v.pipe(v.string(), v.regex(/^[A-Z_]+=\S+$/)),
  ExecStart: v.string(),
  Restart: v.literal("always"),
  RestartSec: v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number)),
  TimeoutStopSec: v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number)),
  User: v.string(),
  DynamicUser: v.literal("yes"),
  StateDirectory: v.string(),
});

/** The `[Service]` section of a systemd template unit, for one instance. */
export function parseUnit(unit: string, instance: string): v.InferOutput<typeof Service> {
  const [, service = ""] = /^\[Service\]\n(.*?)(?:^\[|$(?![\s\S]))/ms.exec(unit) ?? [];
  const lines = service.split("\n").filter((line) => line.includes("="));
  const entries = lines.map((line) => {
    const [name = "", ...value] = line.split("=");
    return [name, value.join("=").replaceAll("%i", instance)];
  });
  return v.parse(Service, Object.fromEntries(entries));
}

/** The command of a health service and the times of its timer in seconds, for one instance. */
export function parseHealth(service: string, timer: string, instance: string) {
  const settingOf = (unit: string, name: string): string =>
    new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1]?.replaceAll("%i", instance) ?? "";
  return {
    command: settingOf(service, "ExecStart"),
    firstSeconds: Number(settingOf(timer, "OnActiveSec")),
    everySeconds: Number(settingOf(timer, "OnUnitInactiveSec")),
  };
}

type Running = { program: Program; stopping: AbortController };

/**
 * Treats a unit as systemd does: starts it, stops it in time, and restarts it if it ends by itself.
 * @param health the service and the timer that restart what hangs
 */
export async function createUnits(unit: string, health: { service: string; timer: string; path: string }) {
  const over = new AbortController();
  const running = new Map<string, Running>();
  const programs: Program[] = [];

  function start(port: string): void {
    const service = parseUnit(unit, port);
    const variables = parseVariables(readFileSync(service.EnvironmentFile, "utf8"));
    const [file = "", ...args] = service.ExecStart.split(" ");
    const [name = "", value = ""] = service.Environment.split("=");
    const environment = Object.fromEntries(variables.map((entry) => [entry.name, entry.value]));
    const options = { command: file, cwd: service.WorkingDirectory };
    const program = run(args, { ...environment, [name]: value }, options);
    programs.push(program);
    const stopping = new AbortController();
    running.set(port, { program, stopping });
    void program.ended.then(async () => {
      if (stopping.signal.aborted) return;
      await pause(service.RestartSec * 1000);
      if (!stopping.signal.aborted) start(port);
    });
  }

  async function stop(port: string): Promise<void> {
    const entry = running.get(port);
    if (!entry) return;
    entry.stopping.abort();
    const limitMs = parseUnit(unit, port).TimeoutStopSec * 1000;
    const timer = setTimeout(() => entry.program.child.kill("SIGKILL"), limitMs);
    await entry.program.stop();
    clearTimeout(timer);
  }

  async function checkHealth(port: string): Promise<void> {
    const { command, firstSeconds, everySeconds } = parseHealth(health.service, health.timer, port);
    for (let seconds = firstSeconds; !over.signal.aborted; seconds = everySeconds) {
      await pause(seconds * 1000, undefined, { ref: false });
      if (!over.signal.aborted) await shell(command, "/", health.path);
    }
  }

  /** `enable --now tallybin@3000 tallybin-health@3000.timer`, `restart tallybin@3000`. */
  async function control(command: string): Promise<void> {
    const [verb = "", ...names] = command.split(" ").filter((word) => word !== "--now");
    const isRunning = (port: string): boolean => running.get(port)?.stopping.signal.aborted === false;
    for (const name of names) {
      const [, kind, port = ""] = /^tallybin(-health)?@(\d+)(?:\.timer)?$/.exec(name) ?? [];
      if (!["enable", "start", "stop", "restart", "try-restart"].includes(verb) || port === "")
        throw new Error(`systemctl ${command} is not imitated here.`);
      if (kind !== undefined) void checkHealth(port);
      else if (verb !== "try-restart" || isRunning(port)) {
        if (verb !== "enable" && verb !== "start") await stop(port);
        if (verb !== "stop") start(port);
      }
    }
  }

  const server = createServer(async (request, response) => {
    let command = "";
    for await (const chunk of request) command += chunk;
    await control(command).then(
      () => response.end(),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  const { origin, close } = await listen(server);
  return {
    /** The address that a fake `systemctl` in the PATH sends its arguments to. */
    controlUrl: `${origin}/`,
    /** Sends a signal to its process: SIGKILL, or SIGSTOP, after which it hangs. */
    kill: (port: string, signal: NodeJS.Signals = "SIGKILL") =>
      void running.get(port)?.program.child.kill(signal),
    output: () => programs.map((program) => program.output()).join(""),
    async stopAll() {
      over.abort();
      await close();
      await Promise.all([...running.keys()].map(stop));
    },
  };
}
