import { phoneProblemTexts as texts } from "@tallybin/contract/phone-problem-texts";
import { readCode, readPhone } from "@tallybin/contract/typed-number";
import { describe, expect, test } from "vitest";

describe("a code", () => {
  test("a code is found with spaces and signs in it, and in the text of a message", () => {
    for (const typed of [
      "123456",
      "123 456",
      "1 2 3 4 5 6",
      "123-456",
      "123\u200b456",
      "\u200e123456\u200f",
      "１２３４５６",
      "𝟏𝟐𝟑𝟒𝟓𝟔",
      "123456.",
      "Your code is 123456.",
      "Your code is 123 456. It is valid for 10 minutes.",
      "123456 is your Tallybin code. It expires in 10 minutes.",
      "رمزك هو ١٢٣٤٥٦",
      "<#> Code: 123456 aB3xYz9",
      "Your Tallybin code is 123456.\n@tallybin.example #123456",
      "123456\n",
      "G-123456 is your verification code.",
      "[Tallybin] 123456",
      "【Tallybin】123456",
      "Your 6-digit code: 123 456",
      "2FA code: 123456",
      "28.11.2026 21:30 Your code is 123456",
      "+1 555 010 0000: your code is 123456",
      "1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣",
      "123·456",
      "123456 123456",
    ])
      expect(readCode(typed), typed).toBe("123456");
  });

  test("a code of another length, or one of several, is sent as its digits", () => {
    const typed = ["", "abc", "12345", "1234567", "١٢٣", "123456 or 654321", "12 34"];
    expect(typed.map(readCode)).toEqual(["", "", "12345", "1234567", "123", "123456654321", "1234"]);
  });

  test("a code may have the digits of every numbering system that the platform knows", () => {
    const systems = Intl.supportedValuesOf("numberingSystem");
    const digitsOf = (numberingSystem: string) =>
      new Intl.NumberFormat("en", { numberingSystem, useGrouping: false }).format(1_234_567_890);
    const decimal = systems.map(digitsOf).filter((digits) => /^\p{Nd}{10}$/u.test(digits));
    expect(decimal.length).toBeGreaterThan(40);
    for (const digits of decimal) expect(readCode(digits), digits).toBe("1234567890");
  });
});

describe("a phone number", () => {
  test("a phone number is read in E.164 with spaces, signs, a label, or as a link", () => {
    for (const typed of [
      "+15550100000",
      "+1 555 010 0000",
      "+1 (555) 010-0000",
      "+1/555/0100000",
      "\u202a+1 (555) 010-0000\u202c",
      "+1 555\u200b010\u00ad0000",
      "＋１ ５５５ ０１０ ００００",
      "+١ ٥٥٥ ٠١٠ ٠٠٠٠",
      "001 555 010 0000",
      "٠٠١٥٥٥٠١٠٠٠٠٠",
      "tel:+1-555-010-0000",
      "TEL:+15550100000;phone-context=example.com",
      "(+1) 555 010 0000",
      "+ 1 555 010 0000",
      "+1ー555ー0100000",
      "+001 555 010 0000",
      "+1 555 010 0000,",
      "tel://+15550100000",
      "tel:+1%20555%20010%200000",
      "tel:%2B15550100000;ext=5",
      "sms:+15550100000?body=Hello",
      "Phone: +1 555 010 0000",
      "Tel. +1 (555) 010-0000",
      "US +1 555 010 0000",
      "🇺🇸 +1 555 010 0000",
      "+1 555 010 0000 (work)",
      "+1 555 010 0000.",
    ])
      expect(readPhone(typed), typed).toEqual({ number: "+15550100000" });
  });

  test("a phone number of another country is read without the national zero in brackets", () => {
    for (const [typed, number] of [
      ["+44 (0)20 7946 0018", "+442079460018"],
      ["+49 (0) 30 / 123456", "+4930123456"],
      ["0044 20 7946 0018", "+442079460018"],
      ["+33 (0)1 99 00 12 34", "+33199001234"],
      ["+44 ( 0 ) 20 7946 0018", "+442079460018"],
      ["+44 [0] 20 7946 0018", "+442079460018"],
      ["＋44 （0）20 7946 0018", "+442079460018"],
      ["+४४ (०)२० ७९४६ ००१८", "+442079460018"],
      ["+81（0）3ー1234ー5678", "+81312345678"],
      ["+39 06 1234 5678", "+390612345678"],
    ] as const)
      expect(readPhone(typed), typed).toEqual({ number });
  });

  test("an incomplete phone number is refused with what is wrong", () => {
    const refused: [problem: string, all: string[]][] = [
      [
        texts.countryCodeMissing,
        [
          "",
          "\u200e",
          "555 010 0000",
          "(555) 010-0000",
          "020 7946 0018",
          "tel:5550100000",
          "٠٥٥٥٠١٠٠٠٠",
          "+0 555 010 0000",
          "555 010 0000 +1",
        ],
      ],
      [texts.tooShort, ["+1", "+1 555", "0015", "+44 1", "+1 55"]],
      [texts.tooLong, ["+1 555 010 0000 0000 0000", `+${"1".repeat(16)}`, `00${"1".repeat(16)}`]],
      [
        texts.extension,
        [
          "+1 555 010 0000 ext. 5",
          "+1 555 010 0000 extension 512",
          "+1 555 010 0000 x12",
          "+1 555 010 0000 Durchwahl 7",
          "+15550100000,,5",
          "+15550100000,5#",
          "+15550100000#5",
          "tel:+15550100000,5",
        ],
      ],
      [
        texts.letters,
        [
          "+1 555 CALL-NOW",
          "+1 555 010 000O",
          "+1 555 0I0 0000",
          "my phone",
          "ada@example.com",
          "+1 555 010 0000 or +1 555 010 0001",
        ],
      ],
    ];
    for (const [problem, all] of refused)
      for (const typed of all) expect(readPhone(typed), typed).toEqual({ problem });
  });
});
