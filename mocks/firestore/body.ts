import { isShallow, readText } from "../http/body.ts";
import { invalidArgument } from "./documents/errors.ts";

/** Google's limit for a request to Firestore. */
const MAX_BODY_BYTES = 11 * 1024 * 1024;

/** Reads a body. @throws {FirestoreError} INVALID_ARGUMENT if it is too long */
export const readBody = (request: Request): Promise<string> =>
  readText(request, MAX_BODY_BYTES, invalidArgument);

/** The value of a JSON text; undefined if the text is not JSON, or nested too deep. */
export const parseJson = (text: string): unknown => {
  try {
    const json: unknown = JSON.parse(text);
    return isShallow(json) ? json : undefined;
  } catch {
    return undefined;
  }
};
