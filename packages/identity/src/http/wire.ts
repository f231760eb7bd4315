import * as v from "valibot";
import { IdentityError } from "../errors/identity-error.ts";

/** Google's JSON has int64 as text: `"3600"`. The caller converts it. */
const integer = (least: number) =>
  v.custom<string | number>((value) => /^\d+$/.test(String(value)) && Number(value) >= least);

/** Milliseconds since the epoch. */
export const Time = integer(0);

/** Seconds to live. */
export const Lifetime = integer(1);

/**
 * Parses a response at the border. The error names only the path of a wrong value, because valibot's issues quote the
 * value, which may be a token.
 */
export function parseWire<Schema extends v.GenericSchema>(
  schema: Schema,
  body: unknown,
): v.InferOutput<Schema> {
  const { success, output, issues } = v.safeParse(schema, body);
  if (success) return output;
  throw new IdentityError("internal-error", { detail: issues[0].path?.map(({ key }) => key).join(".") });
}
