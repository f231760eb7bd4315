export { type Operation, UserDocumentError, type UserDocumentErrorCode } from "./errors.ts";
export type { Page, PageEvent } from "./page.ts";
export type { Platform } from "./platform.ts";
export {
  createUserDocument,
  type UserDocument,
  type UserDocumentOptions,
  type WriteOptions,
} from "./user-document.ts";
export { DocumentReference, type FieldValue, GeoPoint } from "./values.ts";
export type { Connection, Snapshot, WatchListener, WatchState } from "./watch-state.ts";
