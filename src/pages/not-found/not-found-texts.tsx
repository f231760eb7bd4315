import type { ReactElement } from "react";

export const notFoundTexts = {
  title: "Page not found",
  text: (path: ReactElement) => <span>The page {path} could not be found.</span>,
  home: "Home",
  solutions: "Solutions",
  about: "About",
  contact: "Contact",
};
