import { type PageName, type PageRow, pages } from "../config/paths.ts";
import { pageInfoTexts as texts } from "./page-info-texts.ts";

export type PageInfo = {
  title: string;
  description: string;
  path: string;
  /** Name of the picture under /images/social/. */
  image: string;
  /** The date of the last change, if the page shows one. */
  updated?: string;
  /** Keeps account pages and errors out of search engines. */
  hidden?: boolean;
};

export function pageInfoOf(name: PageName): PageInfo {
  const { access, image = "default", ...row }: PageRow = pages[name];
  return { ...texts.pages[name], ...row, image, hidden: access !== "public" };
}

export const unlistedInfo = (text: { title: string; description: string }, path: string): PageInfo => ({
  ...text,
  path,
  image: "default",
  hidden: true,
});

export const notFoundInfo = unlistedInfo(texts.notFound, "/404");
