import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Environment } from "../packages/server/src/environment/variables.ts";
import { parseVariables, readGuide, readSection, SESSION_LINES } from "./deploy/guide.ts";
import { parseHealth, parseUnit } from "./deploy/units.ts";

const readme = readFileSync(new URL("../packages/server/README.md", import.meta.url), "utf8");
const step = readGuide(readme);

test("the deploy guide has the steps that the lab command executes", () => {
  expect(step(6).block(/passkeyConfig/)).toContain("curl -X PATCH");
  expect(step(8).block(/npm ci/)).toContain("npm run build\nnpm ci --omit=dev");
  expect(step(8).block(/tar -xzf/)).toContain("/srv/tallybin/current\n");
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
  expect(parseUnit(step(8).block(/^User=/m), "3001")).toMatchObject({
    WorkingDirectory: "/srv/tallybin/current",
    EnvironmentFile: "/etc/tallybin.env",
    Environment: "PORT=3001",
    ExecStart: "/usr/bin/node dist/server/serve.js",
    Restart: "always",
    StateDirectory: "tallybin",
  });
});

test("the deploy guide's timer asks for the health of the process that its service restarts", () => {
  const [service, timer] = [step(8).block(/^Type=oneshot/m), step(8).block(/^\[Timer\]/m)];
  const { command, firstSeconds, everySeconds } = parseHealth(service, timer, "3001");
  expect(command).toMatch(/127\.0\.0\.1:3001\/healthz \|\| systemctl try-restart tallybin@3001'$/);
  expect([firstSeconds > 0, everySeconds > 0]).toEqual([true, true]);
});

test("the README's section about backups has the commands that the lab command runs", () => {
  const backup = readSection(readme, "Backup and restore");
  expect(backup.block(/tallybin-backup <</)).toContain("pg_dump -Fc");
  expect(backup.block(/createdb/)).toContain("pg_restore");
  expect(backup.block(/rename to damaged/)).toContain("systemctl stop");
  expect(backup.block(/select format/)).toContain("psql -d damaged");
  expect(backup.block(/end-sessions/)).toContain("systemctl start");
  expect(() => readSection(readme, "Nothing")).toThrow("The README has no section Nothing");
});

test("a deploy guide without an expected part fails the check with the step's name", () => {
  expect(() => step(99)).toThrow("no step 99");
  expect(() => step(8).block(/apache/)).toThrow("Step 8 of the deploy guide has no blocks with /apache/");
  expect(() => parseVariables("not a variable")).toThrow("No variable in the deploy guide: not a variable");
});
