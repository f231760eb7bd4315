import type { ReactNode } from "react";

export const legalTexts = {
  tabs: "Legal",
  policyTab: "Privacy Policy",
  terms: "Terms of service",
  noTermsYet: (address: ReactNode) => (
    <>Our terms of service aren’t published yet. Until they are, ask us at {address}.</>
  ),
  policy: "Privacy policy",
  updated: (date: ReactNode) => <>Last updated {date}</>,
  onThisPage: "On this page",
  contact: "Contact",
  contactText: (address: ReactNode) => <>For all of this, write to {address}.</>,
};
