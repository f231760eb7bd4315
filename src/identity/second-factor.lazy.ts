/** What only accounts with a second factor need: fetched when the service asks for one. */
export { getMultiFactorResolver } from "@tallybin/identity";
