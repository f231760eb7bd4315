/**
 * A prerendered page is there to be read before its script runs: style, font and the picture that is the largest
 * paint go first on a slow line. An account page is nothing without its script and keeps the browser's order.
 */
export const scriptsLast = (html: string): string =>
  html.replace(
    /<(?:link rel="modulepreload"|script type="module")(?=[ >])/g,
    (tag) => `${tag} fetchpriority="low"`,
  );

/**
 * A form is there to be used: on a slow line its first paint does not share the line with the font, which the style sheet
 * asks for right afterwards. The fallback font has the same measures, so nothing moves.
 */
export const fontLast = (html: string): string =>
  html.replace(/<link\s+rel="preload"[^>]*\sas="font"[^>]*>\s*/g, "");
