import { expect, test } from "vitest";
import { moveScriptsLast, passFontToEarlyScript } from "../src/document.ts";

test("scriptsLast moves modules and their preloads after the visible content, and leaves data and styles in place", () => {
  const data = '<script type="application/json" id="config">{}</script>';
  const style = '<link rel="stylesheet" crossorigin href="/a.css">';
  expect(
    moveScriptsLast(
      `${data}${style}<link rel="modulepreload" crossorigin href="/b.js"><script type="module" crossorigin src="/c.js"></script>`,
    ),
  ).toBe(
    `${data}${style}<link rel="modulepreload" fetchpriority="low" crossorigin href="/b.js"><script type="module" fetchpriority="low" crossorigin src="/c.js"></script>`,
  );
});

test("the early script gets the font's address as an attribute", () => {
  expect(
    passFontToEarlyScript(
      '<script src="/e.js" data-lost-text="Lost"></script><link\n rel="preload"\n href="/f.woff2"\n as="font"\n crossorigin\n/><p>',
    ),
  ).toBe('<script src="/e.js" data-font="/f.woff2" data-lost-text="Lost"></script><p>');
});
