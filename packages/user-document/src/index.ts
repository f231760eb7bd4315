export type { PageSignal, Place, Platform } from "./environment.ts";
export { UserDocumentError, type UserDocumentErrorCode } from "./errors.ts";
export {
  createUserDocument,
  type UserDocument,
  type UserDocumentOptions,
  type WriteOptions,
} from "./user-document.ts";
export { type FieldValue, ForeignValue } from "./values.ts";
export type { Connection, Snapshot, WatchState } from "./view.ts";
export type { WatchListener } from "./watch.ts";
