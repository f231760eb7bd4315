import { type PageName, type PageRow, pages } from "../config/paths.ts";
import { pageInfoTexts as texts } from "./page-info-texts.ts";

export type PageInfo = ReturnType<typeof pageInfoOf>;

export function pageInfoOf(name: PageName) {
  const { access, image = "default", ...row }: PageRow = pages[name];
  // Search engines get no account pages and no errors.
  return { ...texts.pages[name], ...row, image, hidden: access !== "public" };
}

export const unlistedInfo = (text: { title: string; description: string }, path: string): PageInfo => ({
  ...text,
  path,
  image: "default",
  hidden: true,
});

export const notFoundInfo = unlistedInfo(texts.notFound, "/404");
