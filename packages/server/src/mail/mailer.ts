import { valueInTime } from "@tallybin/platform/deadline";
import { createTransport } from "nodemailer";

/** A mail of the server. It has only a text part, without pictures or scripts. */
export type Mail = {
  kind: "welcome" | "new-browser";
  /** The Message-ID (RFC 5322 §3.6.4) without brackets; equal for a resent mail, a recognizable duplicate. */
  id: string;
  to: string;
  subject: string;
  text: string;
  link: string;
  headers: Record<string, string>;
};

/** The mail server refused this mail permanently, because of its recipient or content, or because of its own fault. */
export class MailRefusedError extends Error {
  override readonly name = "MailRefusedError";
}

/** Sends one mail, or throws; {@link MailRefusedError} if the mail server refused it for good. */
export type Mailer = { send(mail: Mail): Promise<void>; close(): void };

const TIMEOUT_MS = 15_000;
/** The limit for a whole mail, shorter than its claim: the other timeouts start again with each answer. */
export const MAIL_TIMEOUT_MS = 60_000;

/**
 * A permanent response (RFC 5321 §4.2.1) about the recipient or the content, or a recipient that this server cannot
 * encode. A response about our account or sender is a fault of the configuration, after which the mail is still due.
 */
function isRefusal(error: unknown): boolean {
  const { code, responseCode, command } = error as Record<string, unknown>;
  const isUnsendable = code === "EENVELOPE" && command === "API";
  return isUnsendable || (Number(responseCode) >= 500 && (command === "RCPT TO" || command === "DATA"));
}

/** Sends through a mail server. That server signs with DKIM, because it owns the domain's key. */
export function createSmtpMailer(
  { url, from }: { url: string; from: string },
  mailTimeoutMs = MAIL_TIMEOUT_MS,
): Mailer {
  const openTransport = () =>
    createTransport(
      {
        url,
        // Otherwise a server that offers no STARTTLS would get password and mail in plain text.
        requireTLS: new URL(url).searchParams.get("ignoreTLS") !== "true",
        connectionTimeout: TIMEOUT_MS,
        greetingTimeout: TIMEOUT_MS,
        socketTimeout: TIMEOUT_MS,
        pool: true,
        maxConnections: 1,
      },
      { from },
    );
  type Transport = ReturnType<typeof openTransport>;
  /** One transport for each mail that is being sent, so that a hanging transport can be closed alone. */
  const idle: Transport[] = [];
  const all = new Set<Transport>();
  return {
    async send({ id, to, subject, text, headers }) {
      // Pass the recipient as an object, so that no form of an address can name a second recipient.
      const mail = { messageId: `<${id}>`, to: { name: "", address: to }, subject, text, headers };
      const transport = idle.pop() ?? openTransport();
      all.add(transport);
      try {
        const sent = await valueInTime(transport.sendMail(mail), mailTimeoutMs);
        if (!sent) throw new Error("The mail server took too long.");
        idle.push(transport);
      } catch (error) {
        transport.close();
        all.delete(transport);
        throw isRefusal(error)
          ? new MailRefusedError("The mail server refused the mail.", { cause: error })
          : error;
      }
    },
    close() {
      for (const transport of all) transport.close();
    },
  };
}
