import { authPath, paths } from "../config/paths.ts";
import { shellTexts } from "./shell-texts.tsx";

export const mainLinks = [
  { href: paths.home, text: shellTexts.home },
  { href: paths.solutions, text: shellTexts.solutions },
  { href: paths.about, text: shellTexts.about },
];

/** Links that are only in the collapsible menu. */
export const moreLinks = [{ href: paths.tech, text: shellTexts.technology }];

export const signInHref = authPath("signin");

export const footerColumns = [
  { title: shellTexts.product, links: [{ href: paths.solutions, text: shellTexts.solutions }] },
  {
    title: shellTexts.company,
    links: [
      { href: paths.about, text: shellTexts.about },
      { href: paths.contact, text: shellTexts.contact },
      { href: paths.privacy, text: shellTexts.policy },
    ],
  },
];
