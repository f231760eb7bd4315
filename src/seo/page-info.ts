import { paths } from "../config/paths.ts";
import { pageInfoTexts as texts } from "./page-info-texts.ts";

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

const titledInfo = ({ title, description }: { title: string; description: string }) => ({
  title: texts.named(title),
  description,
});
const unlistedPage = (text: { title: string; description: string }, path: string): PageInfo => ({
  ...titledInfo(text),
  path,
  image: "default",
  hidden: true,
});

export const pageInfo = {
  home: { ...texts.home, path: paths.home, image: "home" },
  about: { ...titledInfo(texts.about), path: paths.about, image: "about" },
  contact: { ...titledInfo(texts.contact), path: paths.contact, image: "contact" },
  tech: { ...titledInfo(texts.tech), path: paths.tech, image: "tech" },
  solutions: { ...titledInfo(texts.solutions), path: paths.solutions, image: "solutions" },
  terms: { ...titledInfo(texts.terms), path: paths.terms, image: "terms-of-service" },
  privacy: {
    ...titledInfo(texts.privacy),
    path: paths.privacy,
    updated: "2024-05-06",
    image: "privacy-policy",
  },
  notFound: unlistedPage(texts.notFound, "/404"),
  dashboard: unlistedPage(texts.dashboard, paths.dashboard),
  settings: unlistedPage(texts.settings, paths.settings),
  components: unlistedPage(
    { title: "Components", description: "Every component in each of its states." },
    paths.components,
  ),
  accountAction: unlistedPage(texts.accountAction, paths.accountAction),
} satisfies Record<string, PageInfo>;

export const authPageInfo = (path: string): PageInfo => unlistedPage(texts.auth, path);
