/** The flows' actions in a browser, the same for every engine: wait, click, fill in, read. */
import { until } from "../../support/until.mjs";

/** Runs in the page before its own scripts. */
export const INIT_SCRIPT = `
window.__noise = [];
addEventListener("securitypolicyviolation", (e) => __noise.push("policy: " + e.violatedDirective + " " + e.blockedURI));
addEventListener("error", (e) => e.message && __noise.push("uncaught: " + e.message));
addEventListener("unhandledrejection", (e) => /dynamically imported module/.test(e.reason) || __noise.push("unhandled: " + e.reason));
`;

/**
 * Runs in the page. Finds elements like a user: by role and name, by label, or by text; visible elements only. Marks
 * the first one for the driver, so that the click is a real one.
 */
function findInPage({ role, name, label, text, within, mark }) {
  const roles = {
    button: "button, [role=button], summary",
    link: "a[href]",
    heading: "h1, h2, h3, h4",
    alert: "[role=alert]",
    status: "[role=status]",
    menuitem: "[role=menuitem]",
    checkbox: "[type=checkbox]",
    video: "video",
  };
  const pattern = (wanted) => (typeof wanted === "string" ? wanted : new RegExp(wanted.source, wanted.flags));
  const matches = (actual, wanted) => {
    const given = (actual ?? "").replace(/\s+/g, " ").trim();
    const want = pattern(wanted);
    return typeof want === "string" ? given === want : want.test(given);
  };
  const isVisible = (element) => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && getComputedStyle(element).visibility !== "hidden";
  };
  const byIds = (ids) =>
    (ids ?? "")
      .split(" ")
      .map((id) => document.getElementById(id)?.textContent ?? "")
      .join(" ");
  const nameOf = (element) =>
    element.getAttribute("aria-label") ??
    (byIds(element.getAttribute("aria-labelledby")).trim() || element.textContent || element.title);
  const labelsOf = (element) =>
    [
      element.getAttribute("aria-label") ?? "",
      ...[...(element.labels ?? [])].map((each) => each.textContent),
    ].filter(Boolean);
  const region =
    within === undefined
      ? document
      : [...document.querySelectorAll(within.css ?? "section, form")].find(
          (element) => within.css !== undefined || matches(nameOf(element), within.name),
        );
  if (!region) return undefined;
  let found = [];
  if (label !== undefined)
    found = [...region.querySelectorAll("input, textarea, select")].filter((element) =>
      labelsOf(element).some((each) => matches(each, label)),
    );
  else if (role !== undefined)
    found = [...region.querySelectorAll(roles[role])].filter(
      (element) => name === undefined || matches(nameOf(element), name),
    );
  else
    found = [...region.querySelectorAll("body *")].filter(
      (element) =>
        element.childElementCount === 0 || [...element.childNodes].some((node) => node.nodeType === 3),
    );
  if (text !== undefined) found = found.filter((element) => matches(element.textContent, text));
  found = found.filter((element) => isVisible(element));
  const [element] = found;
  if (!element) return undefined;
  if (mark) {
    for (const marked of document.querySelectorAll("[data-engine-target]"))
      marked.removeAttribute("data-engine-target");
    element.setAttribute("data-engine-target", "");
    element.scrollIntoView({ block: "center", behavior: "instant" }); // a press on a page that still scrolls misses
  }
  return {
    text: element.textContent.replace(/\s+/g, " ").trim(),
    value: element.value ?? "",
    disabled: element.disabled === true || element.getAttribute("aria-disabled") === "true",
    focused: element === document.activeElement,
    place: JSON.stringify(element.getBoundingClientRect()),
  };
}

const asJson = (value) =>
  JSON.stringify(value, (_, each) =>
    each instanceof RegExp ? { source: each.source, flags: each.flags } : each,
  );

const describe = (wanted) =>
  Object.entries(wanted)
    .map(([key, value]) => `${key} ${value instanceof RegExp ? value : JSON.stringify(value)}`)
    .join(", ");

/** The drivers' errors for an element that was removed before the click reached it. */
const NOT_CLICKED = /StaleElement|NoSuchElement|No element found|not attached|detached/;
const TARGET = "[data-engine-target]";

/** @param {any} native a driver's tab @param {string} origin */
export function createTab(native, origin) {
  const find = (wanted, mark = false) => native.run(`(${findInPage})(${asJson({ ...wanted, mark })})`);
  const run = (source, ...args) =>
    native.run(typeof source === "string" ? source : `(${source})(${args.map(asJson).join(", ")})`);
  const see = (wanted, timeoutMs) => until(() => find(wanted), `seeing ${describe(wanted)}`, timeoutMs);
  const click = async (wanted) => {
    let before = "";
    await until(
      async () => {
        const found = await find(wanted, true);
        const at = found && !found.disabled ? found.place : "";
        const isStill = at !== "" && at === before;
        before = at;
        return isStill; // a driver clicks a position and would miss a moving element
      },
      `being able to click ${describe(wanted)}`,
    );
    try {
      await native.click(TARGET);
    } catch (error) {
      if (!NOT_CLICKED.test(`${error.name}: ${error.message}`)) throw error;
      await click(wanted); // React has replaced the element meanwhile, so find and click it again
    }
  };
  return {
    id: native.id,
    native,
    run,
    see,
    click,
    find,
    goto: (path) => native.goto(path.startsWith("http") || path.startsWith("about:") ? path : origin + path),
    /** Waits until the element is gone. */
    gone: (wanted) => until(async () => !(await find(wanted)), `the end of ${describe(wanted)}`),
    async fill(label, text, within) {
      const wanted = { label, within };
      await until(
        async () => {
          await find(wanted, true);
          // A page that is rendered again meanwhile has lost the mark.
          await run(`(() => { const e = document.querySelector("${TARGET}"); e.focus(); e.select(); })()`);
          await native.type(text);
          return (await find(wanted))?.value === text;
        },
        `${text.length} characters in ${describe({ label })}`,
      );
    },
    press: (key) => native.press(key),
    resize: (width, height) => native.resize(width, height),
    /** Waits for a path of the address. */
    at: async (path) => {
      try {
        await until(async () => (await run("location.pathname")) === path, `being at ${path}`);
      } catch (error) {
        const shown = await run(
          `location.pathname + ": " + document.querySelector("main")?.innerText.slice(0, 400)`,
        );
        throw new Error(`${error.message}; the page shows ${shown.replace(/\s+/g, " ")}`);
      }
    },
    until: (source, what, timeoutMs) => until(() => run(source), what, timeoutMs),
    close: () => native.close(),
  };
}

/** @param {any} browser a driver's session @param {string} origin */
export async function createSession(browser, origin) {
  const [first] = await browser.tabs();
  return {
    tab: createTab(first, origin),
    newTab: async () => createTab(await browser.newTab(), origin),
    count: async () => (await browser.tabs()).length,
    /** Runs an action that opens a window, and returns the window. */
    async popup(action) {
      const before = new Set((await browser.tabs()).map(({ id }) => id));
      await action();
      const opened = await until(
        async () => (await browser.tabs()).find(({ id }) => !before.has(id)),
        "a window that opens",
      );
      return createTab(opened, origin);
    },
    isOpen: async (tab) => (await browser.tabs()).some(({ id }) => id === tab.id),
    async noise() {
      const inPages = [];
      for (const tab of await browser.tabs()) {
        const said = await tab.run("globalThis.__noise ?? []").catch(() => []);
        inPages.push(...said);
      }
      return [...browser.noise(), ...inPages];
    },
  };
}
