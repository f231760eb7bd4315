import { RAW_ATTACKS, rawRequest, STRAY_PATHS } from "../../support/attacks/raw-requests.ts";
import { NO_ADDRESSES, spellingsOf } from "../../support/attacks/spellings.ts";
import { sendRaw, statusOf } from "../../support/send-raw.ts";
import type { Stage } from "../stage.ts";
import type { Row } from "../table.ts";
import { until } from "./guide.ts";

const count = async (stage: Stage, where = "true"): Promise<number> =>
  (
    await stage.rows<{ count: number }>(`select count(*)::integer as count from subscribers where ${where}`)
  )[0]?.count ?? 0;
const subscribe = async (origin: string, email: unknown): Promise<number> => {
  const response = await fetch(`${origin}/api/newsletter`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email }),
  });
  await response.arrayBuffer();
  return response.status;
};

/** Bytes that no client sends, paths that lead out of the site, and addresses in many spellings. */
export async function* attacks(stage: Stage): AsyncGenerator<Row> {
  const server = await stage.alone({});
  const before = await count(stage);
  const faults: string[] = [];
  await Promise.all(
    RAW_ATTACKS.map(async ({ name, bytes, status }) => {
      const answered = statusOf(await sendRaw(server.port, bytes, 3_000));
      if (answered !== status) faults.push(`${name}: ${answered}`);
    }),
  );
  await Promise.all(
    STRAY_PATHS.map(async (path) => {
      const answer = await sendRaw(
        server.port,
        rawRequest(`GET ${path} HTTP/1.1`, "Host: a", "Connection: close"),
        3_000,
      );
      const leaks = /root:|"workspaces"|location: (?:https?:)?\/\//i.test(answer);
      if (leaks || ![200, 400, 404].includes(statusOf(answer))) faults.push(`${path}: ${statusOf(answer)}`);
    }),
  );
  const tried = RAW_ATTACKS.length + STRAY_PATHS.length + 1;
  const isHealthy = (await fetch(`${server.origin}/healthz`)).status === 200;
  yield {
    part: "raw HTTP attacks refused, nothing stored",
    tried,
    held: tried - faults.length - Number(!isHealthy),
    duplicated: (await count(stage)) - before,
    note: faults.join("; "),
  };

  const refused = await Promise.all(NO_ADDRESSES.map(({ email }) => subscribe(server.origin, email)));
  yield {
    part: "texts that are no address refused, nothing stored",
    tried: NO_ADDRESSES.length,
    held: refused.filter((status) => status === 400).length,
    duplicated: (await count(stage)) - before,
  };
  await server.stop();

  const limited = await stage.alone({ LIMIT_PER_CLIENT: "1000/1", LIMIT_PER_ADDRESS: "" });
  const mails = stage.smtp.received.length;
  const spellings = spellingsOf("trial");
  const answers: number[] = [];
  for (const email of spellings) answers.push(await subscribe(limited.origin, email));
  const rows = await count(stage, "email_key = 'trial@xn--exmple-cua.com'");
  await until(async () => stage.smtp.received.length > mails, 10_000);
  const allowed = 5;
  yield {
    part: "spellings of one address: five allowed, one row, one mail",
    tried: spellings.length,
    held: answers.filter((status, n) => status === (n < allowed ? 200 : 429)).length,
    lost: Number(rows === 0),
    duplicated: Math.max(0, rows - 1) + Math.max(0, stage.smtp.received.length - mails - 1),
    note: answers.join(" "),
  };
  await limited.stop();
}
