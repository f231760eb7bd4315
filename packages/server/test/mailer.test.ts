import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { createSmtpMailer, MailRefusedError } from "../src/mail/mailer.ts";
import { composeWelcomeMail } from "../src/newsletter/welcome-mails.ts";
import { startSmtpServer } from "./support/smtp-server.ts";

const server = await startSmtpServer();
afterAll(() => server.close());

const ORIGIN = "https://www.tallybin.example";
const LINK = `${ORIGIN}/api/newsletter/unsubscribe?token=0.a`;
const mailTo = (to: string) => composeWelcomeMail("id.1", to, ORIGIN, LINK);
const open = (url = server.url, limitMs?: number) => {
  const mailer = createSmtpMailer({ url, from: "Tallybin <news@tallybin.example>" }, limitMs);
  onTestFinished(() => mailer.close());
  return mailer;
};

test("the welcome mail has both unsubscribe headers and one recipient", async () => {
  const mailer = open();
  for (const to of ["alice@example.com", "o'brien+tag@example.com"]) {
    await mailer.send(mailTo(to));
    const mail = server.received.at(-1);
    expect(mail?.envelope).toEqual([
      expect.stringMatching(/^MAIL FROM:<news@tallybin\.example>/),
      expect.stringMatching(new RegExp(`^RCPT TO:<${to.replace("+", "\\+")}>`)),
    ]);
    expect(mail?.text).toContain("Message-ID: <id.1@www.tallybin.example>\n");
    expect(mail?.text).toContain("From: Tallybin <news@tallybin.example>\n");
    expect(mail?.text.replace(/\n\s+/g, " ")).toContain(`List-Unsubscribe: <${LINK}>`);
    expect(mail?.text).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click\n");
    expect(mail?.text).toContain("Content-Type: text/plain; charset=utf-8");
  }
});

test("the mailer sends nothing to a mail server without TLS, unless the server's URL allows that", async () => {
  const sent = server.received.length;
  server.refuse({ command: "STARTTLS", answer: "502 5.5.1 not implemented" });
  const mailer = open(server.url.replace("?ignoreTLS=true", ""));
  await expect(mailer.send(mailTo("alice@example.com"))).rejects.toMatchObject({ code: "ETLS" });
  expect(server.received).toHaveLength(sent);
  server.refuse(undefined);
});

test("only a definite refusal of the recipient or of the mail counts as final", async () => {
  for (const [command, answer, isFinal] of [
    ["RCPT TO", "550 5.1.1 no such user", true],
    [".", "554 5.7.1 refused", true],
    ["RCPT TO", "450 4.2.1 try later", false],
    [".", "451 4.3.0 try later", false],
    ["MAIL FROM", "550 5.7.1 sender refused", false],
  ] as const) {
    server.refuse({ command, answer });
    const fault: unknown = await open()
      .send(mailTo("alice@example.com"))
      .catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(Error);
    expect([answer, fault instanceof MailRefusedError]).toEqual([answer, isFinal]);
  }
  server.refuse(undefined);
});

test("the mailer gives up on a mail server whose response never ends, and works again once the server recovers", async () => {
  const mailer = open(server.url, 300);
  const mail = mailTo("alice@example.com");
  server.babble(true);
  // More mails than the pool has connections, because the pool must not keep a hanging connection.
  for (let n = 0; n < 7; n++) await expect(mailer.send(mail)).rejects.toThrow("took too long");
  server.babble(false);
  const before = server.received.length;
  // The limit is short, so a busy machine may need a second try.
  await vi.waitFor(() => mailer.send(mail), 10_000);
  expect(server.received.length).toBeGreaterThan(before);
});

test("if the mail server is missing, sending a mail fails at once", async () => {
  await expect(open("smtp://127.0.0.1:1").send(mailTo("alice@example.com"))).rejects.toThrow();
});
