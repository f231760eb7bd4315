import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Environment } from "../src/environment/variables.ts";
import { parseVariables, readGuide, SESSION_LINES } from "./trial/guide.ts";
import { parseUnit } from "./trial/units.ts";

const step = readGuide(readFileSync(new URL("../README.md", import.meta.url), "utf8"));

test("the deploy guide has the steps that the trial executes", () => {
  expect(step(6).block(/passkeyConfig/)).toContain("curl -X PATCH");
  expect(step(8).block(/npm ci/)).toBe("npm ci\nnpm run build\n");
  expect(step(8).block(/ln -sfn/)).toBe('ln -sfn "$PWD" /srv/tallybin/current\n');
  expect(step(8).block(/systemctl enable/)).toMatch(/tallybin@3000 tallybin@3001/);
  expect(step(8).block(/reverse_proxy/)).toMatch(/^www\.example\.com \{\n/);
  expect(step(8).block(/systemctl restart/)).toContain("for port in 3000 3001; do");
  expect(step(9).text).toContain("node --env-file=/etc/tallybin.env dist/server/manage.js export-messages");
  expect(step(9).text).toContain("curl https://www.example.com/readyz");
});

test("the deploy guide sets the variables for sessions on the server in the form that the lab command reads", () => {
  expect(SESSION_LINES.exec(step(7).text)?.slice(1)).toEqual([
    "server",
    "SESSION_SECRET",
    "openssl rand -hex 32",
  ]);
});

test("every variable of the deploy guide exists for the server or for the containers", () => {
  const names = [step(7).block(/^ORIGIN=/m), step(8).block(/^DATABASE_URL=/m)]
    .flatMap(parseVariables)
    .map(({ name }) => name);
  for (const name of names)
    expect([...Object.keys(Environment.entries), "POSTGRES_PASSWORD"]).toContain(name);
});

test("the deploy guide's systemd unit runs the server on the port in the unit's name", () => {
  expect(parseUnit(step(8).block(/^\[Service\]/m), "3001")).toMatchObject({
    WorkingDirectory: "/srv/tallybin/current",
    EnvironmentFile: "/etc/tallybin.env",
    Environment: "PORT=3001",
    ExecStart: "/usr/bin/node dist/server/serve.js",
    Restart: "always",
    StateDirectory: "tallybin",
  });
});

test("a deploy guide without an expected part fails the check with the step's name", () => {
  expect(() => step(99)).toThrow("no step 99");
  expect(() => step(8).block(/apache/)).toThrow("Step 8 of the deploy guide has no blocks with /apache/");
  expect(() => parseVariables("not a variable")).toThrow("No variable in the deploy guide: not a variable");
});
