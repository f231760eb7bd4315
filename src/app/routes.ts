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
import { authPageInfo, type PageInfo, pageInfo } from "../seo/page-info.ts";

/** The parameters of the address, beyond the page. */
export type PageProps = { authType?: AuthType; legalSection?: LegalSection };
type PageComponent = ComponentType<PageProps>;

/** A page's code, in its own chunk. */
export type PageModule = LazyValue<PageComponent> & {
  Lazy: ComponentType<PageProps>;
  /** Imports the chunk; the build for Node adds the module's name in Vite's manifest to the promise. */
  importModule: () => Promise<unknown>;
};

function lazyPage<Name extends string>(
  importModule: () => Promise<Record<Name, PageComponent>>,
  name: Name,
): PageModule {
  const component = lazyValue<PageComponent>(async () => (await importModule())[name]);
  return { ...component, importModule, Lazy: lazy(async () => ({ default: await component.load() })) };
}

const modules = {
  home: lazyPage(() => import("../pages/home/home-page.tsx"), "HomePage"),
  about: lazyPage(() => import("../pages/about/about-page.tsx"), "AboutPage"),
  contact: lazyPage(() => import("../pages/contact/contact-page.tsx"), "ContactPage"),
  tech: lazyPage(() => import("../pages/tech/tech-page.tsx"), "TechPage"),
  solutions: lazyPage(() => import("../pages/solutions/solutions-page.tsx"), "SolutionsPage"),
  legal: lazyPage(() => import("../pages/legal/legal-page.tsx"), "LegalPage"),
  auth: lazyPage(() => import("../pages/auth/auth-page.tsx"), "AuthPage"),
  dashboard: lazyPage(() => import("../pages/dashboard/dashboard-page.tsx"), "DashboardPage"),
  settings: lazyPage(() => import("../pages/settings/settings-page.tsx"), "SettingsPage"),
  accountAction: lazyPage(
    () => import("../pages/firebase-action/firebase-action-page.tsx"),
    "FirebaseActionPage",
  ),
  notFound: lazyPage(() => import("../pages/not-found/not-found-page.tsx"), "NotFoundPage"),
};

export type Route = {
  /** Pages of one kind keep their state while this key stays the same. */
  key: string;
  page: PageModule;
  info: PageInfo;
  props: PageProps;
  /**
   * `account` pages require a signed-in user, which `AccountGate` checks; `entry` pages are the forms that lead to an
   * account.
   */
  access: "public" | "entry" | "account";
};

const publicRoute = (pageModule: PageModule, info: PageInfo): Route => ({
  key: info.path,
  page: pageModule,
  info,
  props: {},
  access: "public",
});
const accountRoute = (pageModule: PageModule, info: PageInfo): Route => ({
  ...publicRoute(pageModule, info),
  access: "account",
});
const authRoute = (authType: AuthType): Route => ({
  ...publicRoute(modules.auth, authPageInfo(authPath(authType))),
  props: { authType },
  access: "entry",
});
const legalRoute = (legalSection: LegalSection): Route => ({
  ...publicRoute(modules.legal, legalSection === "privacy-policy" ? pageInfo.privacy : pageInfo.terms),
  props: { legalSection },
});

/** Every page with an address. Of several with the same key, the first is canonical. */
export const routes: Readonly<Record<string, Route>> = {
  [paths.home]: publicRoute(modules.home, pageInfo.home),
  [paths.solutions]: publicRoute(modules.solutions, pageInfo.solutions),
  [paths.about]: publicRoute(modules.about, pageInfo.about),
  [paths.contact]: publicRoute(modules.contact, pageInfo.contact),
  [paths.tech]: publicRoute(modules.tech, pageInfo.tech),
  ...Object.fromEntries(LEGAL_SECTIONS.map((section) => [`/legal/${section}`, legalRoute(section)])),
  "/legal": legalRoute("terms-of-service"),
  ...Object.fromEntries(AUTH_TYPES.map((type) => [authPath(type), authRoute(type)])),
  [paths.dashboard]: accountRoute(modules.dashboard, pageInfo.dashboard),
  [paths.settings]: accountRoute(modules.settings, pageInfo.settings),
  [paths.accountAction]: { ...publicRoute(modules.accountAction, pageInfo.accountAction), access: "entry" },
  ...(import.meta.env.DEV
    ? {
        [paths.components]: publicRoute(
          lazyPage(() => import("../pages/components/components-page.tsx"), "ComponentsPage"),
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

export const notFound: Route = publicRoute(modules.notFound, pageInfo.notFound);

export const isPrivateRoute = (route: Route): boolean => route.access !== "public";

/** Whether the page's HTML is complete before its script runs: public pages, and the forms that lead to an account. */
export const isPrerenderedRoute = (route: Route): boolean =>
  !isPrivateRoute(route) || route.props.authType !== undefined;

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
