import { emailProblemTexts as texts } from "@tallybin/contract/email-problem-texts";
import { readEmail, toPlainText } from "@tallybin/contract/typed-text";
import { describe, expect, test } from "vitest";

const ADA = "ada@example.com";
const MUNICH = "ada@xn--mnchen-3ya.example";

describe("an email address", () => {
  test.each([
    ["a mark of direction before it, as Contacts and Windows copy it", "\u200eada@example.com"],
    ["marks of direction around it", "\u202aada@example.com\u202c"],
    ["isolates", "\u2068ada@example.com\u2069"],
    ["a right-to-left mark inside", "ada\u200f@example.com"],
    ["a byte order mark", "\ufeffada@example.com"],
    ["a byte order mark inside", "ada@\ufeffexample.com"],
    ["a soft hyphen", "ada@exam\u00adple.com"],
    ["a space of no width", "ada@exam\u200bple.com"],
    ["a joiner of no width", "a\u200dda@example.com"],
    ["a word joiner", "ada\u2060@example.com"],
    ["a selector of a variant", "ada\ufe0f@example.com"],
    ["a Hangul filler", "ada@\u3164example.com"],
    ["an empty Braille pattern", "ada\u2800@example.com"],
    ["a placeholder of a picture", "\ufffcada@example.com"],
    ["a control character", "ada@example.com\u0003"],
    ["spaces that do not break", "\u00a0ada@example.com\u202f"],
    ["an ideographic space", "\u3000ada@example.com"],
    ["a line break after it", "ada@example.com\r\n"],
    ["a tab before it", "\tada@example.com"],
  ])("an address is read without %s", (_, typed) => {
    expect(readEmail(typed)).toEqual({ address: ADA, shown: ADA });
  });

  test.each([
    ["a full-width @", "ada＠example.com"],
    ["a small @", "ada﹫example.com"],
    ["full-width letters", "ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ"],
    ["an ideographic full stop", "ada@example。com"],
    ["a half-width ideographic full stop", "ada@example｡com"],
    ["a full-width full stop", "ada@example．com"],
    ["capital letters in its domain", "ada@EXAMPLE.Com"],
  ])("an address is read with %s", (_, typed) => {
    expect(readEmail(typed)).toMatchObject({ address: ADA });
  });

  test.each([
    ["mailto:ada@example.com"],
    ["MailTo:ada@example.com?subject=Hello%20there&cc=bob@example.com"],
    ["mailto:ada%40example.com"],
    ["mailto:%3Cada@example.com%3E"],
    ["<mailto:ada@example.com>"],
    ["Ada Lovelace <ada@example.com>"],
    ['"Lovelace, Ada" <ada@example.com>'],
    ['"Ada (work)"<ada@example.com>;'],
    ["ada@example.com <ada@example.com>"],
    ["Ada Lovelace <mailto:ada@example.com>"],
    ["Ada Lovelace ＜ada@example.com＞"],
    ["<ada@example.com>"],
    ["\u202a<ada@example.com>\u202c,"],
    ["'ada@example.com'"],
    ["“ada@example.com”"],
    ["«ada@example.com»"],
    ["(ada@example.com)"],
    ["[ada@example.com]"],
    ["ada@example.com."],
    ["ada@example.com,"],
    ["ada@example.com;"],
    ["ada@example.com :"],
    ["ada@example.com。"],
    ["; ada@example.com"],
    ["mailto://ada@example.com"],
    ["mailto:Ada%20Lovelace%20%3Cada@example.com%3E?subject=Bin%20report"],
    ["SMTP:ada@example.com"],
    ["Email: ada@example.com"],
    ["E-mail : ada@example.com."],
    ["Reply to: <ada@example.com>"],
    ["Ada Lovelace (ada@example.com)"],
    ["Ada Lovelace [ada@example.com]"],
    ["Lovelace, Ada [mailto:ada@example.com]"],
    ["ada@example.com (Ada)"],
    ["[ada@example.com](mailto:ada@example.com)"],
    ["• ada@example.com"],
    ["👩 ada@example.com"],
    ["*ada@example.com*"],
    ["| ada@example.com |"],
    ["「ada@example.com」"],
    ["《ada@example.com》"],
    ["‹ada@example.com›"],
    ["`ada@example.com`"],
    ["ada@example.com/"],
    ["ada@example.com،"],
    ["ada@example.com؛"],
    ["ada@example.com।"],
    ["ada@example.com 👍"],
    ["ada@example.com\u2026"],
  ])("an address is found in %j", (typed) => {
    expect(readEmail(typed)).toEqual({ address: ADA, shown: ADA });
  });

  test.each([
    ["ada@münchen.example", "ada@münchen.example"],
    ["ada@mu\u0308nchen.example", "ada@münchen.example"],
    ["ada@MÜNCHEN.example", "ada@MÜNCHEN.example"],
    ["ada@münchen。example", "ada@münchen。example"],
    ["ada@xn--mnchen-3ya.example", "ada@xn--mnchen-3ya.example"],
    ["ada@XN--MNCHEN-3YA.EXAMPLE", "ada@XN--MNCHEN-3YA.EXAMPLE"],
    ["Ada <ada@münchen.example>.", "ada@münchen.example"],
  ])("an address of an international domain is one mailbox, and is shown as typed: %j", (typed, shown) => {
    expect(readEmail(typed)).toEqual({ address: MUNICH, shown });
  });

  test.each([
    ["o’brien@example.com", "o'brien@example.com"],
    ["ada–lovelace@example.com", "ada-lovelace@example.com"],
    ["ada@my‑company.example", "ada@my-company.example"],
    ["Ada.Lovelace+bins@example.com", "Ada.Lovelace+bins@example.com"],
    ["ada@localhost", "ada@localhost"],
    ["jürgen@example.com", "jürgen@example.com"],
    ["用户@例子.公司", "用户@xn--fsqu00a.xn--55qx5d"],
    ["ada@مثال.example", "ada@xn--mgbh0fb.example"],
    ["ada@sub.example.co.uk", "ada@sub.example.co.uk"],
  ])("an unusual address keeps what belongs to it: %j is %j", (typed, address) => {
    expect(readEmail(typed)).toMatchObject({ address });
  });

  test.each([
    [texts.missing, ["", "   ", "\u200e", "<>", "\u2800"]],
    [
      texts.space,
      [
        "ada lovelace@example.com",
        "ada @example.com",
        "ada@ example.com",
        "ada@example. com",
        "ada\u00a0b@example.com",
        "Ada Lovelace ada@example.com",
        "My address is ada@example.com.",
      ],
    ],
    [texts.noAt, ["ada", "ada.example.com", "Ada", "https://example.com", "+15550100001"]],
    [
      texts.severalAts,
      [
        "a@b@c.example",
        "ada@example.com, bob@example.com",
        "ada@example.com;bob@example.com",
        "Ada <ada@example.com>, Bob <bob@example.com>",
        "ada@@example.com",
        "mailto:ada@example.com,bob@example.com",
        "ada@example.com (bob@example.com, eve@example.com)",
      ],
    ],
    [
      texts.nothingBefore,
      ["@example.com", " @example.com", "<@example.com>", "＠example.com", "mailto:@example.com"],
    ],
    [texts.domain, ["ada@", "ada@ ", "ada@.", "<ada@>", "ada＠"]],
    [texts.sign(","), ["ada@example,com", "a,da@example.com"]],
    [texts.sign(";"), ["ada@exam;ple.com"]],
    [texts.sign('"'), ['a"d"a@example.com', 'ad"a@example.com']],
    [
      texts.domain,
      [
        "ada@example..com",
        "ada@-example.com",
        "ada@example_1.com",
        "ada@127.1",
        "ada@127.0.0.1",
        "ada@a%2eb.example",
        "ada@example.com/path",
        `ada@${"b".repeat(64)}.com`,
        "ada@exa!mple.com",
      ],
    ],
    [texts.tooLong, [`${"a".repeat(65)}@example.com`, `ada@${"b.".repeat(125)}com`]],
  ])("an invalid address is refused with %j", (problem, all) => {
    for (const typed of all) expect(readEmail(typed), typed).toEqual({ problem });
  });

  test("a text of any length is read in linear time", () => {
    for (const part of ["<", " ", "@", ".", "mailto:", "\u200e", "ａ", "%3C", "(", "(@", "a: ", "👍"]) {
      const start = performance.now();
      readEmail(part.repeat(100_000));
      expect(performance.now() - start, part).toBeLessThan(2_000);
    }
  });
});

test.each([
  ["José", "José"],
  ["  Ada\u00a0Lovelace ", "Ada Lovelace"],
  ["\u200eAda", "Ada"],
  ["\ufeffAda\u00ad", "Ada"],
])("a plain text has no invisible characters: %j is %j", (typed, plain) => {
  expect(toPlainText(typed)).toBe(plain);
});
