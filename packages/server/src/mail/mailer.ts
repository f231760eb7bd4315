import { setTimeout } from "node:timers/promises";
import { createTransport } from "nodemailer";

/** A mail as the server writes it; every one has a text part only: nothing to track, nothing to break. */
export type Mail = {
  /** Its Message-ID (RFC 5322 §3.6.4) without brackets: the same when it is sent again, by which mail systems know it. */
  id: string;
  to: string;
  subject: string;
  text: string;
  headers: Record<string, string>;
};

/** The mail server refused this mail for good: sending it again would only be refused again. */
export class MailRefusedError extends Error {
  override readonly name = "MailRefusedError";
}

/** Sends one mail, or throws; {@link MailRefusedError} where trying again is of no use. */
export type Mailer = { send(mail: Mail): Promise<void>; close(): void };

const TIMEOUT_MS = 15_000;
/** For a whole mail: a server that says a little now and then passes every other timeout. */
const MAIL_TIMEOUT_MS = 60_000;

/**
 * A permanent answer (5xx, RFC 5321 §4.2.1) about the recipient or the mail's content, or a recipient that this server
 * cannot spell. One about our account or our
 * sender is a fault of the configuration: it ends, and the mail is still due then.
 */
function isRefusal(error: unknown): boolean {
  const { code, responseCode, command } = error as Record<string, unknown>;
  const isUnsendable = code === "EENVELOPE" && command === "API";
  return isUnsendable || (Number(responseCode) >= 500 && (command === "RCPT TO" || command === "DATA"));
}

/** Sends through a mail server. Signing with DKIM is that server's business: it owns the domain's key. */
export function createSmtpMailer(
  { url, from }: { url: string; from: string },
  mailTimeoutMs = MAIL_TIMEOUT_MS,
): Mailer {
  const open = () =>
    createTransport(
      {
        url,
        connectionTimeout: TIMEOUT_MS,
        greetingTimeout: TIMEOUT_MS,
        socketTimeout: TIMEOUT_MS,
        pool: true,
      },
      { from },
    );
  let transport = open();
  /** Ends the connections of this transport, the one that hangs among them. */
  const late = async (signal: AbortSignal): Promise<never> => {
    await setTimeout(mailTimeoutMs, undefined, { signal, ref: false });
    transport.close();
    transport = open();
    throw new Error("The mail server took too long.");
  };
  return {
    async send({ id, to, subject, text, headers }) {
      // As an object, so that no spelling of an address can name a second recipient.
      const mail = { messageId: `<${id}>`, to: { name: "", address: to }, subject, text, headers };
      const done = new AbortController();
      try {
        await Promise.race([transport.sendMail(mail), late(done.signal)]);
      } catch (error) {
        throw isRefusal(error)
          ? new MailRefusedError("The mail server refused the mail.", { cause: error })
          : error;
      } finally {
        done.abort();
      }
    },
    close: () => transport.close(),
  };
}
