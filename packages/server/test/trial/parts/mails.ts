import { setTimeout as pause } from "node:timers/promises";
import { createLedger, writeOnce } from "../../support/writers.ts";
import type { Stage } from "../stage.ts";
import type { Row } from "../table.ts";
import { until } from "./guide.ts";

const COUNT = 15;
const ANSWER_LIMIT_MS = 3_000;

const recipientOf = (envelope: readonly string[]): string =>
  /<(.*)>/.exec(envelope.find((line) => line.startsWith("RCPT TO")) ?? "")?.[1] ?? "";
const idOf = (text: string): string => /^Message-ID: (.*)$/im.exec(text)?.[1] ?? "";

const count = async (stage: Stage, where: string): Promise<number> =>
  (
    await stage.rows<{ count: number }>(`select count(*)::integer as count from subscribers where ${where}`)
  )[0]?.count ?? 0;
const waiting = (stage: Stage): Promise<number> => count(stage, "welcome_due_at is not null");

/** Enough time to hand over a mail that a sender has taken. */
const QUIET_MS = 1_500;
const DRAIN_MS = 180_000;

/**
 * Waits until all mails are sent. Mails that are due in some minutes are made due now, but only while no sender is
 * active: a mail that a sender has taken would be sent twice.
 */
async function drain(stage: Stage, origin: string): Promise<boolean> {
  return until(async () => {
    if ((await count(stage, "welcome_due_at <= now()")) > 0) return false;
    const before = stage.smtp.received.length;
    await pause(QUIET_MS);
    if (stage.smtp.received.length !== before) return false;
    if ((await waiting(stage)) === 0) return true;
    await stage.rows("update subscribers set welcome_due_at = now() where welcome_due_at is not null");
    // This subscription's mail wakes the sender.
    await writeOnce(origin, "subscription", createLedger());
    return false;
  }, DRAIN_MS);
}

/**
 * A mail server that is down, refuses temporarily, refuses permanently and is silent: subscribers get their response,
 * mails wait.
 */
export async function* mails(stage: Stage): AsyncGenerator<Row> {
  const { smtp } = stage;
  // Mails of earlier parts, including those of killed processes.
  const drained = await drain(stage, stage.origin);
  const subscribers = await stage.rows<{ email: string }>("select email from subscribers");
  const accepted = new Map<string, Set<string>>();
  for (const { envelope, text } of smtp.received) {
    const recipient = recipientOf(envelope);
    accepted.set(recipient, (accepted.get(recipient) ?? new Set()).add(idOf(text)));
  }
  yield {
    part: "a welcome mail for each subscriber so far",
    tried: subscribers.length,
    held: subscribers.filter(({ email }) => accepted.has(email)).length,
    lost: subscribers.filter(({ email }) => !accepted.has(email)).length,
    // A mail that a killed process had handed over is sent again under the same ID, so that mail systems recognize
    // it.
    duplicated: [...accepted.values()].filter((ids) => ids.size > 1).length,
    note: `${smtp.received.length - accepted.size} sent again after a kill, under the same ID${drained ? "" : "; some are still due"}`,
  };

  const server = await stage.alone({});
  const troubles: { name: string; begin(): unknown; end(): unknown; isFinal: boolean }[] = [
    { name: "down", begin: () => smtp.close(), end: () => smtp.open(), isFinal: false },
    {
      name: "refusing for now",
      begin: () => smtp.refuse({ command: "RCPT TO", answer: "451 4.3.0 try later" }),
      end: () => smtp.refuse(undefined),
      isFinal: false,
    },
    {
      name: "refusing its sender",
      begin: () => smtp.refuse({ command: "MAIL FROM", answer: "550 5.7.1 sender refused" }),
      end: () => smtp.refuse(undefined),
      isFinal: false,
    },
    {
      name: "refusing for good",
      begin: () => smtp.refuse({ command: "RCPT TO", answer: "550 5.1.1 no such user" }),
      end: () => smtp.refuse(undefined),
      isFinal: true,
    },
    { name: "silent", begin: () => smtp.silence(true), end: () => smtp.silence(false), isFinal: false },
  ];
  for (const { name, begin, end, isFinal } of troubles) {
    const ledger = createLedger();
    const before = smtp.received.length;
    await begin();
    const answered = await Promise.all(
      Array.from({ length: COUNT }, async () => {
        const began = performance.now();
        return (
          (await writeOnce(server.origin, "subscription", ledger)) === 200 &&
          performance.now() - began < ANSWER_LIMIT_MS
        );
      }),
    );
    const settled = isFinal
      ? await until(async () => (await waiting(stage)) === 0, 30_000)
      : (await waiting(stage)) > 0;
    await end();
    const arrived = await drain(stage, server.origin);
    const recipients = smtp.received.slice(before).map(({ envelope }) => recipientOf(envelope));
    const ours = recipients.filter((recipient) => ledger.subscribed.has(recipient));
    yield {
      part: `mail server ${name}: answered, ${isFinal ? "given up" : "sent later"}`,
      tried: COUNT + 2,
      held: answered.filter(Boolean).length + Number(settled) + Number(arrived),
      lost: isFinal ? 0 : [...ledger.subscribed].filter((email) => !ours.includes(email)).length,
      duplicated: ours.length - new Set(ours).size,
    };
  }
  await server.stop();
}
