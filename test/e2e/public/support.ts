import { readFileSync } from "node:fs";
import type { Page, Route } from "@playwright/test";
import { expectHydrated } from "../support.ts";

export { expectAccessible, expectReadable } from "../axe.ts";

type Built = { pages: Record<string, { file: string; kind: "public" | "private" }> };
const built: Built = JSON.parse(readFileSync("dist/site/routes.json", "utf8"));
const publicPages = Object.entries(built.pages).filter(
  ([path, { kind }]) => kind === "public" && path !== "/404",
);

/** Every public page, by its canonical address, and an unknown one. */
export const PUBLIC_PATHS = [
  ...new Map(publicPages.toReversed().map(([path, { file }]) => [file, path])).values(),
  "/no/such-page",
];

/** The page after hydration; idle-time code may still be loading. */
export const open = async (page: Page, path: string) => {
  await page.goto(path, { waitUntil: "commit" });
  await expectHydrated(page, "footer");
};

/** The page after all network activity, for tests that something does not happen. */
export const openToTheEnd = async (page: Page, path: string) => {
  await page.goto(path, { waitUntil: "networkidle" });
};

/** Content that needs sideways scrolling. */
export const sidewaysOverflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    return [...document.body.querySelectorAll("*")]
      .filter((element) => element.getBoundingClientRect().right > width + 1)
      .map((element) => element.outerHTML.slice(0, 120));
  });

export const contact = (page: Page) => {
  const form = page.getByRole("form", { name: "Contact" });
  return {
    form,
    name: form.getByLabel("Name"),
    email: form.getByLabel("Email"),
    message: form.getByLabel("Message"),
    send: form.getByRole("button", { name: "Send message" }),
  };
};

export const fillContact = async (page: Page) => {
  const { name, email, message } = contact(page);
  await name.fill("Ada Lovelace");
  await email.fill("ada@example.com");
  await message.fill("Two trucks,\none line.");
};

export const CONTACT_API = "**/api/sheets/contact*";
export const NEWSLETTER_API = "**/api/newsletter";

export const newsletter = (page: Page) => {
  const footer = page.getByRole("contentinfo");
  return {
    footer,
    email: footer.getByLabel("Newsletter email"),
    send: footer.getByRole("button", { name: "Subscribe" }),
  };
};

/** The exact responses of the spreadsheet and the API. */
export const answerWith =
  (body: string, status = 200) =>
  (route: Route) =>
    route.fulfill({ status, contentType: body.startsWith("<") ? "text/html" : "application/json", body });

type Stop = { name: string; faults: string[] };

/** The focused element, and whether its focus is visible. */
const stopAt = (page: Page): Promise<Stop> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return { name: "", faults: [] };
    const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    const shows = style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) >= 2;
    const inView = right > 0 && left < innerWidth && bottom > 0 && top < innerHeight;
    const at = document.elementFromPoint(
      Math.min(Math.max((left + right) / 2, 0), innerWidth - 1),
      Math.min(Math.max((top + bottom) / 2, 0), innerHeight - 1),
    );
    const covered = at !== null && !element.contains(at) && !at.contains(element);
    return {
      name: `${element.tagName} ${element.getAttribute("aria-label") ?? element.textContent?.trim().slice(0, 40)}`,
      faults: [
        ...(shows ? [] : ["no outline"]),
        ...(inView ? [] : ["out of view"]),
        ...(covered ? [`covered by ${at.outerHTML.slice(0, 80)}`] : []),
        ...(width < 24 && height < 24 ? ["smaller than 24 px"] : []),
      ],
    };
  });

/** Every stop of the Tab key until it starts again. */
export const walk = async (page: Page): Promise<Stop[]> => {
  const stops: Stop[] = [];
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press("Tab");
    const stop = await stopAt(page);
    if (stop.name === "" || (stops.length > 1 && stop.name === stops[0]?.name)) break;
    stops.push(stop);
  }
  return stops;
};
