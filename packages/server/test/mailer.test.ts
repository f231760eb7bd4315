import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSmtpMailer } from "../src/mail/mailer.ts";
import { welcomeMail } from "../src/newsletter/welcome-mail.ts";

const received: { envelope: string[]; text: string }[] = [];

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
        socket.write("250 ok\r\n");
      } else if (line.startsWith("EHLO")) socket.write("250-test\r\n250 SMTPUTF8\r\n");
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

test("a mail server that is not there is an error, not a wait", async () => {
  const mailer = createSmtpMailer({ url: "smtp://127.0.0.1:1", from: "news@tallybin.example" });
  await expect(
    mailer.send(welcomeMail("alice@example.com", "https://www.tallybin.example", LINK)),
  ).rejects.toThrow();
  mailer.close();
});
