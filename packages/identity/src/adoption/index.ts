/**
 * Takes over the session that Google's SDK has stored, so that a site changes its client and no user signs in again:
 * `createIdentityClient({ persistence: adoptFirebaseSession({ apiKey, projectId }), … })`.
 * @module
 */
export { adoptFirebaseSession, type FirebaseApp } from "./adoption.ts";
