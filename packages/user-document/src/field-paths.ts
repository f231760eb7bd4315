import { type FieldMap, isMap } from "./values.ts";

/** One segment of a field path; names that are not plain words go in back-quotes. */
export const quoteSegment = (name: string): string =>
  /^[A-Za-z_]\w*$/.test(name) ? name : `\`${name.replace(/[\\`]/g, "\\$&")}\``;

/**
 * The paths of all leaves: what a merge touches. Naming the leaves and not the maps above them is what keeps two
 * people's edits of different parts of one map from undoing each other.
 */
export const leafPaths = (fields: FieldMap, prefix = ""): string[] =>
  Object.entries(fields).flatMap(([name, value]) => {
    const path = prefix + quoteSegment(name);
    const inner = isMap(value) ? leafPaths(value, `${path}.`) : [];
    // An empty map has no leaves and is one itself.
    return inner.length ? inner : [path];
  });
