import { emailProblemTexts as texts } from "@tallybin/contract/email-problem-texts";

/** Texts that are no mail address, or that some mail servers would read as another address, with the answer to each. */
export const NO_ADDRESSES: readonly { email: unknown; message: string }[] = [
  ...[undefined, null, 5, "", "   ", "\u200e", ["alice@example.com"], { a: 1 }].map((email) => ({
    email,
    message: texts.missing,
  })),
  ...["alice@example.com\r\nBcc: x@example.com", "alice@exa\u0000mple.com", `a@${"b".repeat(3000)}`].map(
    (email) => ({ email, message: texts.missing }),
  ),
  { email: "alice", message: texts.noAt },
  { email: "@example.com", message: texts.nothingBefore },
  { email: "alice@", message: texts.domain },
  { email: "a b@example.com", message: texts.space },
  { email: "alice@example,com", message: texts.sign(",") },
  { email: "Alice <alice@example.com>, Bob <bob@example.com>", message: texts.severalAts },
  { email: "a@b@c.example", message: texts.severalAts },
  { email: `${"a".repeat(65)}@example.com`, message: texts.tooLong },
  ...[
    "alice@a%2eb.example",
    "alice@example.com/path",
    "alice@example..com",
    "alice@-example.com",
    "alice@127.1",
  ].map((email) => ({ email, message: texts.domain })),
];

/** Spellings of one mailbox's address: they share one row, one limit and one mail. */
export const spellingsOf = (name: string): readonly string[] => [
  `${name}@exämple.com`,
  `${name.toUpperCase()}@exämple.com`,
  ` ${name}@EXÄMPLE.com`,
  `${name}@exa\u0308mple.com`,
  // The first letter is full width.
  `${String.fromCharCode(name.charCodeAt(0) + 0xfee0)}${name.slice(1)}@exämple.com`,
  `${name}@exämple。com`,
  `${name}@exämple．com`,
  `${name}＠exämple｡com`,
  `${name}@xn--exmple-cua.com`,
  `${name}@XN--EXMPLE-CUA.COM`,
  `\u200e${name}@exämple.com`,
  `\u2068${name}@exämple.com\u2069`,
  `${name}@exäm\u00adple.com`,
  `${name}\u200d@exämple.com`,
  `mailto:${name}@exämple.com?subject=Hello`,
  `"Alice, of Wonderland" <${name}@exämple.com>`,
  `${name}@exämple.com;`,
];
