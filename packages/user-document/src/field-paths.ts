import { type FieldMap, isMap } from "./values.ts";

/** One segment of a field path; names that are no identifiers go in back-quotes. */
export const quoteSegment = (name: string): string =>
  /^[A-Za-z_]\w*$/.test(name) ? name : `\`${name.replace(/[\\`]/g, "\\$&")}\``;

/** All leaves instead of the maps above, so that concurrent edits of one map do not undo each other. */
export const leafPaths = (fields: FieldMap, prefix = ""): string[] =>
  Object.entries(fields).flatMap(([name, value]) => {
    const path = prefix + quoteSegment(name);
    const inner = isMap(value) ? leafPaths(value, `${path}.`) : [];
    // An empty map has no leaves, so it counts as a leaf itself.
    return inner.length ? inner : [path];
  });
