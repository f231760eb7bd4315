import { type Mail, MailRefusedError } from "../../../packages/server/src/mail/mailer.ts";
import type { Scheduler } from "../scheduler.ts";
import type { Process } from "./backend.ts";
import type { Ports } from "./ports.ts";

/** As the server's own mailer. */
const MAIL_TIMEOUT_MS = 60_000;

export type Delivered = Mail & { at: number };

type Parts = {
  scheduler: Scheduler;
  ports: Ports;
  fail: (rule: string, text: string) => void;
  /** When a fault was last active. */
  lastTrouble: () => number;
};

/** Takes the server's mails. */
export function createMailServer({ scheduler, ports, fail, lastTrouble }: Parts) {
  const delivered: Delivered[] = [];
  let delivery = (_: Mail): void => {};
  /** The recipients that it knows no more. */
  const unknown = new Set<string>();

  const accept = async (mail: Mail): Promise<void> => {
    if (unknown.has(mail.to.toLowerCase())) throw new MailRefusedError("no such mailbox");
    const now = scheduler.now();
    const earlier = delivered.filter(({ id }) => id === mail.id).at(-1);
    // A mail is sent again only if a fault hid that it had been sent.
    if (earlier && lastTrouble() < earlier.at - 2 * MAIL_TIMEOUT_MS)
      fail("a mail is sent once", `${mail.kind} arrives again without a fault`);
    delivered.push({ ...mail, at: now });
    delivery(mail);
  };

  return {
    delivered: (): readonly Delivered[] => delivered,
    isUnknown: (to: string): boolean => unknown.has(to),
    /** Calls a listener for each mail that arrives. */
    onDelivery: (listener: typeof delivery): void => {
      delivery = listener;
    },
    forget: (to: string): void => void unknown.add(to),
    send: (process: Process, mail: Mail): Promise<void> =>
      new Promise((resolve, reject) => {
        let isClosed = false;
        const late = () => {
          // A silent mail server finds the connection closed, and gets no mail of it.
          isClosed = true;
          reject(new Error("The mail server took too long."));
        };
        const cancel = scheduler.after(MAIL_TIMEOUT_MS, late, process);
        const acceptOpen = async () => {
          if (isClosed) throw new Error("The connection is closed.");
          await accept(mail);
        };
        ports.call(process, "mail", acceptOpen).finally(cancel).then(resolve, reject);
      }),
  };
}
export type MailServer = ReturnType<typeof createMailServer>;
