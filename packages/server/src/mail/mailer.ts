import { createTransport } from "nodemailer";

/** A mail as the server writes it; every one has a text part only: nothing to track, nothing to break. */
export type Mail = { to: string; subject: string; text: string; headers: Record<string, string> };

/** Sends one mail, or throws. */
export type Mailer = { send(mail: Mail): Promise<void>; close(): void };

const TIMEOUT_MS = 15_000;

/** Sends through a mail server. Signing with DKIM is that server's business: it owns the domain's key. */
export function createSmtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport(
    {
      url,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      pool: true,
    },
    { from },
  );
  return {
    async send({ to, subject, text, headers }) {
      // As an object, so that no spelling of an address can name a second recipient.
      await transport.sendMail({ to: { name: "", address: to }, subject, text, headers });
    },
    close: () => transport.close(),
  };
}
