import type { ComponentProps } from "react";

type LinkProps = ComponentProps<"a"> & {
  href: string;
  /** Instead of children. */
  text?: string;
  /** In menus, the current page: its link is marked. */
  currentPath?: string | undefined;
};

/**
 * Every link of the site. A plain anchor, so that it works before hydration and without script.
 * `src/app/navigation.ts` listens once on the document and turns clicks on our own addresses into navigations, so
 * components do not need the router.
 */
export const Link = ({ href, currentPath, text, children, ...rest }: LinkProps) => (
  <a href={href} aria-current={href === currentPath ? "page" : undefined} {...rest}>
    {text ?? children}
  </a>
);

/** A link in a sentence, which gets its text from a text module. */
export const linkTo = (href: string) => (text: string) => <Link href={href}>{text}</Link>;
