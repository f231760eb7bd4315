/** What a page's script can receive: texts, and functions that are self-contained. */
export type Source = string | ((...given: never[]) => unknown) | { readonly [name: string]: Source };

const sourceOf = (value: Source): string => {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "function") return `(${value.toString()})`;
  const entries = Object.entries(value).map(([name, part]) => `${JSON.stringify(name)}: ${sourceOf(part)}`);
  return `{${entries.join(",\n")}}`;
};

/**
 * A page's script, made of the functions' own text and of the texts that they show. They are written and checked in
 * TypeScript like all other code, but there is no file to find at run time: the same handlers serve these pages from
 * Node, from a bundle and from a service worker. Each function must therefore be self-contained. Some compilers wrap
 * functions in `__name`.
 */
export const pageScript = <Given extends Source[]>(run: (...given: Given) => void, ...given: Given): string =>
  `const __name = (value) => value;\n${sourceOf(run)}(${given.map(sourceOf).join(",\n")});\n`;
