/** Every address of the site. */
export const paths = {
  home: "/",
  solutions: "/solutions",
  about: "/about",
  contact: "/contact",
  tech: "/tech",
  dashboard: "/dashboard",
  settings: "/settings/general",
  accountAction: "/firebase-action",
  /** Exists in development only. */
  components: "/components",
  callback: "/oauth/callback",
  popup: "/oauth/popup",
  privacy: "/legal/privacy-policy",
  terms: "/legal/terms-of-service",
} as const;

/** The anchors of the solutions, from 0. */
export const solutionId = (index: number): string => `solution${index}`;

export const AUTH_TYPES = ["signup", "signin", "forgotpass", "changepass"] as const;
export type AuthType = (typeof AUTH_TYPES)[number];

export const LEGAL_SECTIONS = ["terms-of-service", "privacy-policy"] as const;
export type LegalSection = (typeof LEGAL_SECTIONS)[number];

/** `next` is added only if it differs from the default. */
export function authPath(type: AuthType, next: string = paths.dashboard): string {
  return next === paths.dashboard ? `/auth/${type}` : `/auth/${type}?next=${encodeURIComponent(next)}`;
}

/** Whether the page at a path is about an account: it needs the identity client at once. The route table has the pages. */
export const isPrivatePath = (path: string): boolean =>
  /^\/auth\/[^/]+\/*$/.test(path) ||
  [paths.dashboard, paths.settings, paths.accountAction].some((each) => each === path.replace(/\/+$/, ""));
