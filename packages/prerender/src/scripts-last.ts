/**
 * A prerendered page is there to be read before its script runs: style, font and the picture that is the largest
 * paint go first on a slow line. An account page is nothing without its script and keeps the browser's order.
 */
export const scriptsLast = (html: string): string =>
  html.replace(
    /<(?:link rel="modulepreload"|script type="module")(?=[ >])/g,
    (tag) => `${tag} fetchpriority="low"`,
  );
