/** `account` pages require a signed-in user, whom `AccountGate` checks; `entry` pages are the forms that lead to an account. */
export type Access = "public" | "entry" | "account";

export type PageRow = {
  path: string;
  access: Access;
  /** The name of its picture under /images/social/. Without one, it has the company's. */
  image?: string;
  /** The date of the last change, if the page shows one. */
  updated?: string;
};

/** Every page with an address. Routes, metadata, the sitemap and the first script's choice derive from this table. */
export const pages = {
  home: { path: "/", access: "public", image: "home" },
  solutions: { path: "/solutions", access: "public", image: "solutions" },
  about: { path: "/about", access: "public", image: "about" },
  contact: { path: "/contact", access: "public", image: "contact" },
  tech: { path: "/tech", access: "public", image: "tech" },
  terms: { path: "/legal/terms-of-service", access: "public", image: "terms-of-service" },
  privacy: {
    path: "/legal/privacy-policy",
    access: "public",
    image: "privacy-policy",
    updated: "2024-05-06",
  },
  signup: { path: "/auth/signup", access: "entry" },
  signin: { path: "/auth/signin", access: "entry" },
  forgotpass: { path: "/auth/forgotpass", access: "entry" },
  changepass: { path: "/auth/changepass", access: "entry" },
  dashboard: { path: "/dashboard", access: "account" },
  settings: { path: "/settings/general", access: "account" },
  accountAction: { path: "/firebase-action", access: "entry" },
} as const satisfies Record<string, PageRow>;

export type PageName = keyof typeof pages;
export type AuthType = "signup" | "signin" | "forgotpass" | "changepass";

const names = Object.keys(pages) as PageName[];

/** The address of each page, and those outside the app. */
export const paths = {
  ...(Object.fromEntries(names.map((name) => [name, pages[name].path])) as Record<PageName, string>),
  /** Exists in development only. */
  components: "/components",
  callback: "/oauth/callback",
  popup: "/oauth/popup",
};

/** Other addresses of a page. */
export const aliases: Readonly<Record<string, PageName>> = { "/legal": "terms" };

/** Any single further segment: an unknown type or section falls back to the default. */
export const fallbacks: readonly { prefix: string; page: PageName }[] = [
  { prefix: "/auth/", page: "signup" },
  { prefix: "/legal/", page: "terms" },
];

/** The page at a path; `undefined` for an unknown address. */
export function pageAt(path: string): PageName | undefined {
  const plain = path.replace(/(?<=.)\/+$/, "");
  const isBelow = (prefix: string) => plain.startsWith(prefix) && !plain.slice(prefix.length).includes("/");
  return (
    names.find((name) => paths[name] === plain) ??
    (Object.hasOwn(aliases, plain) ? aliases[plain] : undefined) ??
    fallbacks.find(({ prefix }) => isBelow(prefix))?.page
  );
}

export function accessOf(path: string): Access {
  const name = pageAt(path);
  return name === undefined ? "public" : pages[name].access;
}

/** The anchors of the solutions, from 0. */
export const solutionId = (index: number): string => `solution${index}`;

/** `next` is added only if it differs from the default. */
export const authPath = (type: AuthType, next: string = paths.dashboard): string =>
  next === paths.dashboard ? paths[type] : `${paths[type]}?next=${encodeURIComponent(next)}`;
