import type { ReactNode } from "react";

export const notFoundTexts = {
  title: "Page not found",
  text: (path: ReactNode) => <>The page {path} could not be found.</>,
  home: "Home",
  solutions: "Solutions",
  about: "About",
  contact: "Contact",
};
