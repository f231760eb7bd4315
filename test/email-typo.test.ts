import { expect, test } from "vitest";
import { suggestEmail } from "../src/lib/email-typo.ts";

test.each([
  ["ada@gmial.com", "ada@gmail.com"],
  ["ada@gmai.com", "ada@gmail.com"],
  ["ada@gmaill.com", "ada@gmail.com"],
  ["ada@gmail.con", "ada@gmail.com"],
  [" Ada.L@HOTMIAL.com ", "Ada.L@hotmail.com"],
  ["ada@yahooo.com", "ada@yahoo.com"],
  ["ada@outlok.com", "ada@outlook.com"],
])("the email check suggests a common domain for the mistyped address %s", (typed, meant) => {
  expect(suggestEmail(typed)).toBe(meant);
});

test.each([
  "ada@gmail.com",
  "ada@ymail.com",
  "ada@email.com",
  "ada@tallybin.example",
  "ada@hotmail.fr",
  "ada@live.com",
  "ada@like.com",
  "@gmial.com",
  "gmial.com",
  "",
])("the email check makes no suggestion for the address %s", (typed) => {
  expect(suggestEmail(typed)).toBeUndefined();
});
