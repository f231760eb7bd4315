import { emailProblemTexts as texts } from "@tallybin/contract/email-problem-texts";
import { readEmail, toPlainText } from "@tallybin/contract/typed-text";
import { describe, expect, test } from "vitest";

const ADA = "ada@example.com";
const MUNICH = "ada@xn--mnchen-3ya.example";

describe("an email address", () => {
  test("an address is read without invisible characters", () => {
    const spellings = {
      "marks of direction around it": "\u202aada@example.com\u202c",
      "a soft hyphen inside": "ada@exam\u00adple.com",
      "a selector of a variant": "ada\ufe0f@example.com",
      "a Hangul filler": "ada@\u3164example.com",
      "an empty Braille pattern": "ada\u2800@example.com",
      "a placeholder of a picture": "\ufffcada@example.com",
      "a control character": "ada@example.com\u0003",
      "spaces that do not break": "\u00a0ada@example.com\u202f",
      "an ideographic space": "\u3000ada@example.com",
      "a line break after it": "ada@example.com\r\n",
    };
    for (const [name, typed] of Object.entries(spellings))
      expect(readEmail(typed), name).toEqual({ address: ADA, shown: ADA });
  });

  test("an address is read with the signs and letters of East Asian keyboards and in capital letters", () => {
    for (const typed of [
      "ada﹫example.com",
      "ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ",
      "ada@example。com",
      "ada@example｡com",
      "ada@EXAMPLE.Com",
    ])
      expect(readEmail(typed), typed).toMatchObject({ address: ADA });
  });

  test("an address is found in a link, with a name, and among the signs of a sentence or a list", () => {
    for (const typed of [
      "mailto:ada@example.com",
      "MailTo:ada@example.com?subject=Hello%20there&cc=bob@example.com",
      "mailto:%3Cada@example.com%3E",
      "<mailto:ada@example.com>",
      "Ada Lovelace <ada@example.com>",
      '"Lovelace, Ada" <ada@example.com>',
      '"Ada (work)"<ada@example.com>;',
      "ada@example.com <ada@example.com>",
      "Ada Lovelace <mailto:ada@example.com>",
      "Ada Lovelace ＜ada@example.com＞",
      "\u202a<ada@example.com>\u202c,",
      "'ada@example.com'",
      "“ada@example.com”",
      "ada@example.com;",
      "ada@example.com。",
      "; ada@example.com",
      "mailto://ada@example.com",
      "mailto:Ada%20Lovelace%20%3Cada@example.com%3E?subject=Bin%20report",
      "SMTP:ada@example.com",
      "Email: ada@example.com",
      "E-mail : ada@example.com.",
      "Reply to: <ada@example.com>",
      "Ada Lovelace (ada@example.com)",
      "Lovelace, Ada [mailto:ada@example.com]",
      "ada@example.com (Ada)",
      "[ada@example.com](mailto:ada@example.com)",
      "• ada@example.com",
      "👩 ada@example.com",
      "*ada@example.com*",
      "| ada@example.com |",
      "《ada@example.com》",
      "`ada@example.com`",
      "ada@example.com।",
      "ada@example.com 👍",
      "ada@example.com\u2026",
    ])
      expect(readEmail(typed), typed).toEqual({ address: ADA, shown: ADA });
  });

  test("an address of an international domain is one mailbox, and is shown as typed", () => {
    for (const [typed, shown] of [
      ["ada@münchen.example", "ada@münchen.example"],
      ["ada@mu\u0308nchen.example", "ada@münchen.example"],
      ["ada@MÜNCHEN.example", "ada@MÜNCHEN.example"],
      ["ada@münchen。example", "ada@münchen。example"],
      ["ada@xn--mnchen-3ya.example", "ada@xn--mnchen-3ya.example"],
      ["ada@XN--MNCHEN-3YA.EXAMPLE", "ada@XN--MNCHEN-3YA.EXAMPLE"],
      ["Ada <ada@münchen.example>.", "ada@münchen.example"],
    ] as const)
      expect(readEmail(typed), typed).toEqual({ address: MUNICH, shown });
  });

  test("an unusual address keeps what belongs to it", () => {
    for (const [typed, address] of [
      ["o’brien@example.com", "o'brien@example.com"],
      ["ada–lovelace@example.com", "ada-lovelace@example.com"],
      ["ada@my‑company.example", "ada@my-company.example"],
      ["Ada.Lovelace+bins@example.com", "Ada.Lovelace+bins@example.com"],
      ["ada@localhost", "ada@localhost"],
      ["jürgen@example.com", "jürgen@example.com"],
      ["用户@例子.公司", "用户@xn--fsqu00a.xn--55qx5d"],
      ["ada@مثال.example", "ada@xn--mgbh0fb.example"],
      ["ada@sub.example.co.uk", "ada@sub.example.co.uk"],
    ] as const)
      expect(readEmail(typed), typed).toMatchObject({ address });
  });

  test("an invalid address is refused with what is wrong", () => {
    const refused: [problem: string, all: string[]][] = [
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
    ];
    for (const [problem, all] of refused)
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

test("a plain text has no invisible characters", () => {
  expect(["José", "  Ada\u00a0Lovelace ", "\ufeffAda\u00ad"].map(toPlainText)).toEqual([
    "José",
    "Ada Lovelace",
    "Ada",
  ]);
});
