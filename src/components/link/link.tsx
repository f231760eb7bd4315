import type { ComponentProps } from "react";

/**
 * Every link of the site. A plain anchor: it works before hydration and without script, and `src/navigation.ts`
 * turns clicks on addresses of our own into navigations by listening once on the document, so that no component
 * needs to know the router.
 */
export function Link({ href, children, ...rest }: ComponentProps<"a"> & { href: string }) {
  return (
    <a href={href} {...rest}>
      {children}
    </a>
  );
}
