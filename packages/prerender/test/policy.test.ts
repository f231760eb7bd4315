import { expect, test } from "vitest";
import { findPolicyFaults } from "../src/document.ts";

const page = (inside: string) => `<!doctype html><html><head></head><body>${inside}</body></html>`;

test("the policy check of a page allows scripts with a source, data, and texts about styles", () => {
  for (const inside of [
    '<script type="module" crossorigin src="/assets/a.js"></script>',
    '<script type="application/json" id="config">{}</script>',
    '<script type="application/ld+json">{"@type":"Organization"}</script>',
    "<p>Write style=&quot;color&quot; in a style sheet, never as style=…</p>",
    '<link rel="stylesheet" data-style="x">',
  ])
    expect(findPolicyFaults(page(inside)), inside).toEqual([]);
});

test("inline scripts, styles and handlers in a page fail the build", () => {
  for (const inside of [
    "<script>alert(1)</script>",
    '<script type="module">alert(1)</script>',
    '<template id="B:0"></template>',
    "<style>p{color:red}</style>",
    '<p class="a" style="color:red">x</p>',
    '<button type="button" onclick="go()">x</button>',
  ])
    expect(findPolicyFaults(page(inside)), inside).toHaveLength(1);
});
