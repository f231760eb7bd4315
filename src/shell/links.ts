import { authPath, paths } from "../config/paths.ts";

export const mainLinks = [
  { href: paths.home, text: "Home" },
  { href: paths.solutions, text: "Solutions" },
  { href: paths.about, text: "About" },
];

/** Only in the collapsible menu. */
export const moreLinks = [{ href: paths.tech, text: "Technology" }];

export const signInHref = authPath("signin");

export const footerColumns = [
  { title: "Product", links: [{ href: paths.solutions, text: "Solutions" }] },
  {
    title: "Company",
    links: [
      { href: paths.about, text: "About" },
      { href: paths.contact, text: "Contact" },
      { href: paths.privacy, text: "Privacy Policy" },
    ],
  },
];
