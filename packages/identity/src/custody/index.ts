/**
 * Keeps refresh tokens outside the page: `createIdentityClient({ custody: serverCustody({ url: "/api/session" }) })`.
 * @module
 */
export type { Custody, CustodyParts, EndReason, ExchangeTools, HandOver } from "./custody.ts";
export { releasingCustody, serverCustody, sessionIdOf, setCustody } from "./server-custody.ts";
