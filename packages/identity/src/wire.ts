import * as v from "valibot";

/** Optional texts by name: most of what Google and the storage say of a person. */
export const texts = <const Names extends readonly string[]>(...names: Names) =>
  v.entriesFromList(names, v.optional(v.string()));

/** A text of a certain form. */
export const matching = (pattern: RegExp) =>
  v.custom<string>((value) => typeof value === "string" && pattern.test(value));

/** Google writes int64 as strings: `"3600"`. Numbers are taken as well, since some proxies convert them. */
export const digits = (pattern = /^\d+$/) =>
  v.pipe(
    v.custom<string | number>((value) => pattern.test(String(value))),
    v.transform(Number),
  );

/** One thing has many names on the wire; these are ours, which the stored session has as well. */
const NAMES: Readonly<Record<string, string>> = {
  localId: "uid",
  rawId: "uid",
  mfaEnrollmentId: "uid",
  photoUrl: "photoURL",
  providerUserInfo: "providerData",
  mfaInfo: "enrolledFactors",
  phoneInfo: "phoneNumber",
  id_token: "idToken",
  refresh_token: "refreshToken",
  expires_in: "expiresIn",
};

/** Gives the fields of an answer our names, at every depth, so that one schema describes a user wherever they come from. */
export const renamed = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(renamed)
    : value instanceof Object
      ? Object.fromEntries(
          Object.entries(value).map(([name, inner]) => [NAMES[name] ?? name, renamed(inner)]),
        )
      : value;

/** `undefined` for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
