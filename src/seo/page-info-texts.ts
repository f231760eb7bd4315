import { company } from "@tallybin/contract/company";

const named = (title: string): string => `${title} · ${company.name}`;

/** All four forms share one title; the heading tells them apart. */
const LOGIN = { title: named("Login"), description: `Sign in to ${company.name}, or create an account.` };

export const pageInfoTexts = {
  /** The title and description of each page, by its name in `paths.ts`. */
  pages: {
    home: {
      title: `${company.name} · Digital infrastructure for the waste industry`,
      description:
        "Bin-by-bin composition data and contamination detection, measured on the truck and at the sorting line, for haulers, recovery facilities and cities.",
    },
    about: {
      title: named("About"),
      description:
        "We build cameras and edge computers that tell waste operators what’s in the bin. Our mission, how we work, and how to reach us.",
    },
    contact: {
      title: named("Contact"),
      description: "Write to the engineers who build and install our systems. We reply in 24hrs.",
    },
    tech: {
      title: named("Technology"),
      description:
        "The operator’s screen: what it shows of each bin, how it adapts to your materials, and where it runs.",
    },
    solutions: {
      title: named("Solutions"),
      description:
        "Contaminant detection and material characterization at the point of collection, feedback to customers, and compliance reports that write themselves.",
    },
    terms: {
      title: named("Terms of service"),
      description: `The terms of service of ${company.name}: not published yet, and whom to ask in the meantime.`,
    },
    privacy: {
      title: named("Privacy policy"),
      description: `What ${company.name} collects, why, how long we keep it, and how to have it deleted.`,
    },
    signup: LOGIN,
    signin: LOGIN,
    forgotpass: LOGIN,
    changepass: LOGIN,
    dashboard: { title: named("Dashboard"), description: `Your ${company.name} account at a glance.` },
    settings: {
      title: named("Settings"),
      description: `Your ${company.name} profile, password and sign-in methods.`,
    },
    accountAction: {
      title: named("Account"),
      description: `Confirm a change to your ${company.name} account.`,
    },
  },
  notFound: { title: named("Page not found"), description: "There is no page at this address." },
  /** The first step of the trail that search engines show. */
  trailStart: "Home",
};
