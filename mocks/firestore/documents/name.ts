import { FirestoreError, invalid } from "./errors.ts";

/** One project's documents: names start with `projects/{project}/databases/{database}/documents/`. */
const DATABASE = /^projects\/([^/]+)\/databases\/([^/]+)$/;

/** Names that Firestore reserves, and names that a path cannot contain. */
const isReservedId = (id: string): boolean => id === "." || id === ".." || /^__.*__$/.test(id);

/** Whether a text is the full name of a document in any database. */
export function isDocumentName(name: string): boolean {
  try {
    return assertDocumentName(name) === name;
  } catch {
    return false;
  }
}

/** Checks the full name of a document: an even number of segments below `documents`. */
const assertDocumentName = (name: string): string => {
  const segments = name.split("/");
  if (segments[0] !== "projects") throw invalid(`Document name "${name}" lacks "projects" at index 0.`);
  if (segments[2] !== "databases" || segments[4] !== "documents")
    throw invalid(`Document name "${name}" is not below a database.`);
  const path = segments.slice(5);
  if (path.length === 0 || path.length % 2 !== 0 || path.includes(""))
    throw invalid(`Document name "${name}" has an odd number of segments or an empty one.`);
  const reserved = path.find(isReservedId);
  if (reserved !== undefined) throw invalid(`Resource id "${reserved}" is reserved.`);
  return name;
};

/** A request is about one database; names of another one are the caller's error. */
export const assertInDatabase = (database: string, name: string): string => {
  if (!DATABASE.test(database)) throw new FirestoreError("NOT_FOUND", "Not Found");
  if (!assertDocumentName(name).startsWith(`${database}/`))
    throw invalid(`Document name "${name}" is not of database "${database}".`);
  return name;
};
