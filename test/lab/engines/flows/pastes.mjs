import { until } from "../session.mjs";
import { fillSignIn, INTERACTIVE, MAIN, newPerson, SETTINGS } from "./people.mjs";

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
const PHONES = [
  "tel:+1-555-010-0001",
  "\u202a+1 (555) 010-0001\u202c",
  "Phone: 00 1 555/010 0001",
  "＋१ ५५५ ०१० ०००१",
  "+1 555–010–0001.",
];
const CODES = [
  "G-123456 is your Tallybin code.",
  "[Tallybin] 123 456",
  "१२३४५६",
  "１２３–４５６",
  "\u2068123\u200b456\u2069",
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
/** Performs a press, and waits for a request with a text in its body. */
const sends = async (tab, { to, text }, press) => {
  await tab.run("void (__sent.length = 0)");
  await press();
  const isSent = `__sent.some(({ url, body }) => url.includes(${JSON.stringify(to)}) && body.includes(${JSON.stringify(text)}))`;
  await tab.until(isSent, `a request to ${to} with ${text}`);
};
const open = async (tab, path) => {
  await tab.goto(path);
  await tab.until(INTERACTIVE, `${path} becoming interactive`);
};

const pastes = [
  {
    name: "the contact form",
    async run({ tab }) {
      await open(tab, "/contact");
      for (const email of emails("ada")) {
        await paste(tab, /^Email/, email);
        await tab.fill(/^Message/, "Two trucks.", MAIN);
        await sends(tab, { to: "/api/sheets", text: `ada@${DOMAIN}` }, () =>
          tab.click({ role: "button", name: "Send message" }),
        );
        await tab.see({ role: "status", text: "Your message has been sent!" });
      }
    },
  },
  {
    name: "the number and the code of a phone",
    async run({ tab, server }) {
      const { email, password } = await server.call("POST", "/__local/scenarios", {
        name: "verified customer",
        email: newPerson().email,
      });
      await tab.goto("/auth/signin?next=/settings/general%23factors");
      await fillSignIn(tab, { email, password });
      await tab.at(SETTINGS);
      const section = { css: "section[aria-labelledby=factors]" };
      for (const phone of PHONES) {
        await paste(tab, "Phone number", phone, section);
        await sends(tab, { to: "mfaEnrollment:start", text: "+15550100001" }, () =>
          tab.click({ role: "button", name: "Send a code to this number", within: section }),
        );
        await tab.see({ label: /^Code/, within: section });
        if (phone !== PHONES.at(-1)) await tab.click({ role: "button", name: "Cancel", within: section });
      }
      for (const code of CODES) {
        await paste(tab, /^Code/, code, section);
        await sends(tab, { to: "mfaEnrollment:finalize", text: "123456" }, () =>
          tab.click({ role: "button", name: "Turn on", within: section }),
        );
        await tab.see({ role: "alert", within: section });
      }
    },
  },
];

export default pastes.map((flow) => ({ ...flow, name: `pastes: ${flow.name}`, script: RECORD }));
