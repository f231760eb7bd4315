import { expect, test } from "vitest";
import { toPseudoModule, toPseudoText } from "../src/pseudo-locale.ts";

test("the pseudo-locale makes a text 40 % longer and keeps its digits, spaces and punctuation", () => {
  const english = "Your session has ended. Please sign in again within 24 hours";
  const shown = toPseudoText(english);
  expect(shown.length / english.length).toBeGreaterThan(1.35);
  expect(shown.replace(/[^ .\d]/g, "")).toBe(english.replace(/[^ .\d]/g, ""));
  expect(toPseudoText("76%+")).toBe("76%+");
});

test("the pseudo-locale replaces only the texts of a text module", () => {
  const module = `import { company } from "../config/company.ts";
export const texts: Record<"open", unknown> = {
  open: "Open",
  "shut-code": 'Shut',
  named: (name: string) => \`Of \${name}\${names[name]["key"]}\`,
  link: (to: ReactNode) => <>See {to}{" "}<b title="x">now</b></>,
};
`;
  expect(toPseudoModule("some-texts.tsx", module)).toBe(`import { company } from "../config/company.ts";
export const texts: Record<"open", unknown> = {
  open: "Öppéññ",
  "shut-code": "Šhhûtt",
  named: (name: string) => \`Öff \${name}\${names[name]["key"]}\`,
  link: (to: ReactNode) => <>Šééé {to}{" "}<b title="x">ñööw</b></>,
};
`);
});
