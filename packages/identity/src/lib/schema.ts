import * as v from "valibot";

/** Optional texts by name: most of what Google and the storage say of a person. */
export const texts = <const Names extends readonly string[]>(...names: Names) =>
  v.entriesFromList(names, v.optional(v.string()));

export const Texts = v.array(v.string());

/** A text of a certain form. */
export const matching = (pattern: RegExp) =>
  v.custom<string>((value) => typeof value === "string" && pattern.test(value));

/** Parses input from outside: `undefined` where it does not fit. */
export function tryParse<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): v.InferOutput<Schema> | undefined {
  const { success, output } = v.safeParse(schema, value);
  return success ? output : undefined;
}

/** `undefined` for text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
