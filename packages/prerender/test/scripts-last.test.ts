import { expect, test } from "vitest";
import { scriptsLast } from "../src/scripts-last.ts";

test("modules and their preloads wait for what is seen; data and styles do not", () => {
  const data = '<script type="application/json" id="config">{}</script>';
  const style = '<link rel="stylesheet" crossorigin href="/a.css">';
  expect(
    scriptsLast(
      `${data}${style}<link rel="modulepreload" crossorigin href="/b.js"><script type="module" crossorigin src="/c.js"></script>`,
    ),
  ).toBe(
    `${data}${style}<link rel="modulepreload" fetchpriority="low" crossorigin href="/b.js"><script type="module" fetchpriority="low" crossorigin src="/c.js"></script>`,
  );
});
