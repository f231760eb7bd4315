import type { ReactElement } from "react";

export const legalTexts = {
  tabs: "Legal",
  policyTab: "Privacy Policy",
  terms: "Terms of service",
  noTermsYet: (address: ReactElement) => (
    <span>Our terms of service aren’t published yet. Until they are, ask us at {address}.</span>
  ),
  policy: "Privacy policy",
  updated: (date: ReactElement) => <span>Last updated {date}</span>,
  onThisPage: "On this page",
  contact: "Contact",
  contactText: (address: ReactElement) => <span>For all of this, write to {address}.</span>,
};
