/**
 * A prerendered page is readable before its script runs: style, font and the largest picture load first on a slow
 * connection. An account page needs its script and keeps the browser's order.
 */
export const scriptsLast = (html: string): string =>
  html.replace(
    /<(?:link rel="modulepreload"|script type="module")(?=[ >])/g,
    (tag) => `${tag} fetchpriority="low"`,
  );

/**
 * A form must be usable quickly: on a slow connection its first paint does not compete with the font, which the style
 * sheet requests right afterwards. The fallback font has the same metrics, so nothing moves.
 */
export const fontLast = (html: string): string =>
  html.replace(/<link\s+rel="preload"[^>]*\sas="font"[^>]*>\s*/g, "");
