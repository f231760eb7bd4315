import { createServer, type Socket } from "node:net";
import { listen } from "./listen.mjs";

type ReceivedMail = { envelope: string[]; text: string };

/** A command that gets another response than "ok". The command "." is the end of a mail. */
type Refusal = { command: string; answer: string };

const BABBLE_MS = 20;

/** A minimal mail server that records the sent mails. */
export async function startSmtpServer() {
  /** Accepted mails, and those refused at their end. */
  const received: ReceivedMail[] = [];
  let refusal: Refusal | undefined;
  let isBabbling = false;

  function converse(socket: Socket): void {
    socket.on("error", () => {});
    let mail: ReceivedMail = { envelope: [], text: "" };
    let isData = false;
    let rest = "";
    const babble = setInterval(() => isBabbling && socket.write("250-please wait\r\n"), BABBLE_MS);
    socket.on("close", () => clearInterval(babble));
    const say = (text: string): void => {
      if (!isBabbling) socket.write(`${text}\r\n`);
    };
    const take = (line: string): void => {
      if (isData && line !== ".") mail.text += `${line}\n`;
      else if (isData) {
        isData = false;
        received.push(mail);
        mail = { envelope: [], text: "" };
        say(refusal?.command === "." ? refusal.answer : "250 ok");
      } else if (refusal && line.startsWith(refusal.command)) say(refusal.answer);
      else if (line.startsWith("EHLO")) say("250-test\r\n250 SMTPUTF8");
      else if (line === "DATA") {
        isData = true;
        say("354 go");
      } else if (line === "QUIT") socket.end("221 bye\r\n");
      else {
        mail.envelope.push(line);
        say("250 ok");
      }
    };
    say("220 test");
    socket.on("data", (chunk) => {
      rest += chunk.toString();
      const lines = rest.split("\r\n");
      rest = lines.pop() ?? "";
      lines.forEach(take);
    });
  }

  const { port, close } = await listen(createServer(converse));
  return {
    /** For SMTP_URL. */
    url: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
    received,
    refuse(next: Refusal | undefined) {
      refusal = next;
    },
    /** Keeps sending without ever ending a response. */
    babble(next: boolean) {
      isBabbling = next;
    },
    close,
  };
}
