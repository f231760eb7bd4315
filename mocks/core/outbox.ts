import * as v from "valibot";
import { optionalFields } from "../http/wire.ts";
import type { Clock } from "./clock.ts";

const text = v.optional(v.string());

export const Message = v.object({
  id: v.string(),
  /** Local time. */
  at: v.number(),
  kind: v.picklist(["mail", "sms"]),
  /** Address or phone number. */
  to: v.string(),
  /** The request type (`PASSWORD_RESET`, `VERIFY_EMAIL`, …), `SMS_CODE`, or the sender's own name for it. */
  type: v.string(),
  /** The out-of-band code or the SMS code. */
  code: text,
  /** The target of the mail's link. */
  actionLink: text,
  /** `VERIFY_AND_CHANGE_EMAIL`: the new address. */
  ...optionalFields(v.string(), "newEmail", "subject"),
  /** The body as plain text, and as an HTML fragment. */
  text,
  html: text,
});
export type Message = v.InferOutput<typeof Message>;

export type MessageFilter = { [name in "to" | "type"]?: string | undefined } & {
  kind?: Message["kind"] | undefined;
};

const CAPACITY = 1000;

/** Receives mail and SMS instead of a mail server, so that a test or a person can open them. */
export function createOutbox(clock: Clock) {
  let messages: Message[] = [];
  let lastId = 0;
  const listMessages = ({ to, type, kind }: MessageFilter = {}): Message[] =>
    messages
      .filter(
        (message) =>
          (to === undefined || message.to.toLowerCase() === to.toLowerCase()) &&
          (type === undefined || message.type === type) &&
          (kind === undefined || message.kind === kind),
      )
      .reverse();
  return {
    send: (draft: Omit<Message, "id" | "at">): Message => {
      lastId += 1;
      const message = { id: `message-${lastId}`, at: clock.now(), ...draft };
      messages.push(message);
      if (messages.length > CAPACITY) messages = messages.slice(-CAPACITY);
      return message;
    },
    /** Newest first. */
    list: listMessages,
    /** The newest message to this address, optionally of this type. @throws if there is no such message */
    latest: (to: string, type?: string): Message => {
      const [message] = listMessages({ to, type });
      if (!message) throw new Error(`the outbox has no ${type ?? "message"} to ${to}`);
      return message;
    },
    clear: (): void => {
      messages = [];
    },
    restore: (restored: readonly Message[]): void => {
      messages = structuredClone([...restored]);
      lastId = Math.max(lastId, ...restored.map(({ id }) => Number(id.split("-")[1]) || 0));
    },
  };
}
export type Outbox = ReturnType<typeof createOutbox>;
