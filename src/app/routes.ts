import { type ComponentType, lazy } from "react";
import {
  AUTH_TYPES,
  type AuthType,
  authPath,
  LEGAL_SECTIONS,
  type LegalSection,
  paths,
} from "../config/paths.ts";
import { type LazyValue, lazyValue } from "../lib/lazy-value.ts";
import { authInfo, type PageInfo, pageInfo } from "../seo/page-info.ts";

/** The parameters of the address, beyond the page. */
export type PageProps = { authType?: AuthType; legalSection?: LegalSection };
type PageComponent = ComponentType<PageProps>;

/** A page's code, in its own chunk. */
export type PageModule = LazyValue<PageComponent> & {
  Lazy: ComponentType<PageProps>;
  /** Imports the chunk; the build for Node adds the module's name in Vite's manifest to the promise. */
  importModule: () => Promise<unknown>;
};

function page<Name extends string>(
  importModule: () => Promise<Record<Name, PageComponent>>,
  name: Name,
): PageModule {
  const component = lazyValue<PageComponent>(async () => (await importModule())[name]);
  return { ...component, importModule, Lazy: lazy(async () => ({ default: await component.load() })) };
}

const modules = {
  home: page(() => import("../pages/home/home-page.tsx"), "HomePage"),
  about: page(() => import("../pages/about/about-page.tsx"), "AboutPage"),
  contact: page(() => import("../pages/contact/contact-page.tsx"), "ContactPage"),
  tech: page(() => import("../pages/tech/tech-page.tsx"), "TechPage"),
  solutions: page(() => import("../pages/solutions/solutions-page.tsx"), "SolutionsPage"),
  legal: page(() => import("../pages/legal/legal-page.tsx"), "LegalPage"),
  auth: page(() => import("../pages/auth/auth-page.tsx"), "AuthPage"),
  dashboard: page(() => import("../pages/dashboard/dashboard-page.tsx"), "DashboardPage"),
  settings: page(() => import("../pages/settings/settings-page.tsx"), "SettingsPage"),
  accountAction: page(
    () => import("../pages/firebase-action/firebase-action-page.tsx"),
    "FirebaseActionPage",
  ),
  notFound: page(() => import("../pages/not-found/not-found-page.tsx"), "NotFoundPage"),
};

export type Route = {
  /** Pages of one kind keep their state while this key stays the same. */
  key: string;
  page: PageModule;
  info: PageInfo;
  props: PageProps;
  /** `account` pages require a signed-in user, by `AccountGate`; `entry` pages lead there. */
  access: "public" | "entry" | "account";
};

const open = (pageModule: PageModule, info: PageInfo): Route => ({
  key: info.path,
  page: pageModule,
  info,
  props: {},
  access: "public",
});
const account = (pageModule: PageModule, info: PageInfo): Route => ({
  ...open(pageModule, info),
  access: "account",
});
const auth = (authType: AuthType): Route => ({
  ...open(modules.auth, authInfo(authPath(authType))),
  props: { authType },
  access: "entry",
});
const legal = (legalSection: LegalSection): Route => ({
  ...open(modules.legal, legalSection === "privacy-policy" ? pageInfo.privacy : pageInfo.terms),
  props: { legalSection },
});

/** Every page with an address. Of several with the same key, the first is canonical. */
export const routes: Readonly<Record<string, Route>> = {
  [paths.home]: open(modules.home, pageInfo.home),
  [paths.solutions]: open(modules.solutions, pageInfo.solutions),
  [paths.about]: open(modules.about, pageInfo.about),
  [paths.contact]: open(modules.contact, pageInfo.contact),
  [paths.tech]: open(modules.tech, pageInfo.tech),
  ...Object.fromEntries(LEGAL_SECTIONS.map((section) => [`/legal/${section}`, legal(section)])),
  "/legal": legal("terms-of-service"),
  ...Object.fromEntries(AUTH_TYPES.map((type) => [authPath(type), auth(type)])),
  [paths.dashboard]: account(modules.dashboard, pageInfo.dashboard),
  [paths.settings]: account(modules.settings, pageInfo.settings),
  [paths.accountAction]: { ...open(modules.accountAction, pageInfo.accountAction), access: "entry" },
  ...(import.meta.env.DEV
    ? {
        [paths.components]: open(
          page(() => import("../pages/components/components-page.tsx"), "ComponentsPage"),
          pageInfo.components,
        ),
      }
    : {}),
};

/** Any single further segment: an unknown type or section falls back to the default. */
export const fallbacks: readonly { prefix: string; path: string }[] = [
  { prefix: "/auth/", path: authPath("signup") },
  { prefix: "/legal/", path: paths.terms },
];

/** Other spellings of an address. */
export const redirects: Readonly<Record<string, string>> = { "/technology": paths.tech };

export const notFound: Route = open(modules.notFound, pageInfo.notFound);

export const isPrivate = (route: Route): boolean => route.access !== "public";

/** Whether the page's HTML is complete before its script runs: public pages, and the forms that lead to an account. */
export const isPrerendered = (route: Route): boolean =>
  !isPrivate(route) || route.props.authType !== undefined;

/** The page at a path, or `notFound`. */
export function routeAt(path: string): Route {
  const plain = path.replace(/(?<=.)\/+$/, "");
  const exact = Object.hasOwn(routes, plain) ? routes[plain] : undefined;
  if (exact) return exact;
  const fallback = fallbacks.find(
    ({ prefix }) => plain.startsWith(prefix) && !plain.slice(prefix.length).includes("/"),
  );
  return (fallback && routes[fallback.path]) ?? notFound;
}
