import * as v from "valibot";

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** `update_mask` and `updateMask` are two spellings of one name. */
export const camelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** A member that is null is absent. */
const members = (value: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => (member === null ? [] : [[camelCase(name), member]])),
  );

/**
 * A JSON message as protocol buffers read it: refuses an unknown member.
 * @see https://protobuf.dev/programming-guides/json/
 */
export const message = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.pipe(v.custom<Record<string, unknown>>(isRecord), v.transform(members), v.strictObject(entries));

/** A map of names to values. Valibot's `record` omits names such as `constructor`. */
export const mapOf = <Item>(item: v.GenericSchema<unknown, Item>) =>
  v.pipe(
    v.custom<Record<string, unknown>>(isRecord),
    v.transform((map): [string, unknown][] => Object.entries(map)),
    v.array(v.tuple([v.string(), item])),
    v.transform((entries): { [name: string]: Item } => Object.fromEntries(entries)),
  );
