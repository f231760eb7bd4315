import { startProxy } from "../proxy.mjs";

const APPENDED = "\nglobalThis.tampered = true;";
/** True in a page that has run a changed script. */
const TAMPERED = `"tampered" in globalThis`;

/** True if the browser applies a style sheet of the document. */
const STYLED = `[...document.styleSheets].some(({ cssRules }) => cssRules.length > 0)`;

/** Loads the front page with one file changed, and evaluates an expression there. */
async function withChanged({ tab, origin }, file, expression = TAMPERED) {
  const proxy = await startProxy(origin, file, ({ status, body }) => ({ status, body: body + APPENDED }));
  try {
    await tab.goto(proxy.url);
    // The load event waits for the entry, and the entry for its imports.
    await tab.until(`document.readyState === "complete"`, "the page loading");
    if (!proxy.hasChanged()) throw new Error(`The page has not requested ${file}.`);
    return await tab.run(expression);
  } finally {
    await tab.goto("about:blank");
    await proxy.close();
  }
}

/** Each engine reports a refusal in its console. */
const REFUSAL = /integrity|early-|index-|react-/i;

export default [
  {
    name: "a changed script or style of the document is refused",
    expectedNoise: REFUSAL,
    async run(tools) {
      for (const script of [/\/assets\/early-/, /\/assets\/index-/])
        if (await withChanged(tools, script)) tools.fail(`${script} has run`);
      if (await withChanged(tools, /\.css$/, STYLED)) tools.fail("a changed style sheet applies");
    },
  },
  {
    // WebKit ignores the integrity of module preloads, and an import has no integrity of its own.
    name: "a changed import is refused, except by WebKit",
    expectedNoise: REFUSAL,
    async run(tools) {
      const runs = await withChanged(tools, /\/assets\/react-/);
      if (runs && tools.checksImports) tools.fail("the changed import has run");
      if (!runs && !tools.checksImports)
        tools.fail("this engine refuses the changed import now: set checksImports, and correct decision 036");
    },
  },
];
