import { describe, expect, test } from "vitest";
import { findBareTexts } from "./architecture/find-bare-texts.ts";
import { filesUnder } from "./architecture/import-graph.ts";

/** What the security case says of the code that ships. */
const shipped = ["src", "packages"]
  .flatMap(filesUnder)
  .filter(({ path }) =>
    /^(src|packages\/(identity|user-document|contract|server|prerender)\/src)\//.test(path),
  )
  .map(({ path, text }) => ({ path, code: text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "") }));

/** The files whose code matches. */
const filesWith = (pattern: RegExp): string[] =>
  shipped.filter(({ code }) => pattern.test(code)).map(({ path }) => path);

describe("the shipped code", () => {
  test("the shipped code starts a session in only one place", () => {
    expect(filesWith(/dispatch\(\{ type: "signed-in"/)).toEqual([
      "packages/identity/src/client/session-call.ts",
    ]);
  });

  test("the shipped code uses SHA-1 only to look up breached passwords, and uses no weaker hash function", () => {
    expect(filesWith(/["']sha-?1["']/i)).toEqual(["src/identity/methods/breached-password.ts"]);
    expect(filesWith(/["'](md[245]|ripemd\w*|rc4|des(-\w+)*)["']/i)).toEqual([]);
  });

  test("the shipped code evaluates no text as code", () => {
    expect(filesWith(/\beval\(|\bnew Function\(|\bset(Timeout|Interval)\(["'`]/)).toEqual([]);
  });
});

/** Words that begin no noun phrase, so that a name which begins with one of them has no subject. */
const NO_SUBJECT =
  "is|are|has|have|does|can|cannot|may|must|never|accepts|adds|applies|also|and|asks|checks|closes|completes|counts|carry|converts|creates|deletes|emits|ends|fails|finds|follows|gets|gives|holds|ignores|keeps|leaves|lets|makes|moves|names|needs|offers|opens|passes|re-authenticates|refuses|rejects|removes|resumes|retries|returns|runs|says|sends|sets|shows|starts|stays|stops|stores|survives|takes|that|tells|to|treats|uses|waits|which|works|writes";

test("no test name begins with a verb, because a test name must state its subject", () => {
  const name = new RegExp(
    `(?:\\btest(?:\\.\\w+)*|\\))\\(\\s*["\`]((?:${NO_SUBJECT}) [^"\`]*)["\`], *(?:async|\\()`,
    "g",
  );
  const faults = ["packages", "test"]
    .flatMap(filesUnder)
    .flatMap(({ path, text }) => [...text.matchAll(name)].map(([, found]) => `${path}: ${found}`));
  expect(faults).toEqual([]);
});

/** Each line with a text that a translator would take away from React. */
const bareTextsIn = (lines: readonly string[]) =>
  lines.filter((line) => findBareTexts("example.tsx", line).length > 0);

describe("components survive a browser's translator", () => {
  test("no component renders bare text beside content that can appear, disappear or change", () => {
    const components = filesUnder("src").filter(({ path }) => path.endsWith(".tsx"));
    expect(components.flatMap(({ path, text }) => findBareTexts(path, text))).toEqual([]);
  });

  test("the search for bare texts finds each form of bare text beside changing content", () => {
    const bare = [
      "const A = ({ icon }) => <button>{icon && <b />}Send</button>;",
      "const A = ({ children }) => <button>{children}<b /></button>;",
      "const A = ({ name }: { name: string }) => <p>Hello {name}</p>;",
      "const A = ({ on }) => <p>Text {on ? <b /> : <i />}</p>;",
      "const A = ({ all }) => <p>Text{all.map((one) => <b />)}</p>;",
      "const A = ({ on }) => <p><b />{on && `Text`}</p>;",
      "const A = ({ all }) => <p>{all.map((one) => one.name)}<b /></p>;",
      "const text = (address: ReactElement) => <>Write to {address}.</>;",
      "const A = () => <>Text</>;",
      "const A = ({ more }: { more?: ReactElement }) => <p>Text {more}</p>;",
    ];
    expect(bareTextsIn(bare)).toEqual(bare);
  });

  test("the search for bare texts accepts a text that is alone in its element or beside content that never changes", () => {
    const safe = [
      "const A = ({ icon, text }) => <button>{icon && <b />}<span>{text}</span></button>;",
      "const A = ({ name }: { name: string }) => <p>{hello(name)}</p>;",
      "const A = ({ on }) => <p>{on ? texts.on : <b />}</p>;",
      "const text = (address: ReactElement) => <span>Write to {address}.</span>;",
      "const text = (to: (text: string) => ReactElement) => <span>{to('Write')} to us.</span>;",
      "const A = ({ children }: { children: Elements }) => <div><h2>Title</h2>{children}</div>;",
      "const A = ({ children }) => <>{children}</>;",
    ];
    expect(bareTextsIn(safe)).toEqual([]);
  });
});
