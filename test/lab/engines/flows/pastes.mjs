import { until } from "../../../support/until.mjs";
import { MAIN, openPage } from "./people.mjs";

/** Records what the page sends. */
const RECORD = `
globalThis.__sent = [];
const fetchNow = globalThis.fetch;
globalThis.fetch = async (input, init) => {
  const request = new Request(input, init);
  __sent.push({ url: request.url, body: await request.clone().text() });
  return fetchNow(request);
};`;

const DOMAIN = "xn--mnchen-3ya.example";
/** What people paste, each the one mailbox of this name. */
const emails = (name) => [
  `mailto:${name}@münchen.example?subject=Bin%20report`,
  `"Lovelace, Ada" <${name}@münchen.example>`,
  `\u200e${name}@mün\u00adchen.example\u2060`,
  `${[...name].map((letter) => (/[a-z]/.test(letter) ? String.fromCodePoint(letter.codePointAt(0) + 0xfee0) : letter)).join("")}＠münchen。example`,
  `\u3000${name}@mu\u0308nchen.example.`,
  `Email: ${name}@MÜNCHEN.example;`,
];

/** Replaces a field's text like a paste: one insertion, by the browser's own editing. */
const paste = async (tab, label, text, within = MAIN) => {
  await until(async () => {
    await tab.find({ label, within }, true);
    return tab.run(`(() => {
      const field = document.querySelector("[data-engine-target]");
      field.focus();
      field.select();
      return document.execCommand("insertText", false, ${JSON.stringify(text)}) && field.value !== "";
    })()`);
  }, `a paste into ${label}`);
};
export default [
  {
    // Each engine has its own parser of domains.
    name: "pastes: the contact form",
    script: RECORD,
    async run({ tab }) {
      await openPage(tab, "/contact");
      for (const email of emails("ada")) {
        await paste(tab, /^Email/, email);
        await tab.fill(/^Message/, "Two trucks.", MAIN);
        await tab.run("void (__sent.length = 0)");
        await tab.click({ role: "button", name: "Send message" });
        const isSent = `__sent.some(({ url, body }) => url.includes("/api/sheets") && body.includes("ada@${DOMAIN}"))`;
        await tab.until(isSent, `a message from ada@${DOMAIN}`);
        await tab.see({ role: "status", text: "Your message has been sent!" });
      }
    },
  },
];
