import { company } from "../config/company.ts";
import { paths } from "../config/paths.ts";

/** A page's metadata for search engines and previews. */
export type PageInfo = {
  title: string;
  description: string;
  /** Path of the page's canonical address. */
  path: string;
  /** Name of the picture under /images/social/. */
  image: SocialImage;
  /** The date of the last change, if the page shows one. */
  updated?: string;
  /** Keeps account pages and errors out of search engines. */
  hidden?: boolean;
};
type SocialImage =
  | "home"
  | "about"
  | "contact"
  | "tech"
  | "solutions"
  | "privacy-policy"
  | "terms-of-service"
  | "default";

const named = (title: string) => `${title} · ${company.name}`;
const hidden = (title: string, path: string, description: string): PageInfo => ({
  title: named(title),
  description,
  path,
  image: "default",
  hidden: true,
});

export const pageInfo = {
  home: {
    title: `${company.name} · Digital infrastructure for the waste industry`,
    description:
      "Bin-by-bin composition data and contamination detection, measured on the truck and at the sorting line, for haulers, recovery facilities and cities.",
    path: paths.home,
    image: "home",
  },
  about: {
    title: named("About"),
    description:
      "We build cameras and edge computers that tell waste operators what is in the bin. Our mission, how we work, and how to reach us.",
    path: paths.about,
    image: "about",
  },
  contact: {
    title: named("Contact"),
    description: "Write to the engineers who build and install our systems. We reply in 24hrs.",
    path: paths.contact,
    image: "contact",
  },
  tech: {
    title: named("Technology"),
    description:
      "The operator's screen: what it shows of each bin, how it adapts to your materials, and where it runs.",
    path: paths.tech,
    image: "tech",
  },
  solutions: {
    title: named("Solutions"),
    description:
      "Contaminant detection and material characterization at the point of collection, feedback to customers, and compliance reports that write themselves.",
    path: paths.solutions,
    image: "solutions",
  },
  terms: {
    title: named("Terms of service"),
    description: `The terms of service of ${company.name}: not published yet, and whom to ask in the meantime.`,
    path: paths.terms,
    image: "terms-of-service",
  },
  privacy: {
    title: named("Privacy policy"),
    description: `What ${company.name} collects, why, how long it is kept, and how to have it deleted.`,
    path: paths.privacy,
    updated: "2024-05-06",
    image: "privacy-policy",
  },
  notFound: hidden("Page not found", "/404", "There is no page at this address."),
  dashboard: hidden("Dashboard", paths.dashboard, `Your ${company.name} account at a glance.`),
  settings: hidden("Settings", paths.settings, `Your ${company.name} profile, password and sign-in methods.`),
  components: hidden("Components", paths.components, "Every component in each of its states."),
  accountAction: hidden("Account", paths.accountAction, `Confirm a change to your ${company.name} account.`),
} satisfies Record<string, PageInfo>;

/** All four forms share one title; the heading tells them apart. */
export const authInfo = (path: string): PageInfo =>
  hidden("Login", path, `Sign in to ${company.name}, or create an account.`);
