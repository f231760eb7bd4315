import type { ComponentProps } from "react";

type LinkProps = ComponentProps<"a"> & {
  href: string;
  /** In menus, the page that is shown: the link to it is marked. */
  currentPath?: string | undefined;
};

/**
 * Every link of the site. A plain anchor: it works before hydration and without script, and `src/app/navigation.ts`
 * turns clicks on addresses of our own into navigations by listening once on the document, so that no component
 * needs to know the router.
 */
export function Link({ href, currentPath, children, ...rest }: LinkProps) {
  return (
    <a href={href} {...(href === currentPath ? { "aria-current": "page" } : {})} {...rest}>
      {children}
    </a>
  );
}
