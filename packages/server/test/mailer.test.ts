import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createSmtpMailer, MailRefusedError } from "../src/mail/mailer.ts";
import { composeWelcomeMail } from "../src/newsletter/welcome-mails.ts";
import { type SmtpServer, startSmtpServer } from "./support/smtp-server.ts";

let server: SmtpServer;
beforeAll(async () => {
  server = await startSmtpServer();
});
afterAll(() => server.close());

const LINK = "https://www.tallybin.example/api/newsletter/unsubscribe?token=0.a";

test("the welcome mail has both unsubscribe headers and one recipient", async () => {
  const mailer = createSmtpMailer({
    url: server.url,
    from: "Tallybin <news@tallybin.example>",
  });
  for (const to of ["alice@example.com", "o'brien+tag@example.com"]) {
    await mailer.send(composeWelcomeMail("id.1", to, "https://www.tallybin.example", LINK));
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
  mailer.close();
});

test("the mailer sends nothing to a mail server without TLS, unless the server's URL allows that", async () => {
  const sent = server.received.length;
  server.refuse({ command: "STARTTLS", answer: "502 5.5.1 not implemented" });
  const mailer = createSmtpMailer({
    url: server.url.replace("?ignoreTLS=true", ""),
    from: "news@tallybin.example",
  });
  const sending = mailer.send(
    composeWelcomeMail("id.2", "alice@example.com", "https://www.tallybin.example", LINK),
  );
  await expect(sending).rejects.toMatchObject({ code: "ETLS" });
  expect(server.received).toHaveLength(sent);
  server.refuse(undefined);
  mailer.close();
});

test.each([
  { command: "RCPT TO", answer: "550 5.1.1 no such user", isFinal: true },
  { command: ".", answer: "554 5.7.1 refused", isFinal: true },
  { command: "RCPT TO", answer: "450 4.2.1 try later", isFinal: false },
  { command: ".", answer: "451 4.3.0 try later", isFinal: false },
  { command: "MAIL FROM", answer: "550 5.7.1 sender refused", isFinal: false },
])(
  "the mail server's response $answer after $command counts as final: $isFinal",
  async ({ command, answer, isFinal }) => {
    server.refuse({ command, answer });
    const mailer = createSmtpMailer({
      url: server.url,
      from: "news@tallybin.example",
    });
    const fault = await mailer
      .send(composeWelcomeMail("id.1", "alice@example.com", "https://www.tallybin.example", LINK))
      .catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(Error);
    expect(fault instanceof MailRefusedError).toBe(isFinal);
    server.refuse(undefined);
    mailer.close();
  },
);

test("the mailer gives up on a mail server whose response never ends, and works again once the server recovers", async () => {
  const mailer = createSmtpMailer({ url: server.url, from: "news@tallybin.example" }, 300);
  const mail = composeWelcomeMail("id.1", "alice@example.com", "https://www.tallybin.example", LINK);
  server.babble(true);
  // More mails than the pool has connections, because the pool must not keep a hanging connection.
  for (let n = 0; n < 7; n++) await expect(mailer.send(mail)).rejects.toThrow("took too long");
  server.babble(false);
  const before = server.received.length;
  // The limit is short, so a busy machine may need a second try.
  await vi.waitFor(() => mailer.send(mail), 10_000);
  expect(server.received.length).toBeGreaterThan(before);
  mailer.close();
});

test("if the mail server is missing, sending a mail fails at once", async () => {
  const mailer = createSmtpMailer({ url: "smtp://127.0.0.1:1", from: "news@tallybin.example" });
  await expect(
    mailer.send(composeWelcomeMail("id.1", "alice@example.com", "https://www.tallybin.example", LINK)),
  ).rejects.toThrow();
  mailer.close();
});
