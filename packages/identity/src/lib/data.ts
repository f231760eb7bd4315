import { tryTo } from "@tallybin/platform/browser";
import * as v from "./schema.ts";

export const Text = v.custom<string>((value) => typeof value === "string");
export const Flag = v.custom<boolean>((value) => typeof value === "boolean");
export const Numeric = v.custom<number>(Number.isFinite);
export const Texts = v.array(Text);

export const oneOf = <const Option extends string | number>(options: readonly Option[]) =>
  v.custom<Option>((value) => options.includes(value as Option));

const OptionalText = v.optional(Text);

/** Optional texts by name, as in most profile data from Google and storage. */
export const optionalTexts = <const Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, OptionalText])) as Record<Name, typeof OptionalText>;

export const textMatching = (pattern: RegExp) =>
  v.custom<string>((value) => typeof value === "string" && pattern.test(value));

/** Parses external input; `undefined` if it does not match. */
export function tryParse<Output>(schema: v.Schema<Output>, value: unknown): Output | undefined {
  const wrong: string[] = [];
  const output = schema(value, "", wrong);
  return wrong.length ? undefined : output;
}

export const parseJson = (text: string): unknown => tryTo(() => JSON.parse(text));

/** Decodes base64 or base64url, padded or not. */
export const decodeBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (byte) => byte.charCodeAt(0));

/** Whether two pieces of plain data are equal. Most lookups change nothing, and listeners are then not called. */
export const isSameData = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

export function deepFreeze<T>(value: T): T {
  if (value instanceof Object) for (const inner of Object.values(value)) deepFreeze(inner);
  return Object.freeze(value);
}
