import { FirestoreError, invalidArgument } from "./errors.ts";

/** Google's limit for an ID, a field's name and the path of a field, in bytes. */
export const MAX_NAME_BYTES = 1500;
const MAX_LEVELS = 100;

const encoder = new TextEncoder();
export const bytesOf = (text: string): number => encoder.encode(text).length;

const DATABASE = /^projects\/([^/]+)\/databases\/([^/]+)$/;

/** Names that Firestore reserves, and names that a path cannot contain. */
const isReservedId = (id: string): boolean => id === "." || id === ".." || /^__.*__$/.test(id);

/** The IDs of a document's name: collection, document, collection … */
export const pathOf = (name: string): string[] => name.split("/").slice(5);

/** The name of a user's document, by the product's rules; without an ID, that of their collection. */
export const userDocumentName = (projectId: string, ...uid: (string | undefined)[]): string =>
  [`projects/${projectId}/databases/(default)/documents/users`, ...uid].join("/");

/** Checks the full name of a document: an even number of segments below `documents`. */
const assertDocumentName = (name: string): void => {
  const [projects, , databases, , documents] = name.split("/");
  if (projects !== "projects") throw invalidArgument(`Document name "${name}" lacks "projects" at index 0.`);
  if (databases !== "databases" || documents !== "documents")
    throw invalidArgument(`Document name "${name}" is not below a database.`);
  const path = pathOf(name);
  if (path.length === 0 || path.length % 2 !== 0 || path.includes(""))
    throw invalidArgument(`Document name "${name}" has an odd number of segments or an empty one.`);
  const reserved = path.find(isReservedId);
  if (reserved !== undefined) throw invalidArgument(`Resource id "${reserved}" is reserved.`);
};

/** A request is about one database. A name of another database is the caller's error. */
export const assertInDatabase = (database: string, name: string): string => {
  if (!DATABASE.test(database)) throw new FirestoreError("NOT_FOUND", "Not Found");
  assertDocumentName(name);
  if (!name.startsWith(`${database}/`))
    throw invalidArgument(`Document name "${name}" is not of database "${database}".`);
  return name;
};

/** Checks the sizes of a name. As in Google's emulator, only writes, references and lists need it. */
export const assertNameSize = (path: readonly string[]): void => {
  if (path.length > 2 * MAX_LEVELS)
    throw invalidArgument(`Key path is too long. Cannot exceed ${MAX_LEVELS} elements.`);
  if (path.some((id) => bytesOf(id) > MAX_NAME_BYTES))
    throw invalidArgument(`An ID is longer than ${MAX_NAME_BYTES} bytes.`);
};

/** Whether a text is the full name of a document that any database can have. */
export function isStorableName(name: string): boolean {
  try {
    assertDocumentName(name);
    assertNameSize(pathOf(name));
    return true;
  } catch {
    return false;
  }
}
