import * as v from "valibot";

/** Google writes int64 as strings: `"3600"`. Numbers are taken as well, since some proxies convert them. */
export const Int = v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.finite());

/** Seconds to live, as milliseconds. */
export const Lifetime = v.pipe(
  Int,
  v.minValue(1),
  v.transform((seconds) => seconds * 1000),
);

export const text = v.string();
export const optionalText = v.optional(v.string());
