import { type ComponentType, lazy } from "react";
import { type Access, aliases, type PageName, pageAt, pages, paths } from "../config/paths.ts";
import { type LazyValue, lazyValue } from "../lib/lazy-value.ts";
import { notFoundInfo, type PageInfo, pageInfoOf, unlistedInfo } from "../seo/page-info.ts";

export type PageProps = { name?: PageName };
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

const legal = lazyPage(() => import("../pages/legal/legal-page.tsx"), "LegalPage");
const auth = lazyPage(() => import("../pages/auth/auth-page.tsx"), "AuthPage");

const modules: Record<PageName, PageModule> = {
  home: lazyPage(() => import("../pages/home/home-page.tsx"), "HomePage"),
  solutions: lazyPage(() => import("../pages/solutions/solutions-page.tsx"), "SolutionsPage"),
  about: lazyPage(() => import("../pages/about/about-page.tsx"), "AboutPage"),
  contact: lazyPage(() => import("../pages/contact/contact-page.tsx"), "ContactPage"),
  tech: lazyPage(() => import("../pages/tech/tech-page.tsx"), "TechPage"),
  terms: legal,
  privacy: legal,
  signup: auth,
  signin: auth,
  forgotpass: auth,
  changepass: auth,
  dashboard: lazyPage(() => import("../pages/dashboard/dashboard-page.tsx"), "DashboardPage"),
  settings: lazyPage(() => import("../pages/settings/settings-page.tsx"), "SettingsPage"),
  accountAction: lazyPage(
    () => import("../pages/firebase-action/firebase-action-page.tsx"),
    "FirebaseActionPage",
  ),
};

export type Route = {
  page: PageModule;
  info: PageInfo;
  props: PageProps;
  access: Access;
};

const routeOf = (name: PageName): Route => ({
  page: modules[name],
  info: pageInfoOf(name),
  props: { name },
  access: pages[name].access,
});
const named = Object.fromEntries(
  Object.keys(modules).map((name) => [name, routeOf(name as PageName)]),
) as Record<PageName, Route>;
const routeWithoutName = (page: PageModule, info: PageInfo) =>
  ({ page, info, props: {}, access: "public" }) satisfies Route;

export const routes: Readonly<Record<string, Route>> = {
  ...Object.fromEntries(Object.values(named).map((route) => [route.info.path, route])),
  ...Object.fromEntries(Object.entries(aliases).map(([path, name]) => [path, named[name]])),
  ...(import.meta.env.DEV
    ? {
        [paths.components]: routeWithoutName(
          lazyPage(() => import("../pages/components/components-page.tsx"), "ComponentsPage"),
          unlistedInfo(
            { title: "Components", description: "Every component in each of its states." },
            paths.components,
          ),
        ),
      }
    : {}),
};

/** Other spellings of an address. */
export const redirects: Readonly<Record<string, string>> = { "/technology": paths.tech };

export const notFound: Route = routeWithoutName(
  lazyPage(() => import("../pages/not-found/not-found-page.tsx"), "NotFoundPage"),
  notFoundInfo,
);

export const isPrivateRoute = (route: Route): boolean => route.access !== "public";

/** Whether the page's HTML has content before its script runs. A mailed link alone decides what its page shows. */
export const isPrerenderedRoute = ({ page }: Route): boolean => page !== modules.accountAction;

/** The page at a path, or `notFound`. */
export function routeAt(path: string): Route {
  const name = pageAt(path);
  return name ? named[name] : ((Object.hasOwn(routes, path) ? routes[path] : undefined) ?? notFound);
}
