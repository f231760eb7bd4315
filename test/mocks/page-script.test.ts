import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { createPageScript } from "../../mocks/pages/html.ts";
import { handlerTexts, relayTexts } from "../../mocks/sdk-pages/sdk-texts.ts";
import { workbenchScriptTexts } from "../../mocks/workbench/workbench-texts.ts";

type Texts = { readonly [name: string]: string | ((...values: never[]) => string) | Texts };

/** Every text, with 2 for each value. */
const said = (texts: Texts): unknown =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      if (typeof text === "function") return [name, text(...([2, 2, 2] as never[]))];
      return [name, typeof text === "string" ? text : said(text)];
    }),
  );

describe("the texts of a page's script", () => {
  test.each<[string, Texts]>([
    ["the workbench", workbenchScriptTexts],
    ["the SDK's handler", handlerTexts],
    ["the SDK's frame", relayTexts],
  ])("the texts that a page's script receives equal the texts of its text module: %s", (_, texts) => {
    const received: Texts[] = [];
    const script = createPageScript((given: Texts) => {
      (globalThis as unknown as { receive(texts: Texts): void }).receive(given);
    }, texts);
    runInNewContext(script, { receive: (given: Texts) => received.push(given) });
    expect(received.map(said)).toEqual([said(texts)]);
  });

  test("a text function that uses a variable of its module fails in the page's script", () => {
    const outer = "outside";
    const script = createPageScript((given: Texts) => void said(given), { text: () => outer });
    expect(() => runInNewContext(script, { said })).toThrow("outer is not defined");
  });
});
