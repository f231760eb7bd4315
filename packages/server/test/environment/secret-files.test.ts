import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSecretFiles } from "../../src/environment/secret-files.ts";
import { StartError } from "../../src/errors/start-error.ts";
import { newFolder } from "../support/folder.ts";

function secretFile(text: string): string {
  const file = join(newFolder(), "secret");
  writeFileSync(file, text);
  return file;
}

test("a secret is read from the file that its _FILE variable names, without the line break at the end", () => {
  const file = secretFile("example-secret\n");
  expect(readSecretFiles({ UNSUBSCRIBE_SECRET_FILE: file, PORT: "3000" })).toMatchObject({
    UNSUBSCRIBE_SECRET: "example-secret",
    PORT: "3000",
  });
});

test("the start fails if a secret is given twice or its file is missing, and the error hides the secret", () => {
  const file = secretFile("example-secret");
  const both = () => readSecretFiles({ SESSION_SECRET: "example-other", SESSION_SECRET_FILE: file });
  expect(both).toThrow(StartError);
  expect(both).toThrow("Set SESSION_SECRET or SESSION_SECRET_FILE, not both.");
  expect(() => readSecretFiles({ DATABASE_URL_FILE: `${file}.missing` })).toThrow(
    /^DATABASE_URL_FILE names a file that cannot be read \(ENOENT\)/,
  );
});

test("only secrets can be read from files", () => {
  expect(readSecretFiles({ PORT_FILE: secretFile("1") })).not.toHaveProperty("PORT");
});
