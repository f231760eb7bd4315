import { describe, expect, test } from "vitest";
import { findTexts } from "./architecture/find-texts.ts";
import { filesUnder } from "./architecture/import-graph.ts";

/** Where people read: the site, its mails and the server's pages; pages and mails of the local services. */
const SHOWN_TO_CUSTOMERS = [
  /^src\//,
  /^packages\/server\/src\/(newsletter\/(unsubscribe-|newsletter-texts)|account\/(account-link-|account-texts|not-me-|describe-)|text\/)/,
  /^packages\/contract\/src\/(account-link|email-problem|phone-problem|typed-)/,
  /^packages\/artwork\/src\/social\//,
  /^mocks\/(emulator-endpoints|pages|provider-page|sdk-pages|workbench)\//,
  /^mocks\/identity-toolkit\/proofs\/oob/,
];
const isTextModule = (path: string) => /-texts\.tsx?$/.test(path);
const files = ["src", "packages", "mocks"]
  .flatMap(filesUnder)
  .filter(({ path }) => SHOWN_TO_CUSTOMERS.some((each) => each.test(path)) && !path.includes("/test/"));

/** Each with its reason; a text counts if it contains the given one. */
const EXCEPTIONS: readonly { path: RegExp; text?: string; reason: string }[] = [
  { path: /\.css\.ts$/, reason: "styles have no texts" },
  { path: /^src\/pages\/components\//, reason: "samples for developers, in no build" },
  { path: /^src\/app\/routes\.ts$/, text: "omponent", reason: "the title of that page" },
  { path: /^src\/artwork\/picture\.tsx$/, text: "Variable", reason: "names of fonts" },
  { path: /^src\/styles\/page-characters\.ts$/, text: "U+", reason: "ranges of characters" },
  { path: /^src\/entry\/early\.ts$/, text: "passkeys", reason: "a keyword of data-without" },
  { path: /^src\/seo\/text-files\.ts$/, reason: "formats for programs" },
];
const isException = (path: string, found: string) =>
  EXCEPTIONS.some((each) => each.path.test(path) && (each.text === undefined || found.includes(each.text)));

describe("every text that a customer reads is in a text module", () => {
  test("a text that a customer reads stands only in a text module", () => {
    const outside = files
      .filter(({ path }) => !isTextModule(path))
      .flatMap(({ path, text: source }) =>
        findTexts(path, source)
          .filter(({ text }) => !isException(path, text))
          .map(({ line, text }) => `${path}:${line} ${text}`),
      );
    expect(outside).toEqual([]);
  });

  test("each exception from the rule on text modules is still needed", () => {
    const unused = EXCEPTIONS.filter(
      (each) =>
        !files.some(
          ({ path, text: source }) =>
            each.path.test(path) &&
            (/\.css\.ts$/.test(path) ||
              findTexts(path, source).some(
                ({ text }) => each.text === undefined || text.includes(each.text),
              )),
        ),
    );
    expect(unused.map(({ reason }) => reason)).toEqual([]);
  });

  test("a text module imports only types, other text modules and the company's name", () => {
    const ALLOWED = /-texts(\.tsx?)?$|^@tallybin\/contract\/company$/;
    const faults = files
      .filter(({ path }) => isTextModule(path))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/^import (?!type )[^;]*?from "([^"]+)";/gm)]
          .map(([, name = ""]) => name)
          .filter((name) => !ALLOWED.test(name))
          .map((name) => `${path} → ${name}`),
      );
    expect(faults).toEqual([]);
  });
});

/** Sentences and titles of the specification, which stay letter by letter. */
const SPECIFIED = [
  "This doesn't match your password",
  "Clean User Interface",
  "Clean User", // a line of the social card
  "Customer Login",
  "Forgot Password?",
  "Learn More",
  "Built for Impact",
  "Long-Term Partnership",
  "Point-of-Collection Contaminant Detection",
  "Point-of-Collection Material Characterization",
  "Automated Feedback & Education",
  "Automated Regulatory Compliance",
  "Privacy Policy",
  "Terms of Service",
];
/** The words of Google's emulator, which its page repeats. */
const EMULATOR = "mocks/emulator-endpoints/";
/** Names, titles of pages and labels of buttons, which are capitalized anywhere. */
const NAMES =
  /National Waste|Recycling (?:Association|Partnership)|Cancel|Caps Lock|Chrome|Edge|Firefox|Safari|February|GitHub|Global Privacy Control|Google|January|JavaScript|June|March|Monday|Settings/g;

describe("every text that a customer reads", () => {
  const texts = files
    .filter(({ path }) => isTextModule(path))
    .flatMap(({ path, text: source }) =>
      findTexts(path, source).map(({ line, text }) => ({ where: `${path}:${line} ${text}`, text })),
    )
    .filter(({ text, where }) => !SPECIFIED.includes(text) && !where.startsWith(EMULATOR));

  test("the texts that a customer reads have typographic apostrophes", () => {
    expect(texts.filter(({ text }) => /\p{L}'\p{L}/u.test(text)).map(({ where }) => where)).toEqual([]);
  });

  test("the texts that a customer reads are in sentence case", () => {
    const faults = texts.filter(({ text }) => /[\p{Ll}§;)] \p{Lu}\p{Ll}/u.test(text.replace(NAMES, "")));
    expect(faults.map(({ where }) => where)).toEqual([]);
  });
});

describe("the search for texts", () => {
  const textsOf = (source: string) => findTexts("some.tsx", source).map(({ text }) => text);

  test.each([
    ["text between tags", "const a = <p>Send</p>;", ["Send"]],
    ["an attribute that a browser shows", 'const a = <input placeholder="name" />;', ["name"]],
    ["a sentence in a constant", 'const SENT = "The message was sent";', ["The message was sent"]],
    ["a sentence with a value", `const a = \`Added \${date}\`;`, ["Added §"]],
    ["text in an HTML template", 'const a = html`<p class="soft">No method</p>`;', ["No method"]],
    [
      "an attribute in an HTML template",
      'const a = html`<nav class="row" aria-label="Parts"></nav>`;',
      ["Parts"],
    ],
    ["a single capitalized word", 'const items = [{ text: "Settings" }];', ["Settings"]],
  ])("the search for customers' texts finds %s", (_, source, texts) => {
    expect(textsOf(source)).toEqual(texts);
  });

  test.each([
    ["class names and paths", 'const a = <svg className="Large Box" viewBox="0 0 1 1" d="M0 0H5" />;'],
    ["messages of errors", 'throw new TypeError("The value is missing");'],
    ["keys and imports", 'import a from "./The Module.ts"; const b = { "Some key": 1 };'],
    ["comparisons and types", 'const a: "Some Type" = b; if (key === "Escape") c();'],
    ["media queries", 'matchMedia("(prefers-reduced-motion: reduce)");'],
  ])("the search for customers' texts ignores %s", (_, source) => {
    expect(textsOf(source)).toEqual([]);
  });
});
