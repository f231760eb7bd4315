import { expect, test } from "vitest";
import { findPolicyFaults } from "../src/document.ts";

const page = (inside: string) => `<!doctype html><html><head></head><body>${inside}</body></html>`;

test.each([
  ["a script with a source", '<script type="module" crossorigin src="/assets/a.js"></script>'],
  ["a configuration block", '<script type="application/json" id="config">{}</script>'],
  ["structured data", '<script type="application/ld+json">{"@type":"Organization"}</script>'],
  ["a sentence about style", "<p>Write style=&quot;color&quot; in a style sheet, never as style=…</p>"],
  ["an attribute that only ends like it", '<link rel="stylesheet" data-style="x">'],
])("the policy check of a page allows %s", (_, inside) => {
  expect(findPolicyFaults(page(inside))).toEqual([]);
});

test.each([
  ["an inline script", "<script>alert(1)</script>"],
  ["an inline module", '<script type="module">alert(1)</script>'],
  ["a streamed boundary", '<template id="B:0"></template>'],
  ["a style element", "<style>p{color:red}</style>"],
  ["a style attribute", '<p class="a" style="color:red">x</p>'],
  ["an event handler", '<button type="button" onclick="go()">x</button>'],
])("%s in a page fails the build", (_, inside) => {
  expect(findPolicyFaults(page(inside))).toHaveLength(1);
});
