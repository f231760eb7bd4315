/**
 * Refresh tokens out of the page's reach: `createIdentityClient({ custody: serverCustody({ url: "/api/session" }) })`.
 * @module
 */
export type { Custody, CustodyParts, HandOver } from "./custody.ts";
export { releasingCustody, serverCustody, sessionIdOf } from "./server-custody.ts";
