/**
 * Takes over the session that Google's SDK has stored, so that a site changes its client and no user signs in again:
 * `createIdentityClient({ persistence: adoptFirebaseSession({ apiKey, projectId }), … })`.
 * @module
 */
export { adoptFirebaseSession } from "./adoption.ts";
export type { FirebaseApp } from "./sdk-record.ts";
