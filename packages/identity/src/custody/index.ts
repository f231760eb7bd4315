/**
 * Keeps refresh tokens outside the page: `createIdentityClient({ custody: serverCustody({ url: "/api/session" }) })`.
 * @module
 */
export type { Custody, CustodyParts, HandOver } from "./custody.ts";
export { releasingCustody, serverCustody, sessionIdOf } from "./server-custody.ts";
