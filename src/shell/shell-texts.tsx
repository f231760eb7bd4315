import { company } from "@tallybin/contract/company";
import type { ReactElement } from "react";

export const shellTexts = {
  skip: "Skip to content",
  homeOf: (name: string) => `${name}, home`,
  main: "Main",
  menu: "Menu",
  openMenu: "Open menu",
  closeMenu: "Close menu",
  login: "Customer Login",
  signIn: "Sign in",
  newsletter: "Newsletter",
  home: "Home",
  solutions: "Solutions",
  about: "About",
  contact: "Contact",
  technology: "Technology",
  policy: "Privacy Policy",
  product: "Product",
  company: "Company",
  copyright: `© ${company.copyrightYear} ${company.name}`,
  privacyChoices: "Privacy choices",
  account: "Account",
  dashboard: "Dashboard",
  settings: "Settings",
  signOut: "Sign out",
  stillSignedIn: "We couldn’t sign you out. You’re still signed in.",
  pageUnreachable:
    "That page couldn’t be opened, because we can’t reach our server. What you typed is still here.",
  reconnecting: "You’re still signed in. Reconnecting…",
  tryAgain: "Try again",
  failed: "This page could not be shown",
  failedText: (address: ReactElement) => (
    <span>Something went wrong on our side. Reloading usually helps. If it doesn’t, write to {address}.</span>
  ),
  reload: "Reload the page",
  localServices: "Local services",
  localBadge: (workbench: (text: string) => ReactElement) => (
    <span>Local services · {workbench("workbench")}</span>
  ),
  dismiss: "Dismiss",
};
