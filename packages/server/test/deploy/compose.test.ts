import { readFileSync } from "node:fs";
import * as v from "valibot";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { leasePorts } from "../support/lease-ports.mjs";
import { run } from "../support/program.ts";

const Compose = v.object({
  services: v.object({
    server: v.object({
      init: v.literal(true),
      restart: v.literal("unless-stopped"),
      healthcheck: v.object({ test: v.tuple([v.literal("CMD-SHELL"), v.string()]) }),
    }),
  }),
});
const { server } = v.parse(
  Compose,
  parse(readFileSync(new URL("../../compose.yaml", import.meta.url), "utf8"), { merge: true }),
).services;

test.runIf(process.platform === "linux" && process.getuid?.() === 0)(
  "the health check of the compose file ends a container whose process hangs, and only that",
  async () => {
    const port = await leasePorts();
    const check = server.healthcheck.test[1]
      .replaceAll("3000", String(port))
      .replace("5000", "200")
      .replace("sleep 5", "sleep 0.1");
    const serve = `require("node:http").createServer((_, response) => response.end()).listen(${port}, "127.0.0.1")`;
    // A shell as process 1, as Docker's init is.
    const script = `node -e '${serve}' & NODE=$!
      sh -c "$CHECK" && echo healthy
      kill -STOP $NODE
      sh -c "$CHECK"
      wait $NODE; echo "ended with $?"`;
    const container = run(
      ["--pid", "--fork", "--mount-proc", "--kill-child", "sh", "-c", script],
      { CHECK: check },
      { command: "unshare" },
    );
    expect(await container.ended).toMatchObject({ code: 0 });
    expect(container.output()).toMatch(/^healthy\n(?:.*\n)*ended with 137\n$/);
  },
);
