import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSmtpMailer, MailRefusedError } from "../src/mail/mailer.ts";
import { welcomeMail } from "../src/newsletter/welcome-mail.ts";

const received: { envelope: string[]; text: string }[] = [];

/** A command that is answered otherwise than with "ok"; "." is the end of a mail. */
let refusal: { command: string; answer: string } | undefined;

/** Just enough of a mail server to see what is really sent. */
function converse(socket: Socket): void {
  let mail: { envelope: string[]; text: string } = { envelope: [], text: "" };
  let isData = false;
  let rest = "";
  socket.write("220 test\r\n");
  socket.on("data", (chunk) => {
    rest += chunk.toString();
    const lines = rest.split("\r\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (isData && line !== ".") mail.text += `${line}\n`;
      else if (isData) {
        isData = false;
        received.push(mail);
        mail = { envelope: [], text: "" };
        socket.write(refusal?.command === "." ? `${refusal.answer}\r\n` : "250 ok\r\n");
      } else if (refusal && line.startsWith(refusal.command)) socket.write(`${refusal.answer}\r\n`);
      else if (line.startsWith("EHLO")) socket.write("250-test\r\n250 SMTPUTF8\r\n");
      else if (line === "DATA") {
        isData = true;
        socket.write("354 go\r\n");
      } else if (line === "QUIT") socket.end("221 bye\r\n");
      else {
        mail.envelope.push(line);
        socket.write("250 ok\r\n");
      }
    }
  });
  socket.on("error", () => {});
}

const server = createServer(converse);
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

const LINK = "https://www.tallybin.example/api/newsletter/unsubscribe?token=0.a";

test("the welcome mail leaves with both unsubscribe headers, to one recipient", async () => {
  const mailer = createSmtpMailer({
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}?ignoreTLS=true`,
    from: "Tallybin <news@tallybin.example>",
  });
  for (const to of ["alice@example.com", "o'brien+tag@example.com"]) {
    await mailer.send(welcomeMail(to, "https://www.tallybin.example", LINK));
    const mail = received.at(-1);
    expect(mail?.envelope).toEqual([
      expect.stringMatching(/^MAIL FROM:<news@tallybin\.example>/),
      expect.stringMatching(new RegExp(`^RCPT TO:<${to.replace("+", "\\+")}>`)),
    ]);
    expect(mail?.text).toContain("From: Tallybin <news@tallybin.example>\n");
    expect(mail?.text.replace(/\n\s+/g, " ")).toContain(`List-Unsubscribe: <${LINK}>`);
    expect(mail?.text).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click\n");
    expect(mail?.text).toContain("Content-Type: text/plain; charset=utf-8");
  }
  mailer.close();
});

test.each([
  { command: "RCPT TO", answer: "550 5.1.1 no such user", isFinal: true },
  { command: ".", answer: "554 5.7.1 refused", isFinal: true },
  { command: "RCPT TO", answer: "450 4.2.1 try later", isFinal: false },
  { command: ".", answer: "451 4.3.0 try later", isFinal: false },
  { command: "MAIL FROM", answer: "550 5.7.1 sender refused", isFinal: false },
])("$answer after $command is final: $isFinal", async ({ command, answer, isFinal }) => {
  refusal = { command, answer };
  const mailer = createSmtpMailer({
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}?ignoreTLS=true`,
    from: "news@tallybin.example",
  });
  const fault = await mailer
    .send(welcomeMail("alice@example.com", "https://www.tallybin.example", LINK))
    .catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(Error);
  expect(fault instanceof MailRefusedError).toBe(isFinal);
  refusal = undefined;
  mailer.close();
});

test("a mail server that is not there is an error, not a wait", async () => {
  const mailer = createSmtpMailer({ url: "smtp://127.0.0.1:1", from: "news@tallybin.example" });
  await expect(
    mailer.send(welcomeMail("alice@example.com", "https://www.tallybin.example", LINK)),
  ).rejects.toThrow();
  mailer.close();
});
