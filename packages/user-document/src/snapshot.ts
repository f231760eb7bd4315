import * as v from "valibot";
import { UserDocumentError } from "./errors.ts";
import { Fields } from "./values.ts";
import type { WireDocument } from "./wire.ts";

/** The document at one moment; it may have been created and deleted any number of times before. */
export type Snapshot<T> =
  | { readonly exists: true; readonly data: T; readonly createTime: string; readonly updateTime: string }
  | { readonly exists: false };

/** Converts stored data to the caller's schema. */
export const decodeSnapshot = <T>(
  schema: v.GenericSchema<unknown, T>,
  document: WireDocument | undefined,
): Snapshot<T> => {
  if (!document) return { exists: false };
  const { fields, ...times } = document;
  try {
    return { exists: true, data: v.parse(schema, v.parse(Fields, fields)), ...times };
  } catch (cause) {
    throw new UserDocumentError("malformed-document", cause);
  }
};
