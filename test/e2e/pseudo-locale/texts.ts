import type { Page } from "@playwright/test";
import { toPseudoText } from "../../../packages/prerender/src/pseudo-locale.ts";

/** Controls by their English text, on pages in the pseudo-locale. */
export const button = (page: Page, text: string) =>
  page.getByRole("main").getByRole("button", { name: toPseudoText(text), exact: true });
export const field = (page: Page, label: string) =>
  page.getByRole("main").getByLabel(toPseudoText(label), { exact: true });
export const said = (page: Page, text: string) => page.getByText(toPseudoText(text)).first();
/** What a row of the settings opens, by the row’s ID. */
export const section = (page: Page, id: string) => page.locator(`#${id}-form`);
