import { expect, test } from "vitest";
import { fontLast, scriptsLast } from "../src/document.ts";

test("modules and their preloads come after visible content; data and styles do not", () => {
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

test("a form's font comes after its script", () => {
  const script = '<script type="module" src="/c.js"></script>';
  expect(
    fontLast(
      `<link\n rel="preload"\n href="/f.woff2"\n as="font"\n type="font/woff2"\n crossorigin\n/>${script}</head>`,
    ),
  ).toBe(
    `${script}<link\n rel="preload"\n href="/f.woff2"\n as="font"\n type="font/woff2"\n crossorigin fetchpriority="low"></head>`,
  );
});
