import { createLedger, writeOnce } from "../../support/writers.ts";
import type { Stage } from "../stage.ts";
import type { Row } from "../table.ts";
import { LOST_CONNECTIONS } from "./database.ts";
import { KILLS } from "./processes.ts";
import { drain, recipientOf, waiting, welcomed } from "./welcomes.ts";

const COUNT = 15;
const ANSWER_LIMIT_MS = 3_000;

/**
 * A mail server that is down, refuses for now or for good, and is silent: subscribers get their response, mails wait.
 */
export async function* mails(stage: Stage): AsyncGenerator<Row> {
  const { smtp } = stage;
  const subscribers = await stage.rows<{ email: string }>("select email from subscribers");
  yield await welcomed(stage, "a welcome mail for each subscriber so far", {
    addresses: subscribers.map(({ email }) => email),
    resentBefore: 0,
    allowed: KILLS + LOST_CONNECTIONS,
  });

  const server = await stage.alone({});
  const troubles: { name: string; begin(): unknown; end(): unknown }[] = [
    { name: "down", begin: () => smtp.close(), end: () => smtp.open() },
    {
      name: "refusing for now",
      begin: () => smtp.refuse({ command: "RCPT TO", answer: "451 4.3.0 try later" }),
      end: () => smtp.refuse(undefined),
    },
    {
      name: "refusing its sender",
      begin: () => smtp.refuse({ command: "MAIL FROM", answer: "550 5.7.1 sender refused" }),
      end: () => smtp.refuse(undefined),
    },
    {
      name: "refusing for good",
      begin: () => smtp.refuse({ command: "RCPT TO", answer: "550 5.1.1 no such user" }),
      end: () => smtp.refuse(undefined),
    },
    { name: "silent", begin: () => smtp.silence(true), end: () => smtp.silence(false) },
  ];
  for (const { name, begin, end } of troubles) {
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
    const areWaiting = (await waiting(stage)) > 0;
    await end();
    const arrived = await drain(stage, server.origin);
    const recipients = smtp.received.slice(before).map(recipientOf);
    const ours = recipients.filter((recipient) => ledger.subscribed.has(recipient));
    yield {
      part: `mail server ${name}: answered, sent later`,
      tried: COUNT + 2,
      held: answered.filter(Boolean).length + Number(areWaiting) + Number(arrived),
      lost: [...ledger.subscribed].filter((email) => !ours.includes(email)).length,
      duplicated: ours.length - new Set(ours).size,
    };
  }
  await server.stop();
}
