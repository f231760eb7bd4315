import type { FieldValue } from "./values.ts";

/** One segment of a field path; names that are not plain words go in back-quotes. */
export const quoteSegment = (name: string): string =>
  /^[A-Za-z_]\w*$/.test(name) ? name : `\`${name.replace(/[\\`]/g, "\\$&")}\``;

const isNestedMap = (value: FieldValue): value is { readonly [field: string]: FieldValue } =>
  typeof value === "object" &&
  value !== null &&
  Object.getPrototypeOf(value) === Object.prototype &&
  Object.keys(value).length > 0;

/**
 * The paths of all leaves: what a merge touches. Naming the leaves and not the maps above them is what keeps two
 * people's edits of different parts of one map from undoing each other.
 */
export const leafPaths = (fields: { readonly [field: string]: FieldValue }, prefix = ""): string[] =>
  Object.entries(fields).flatMap(([name, value]) => {
    const path = prefix + quoteSegment(name);
    return isNestedMap(value) ? leafPaths(value, `${path}.`) : [path];
  });
