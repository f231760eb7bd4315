import { setTimeout as pause } from "node:timers/promises";
import { AT_ONCE } from "../../../src/mail/mail-sender.ts";
import type { ReceivedMail } from "../../support/smtp-server.ts";
import { createLedger, writeOnce } from "../../support/writers.ts";
import type { Stage } from "../stage.ts";
import type { Row } from "../table.ts";
import { until } from "./guide.ts";

export const recipientOf = ({ envelope }: ReceivedMail): string =>
  /<(.*)>/.exec(envelope.find((line) => line.startsWith("RCPT TO")) ?? "")?.[1] ?? "";
/** @throws Error when a mail has no ID, because a repeated mail then looks like a second one */
function idOf({ text }: ReceivedMail): string {
  // A long header continues on the next line, behind white space (RFC 5322 §2.2.3).
  const [, id] = /^Message-ID:\s+(<\S+>)$/im.exec(text) ?? [];
  if (id === undefined) throw new Error(`A mail has no ID:\n${text.slice(0, 500)}`);
  return id;
}

/** The number of repeated mails: same ID and same recipient. */
export const countResent = (mails: readonly ReceivedMail[]): number =>
  mails.length - new Set(mails.map((mail) => `${recipientOf(mail)} ${idOf(mail)}`)).size;

const count = async (stage: Stage, where: string): Promise<number> =>
  (
    await stage.rows<{ count: number }>(`select count(*)::integer as count from subscribers where ${where}`)
  )[0]?.count ?? 0;
export const waiting = (stage: Stage): Promise<number> => count(stage, "welcome_due_at is not null");

/** The time in which a sender certainly delivers a mail that it has begun to send. */
const QUIET_MS = 1_500;
const DRAIN_MS = 180_000;
/** Longer than the server waits for a mail server that does not respond. */
const SENDING_SECONDS = 16;

/**
 * Waits until all mails are sent. Makes postponed mails due now, but none that a sender has taken in the last seconds,
 * because a mail that is being sent would be sent twice.
 */
export async function drain(stage: Stage, origin: string): Promise<boolean> {
  return until(async () => {
    if ((await count(stage, "welcome_due_at <= now()")) > 0) return false;
    const before = stage.smtp.received.length;
    await pause(QUIET_MS);
    if (stage.smtp.received.length !== before) return false;
    if ((await waiting(stage)) === 0) return true;
    await stage.rows(`update subscribers set welcome_due_at = now() where welcome_due_at
      < now() + make_interval(mins => (2 ^ welcome_attempts)::integer) - interval '${SENDING_SECONDS} seconds'`);
    // A new subscription makes the server's mail sender look for due mails.
    await writeOnce(origin, "subscription", createLedger());
    return false;
  }, DRAIN_MS);
}

/**
 * Checks the README's promise about mails: each subscriber gets one. If a process ends or loses the database
 * after it sent a mail and before it recorded that, the mail is sent again with the same ID.
 * @param resentBefore the number of repeated mails before this part began
 * @param allowed the number of processes that have ended or lost the database since then
 */
export async function welcomed(
  stage: Stage,
  part: string,
  {
    addresses,
    resentBefore,
    allowed,
  }: { addresses: Iterable<string>; resentBefore: number; allowed: number },
): Promise<Row> {
  const isDrained = await drain(stage, stage.origin);
  const ids = new Map<string, Set<string>>();
  for (const mail of stage.smtp.received) {
    const recipient = recipientOf(mail);
    ids.set(recipient, (ids.get(recipient) ?? new Set()).add(idOf(mail)));
  }
  const subscribers = [...addresses];
  const lost = subscribers.filter((email) => !ids.has(email)).length;
  const resent = countResent(stage.smtp.received) - resentBefore;
  return {
    part,
    tried: subscribers.length,
    held: subscribers.length - lost,
    lost,
    duplicated:
      [...ids.values()].filter((several) => several.size > 1).length +
      Math.max(0, resent - allowed * AT_ONCE),
    note: `${resent} sent again under the same ID, ${allowed * AT_ONCE} allowed${isDrained ? "" : "; some are still due"}`,
  };
}
