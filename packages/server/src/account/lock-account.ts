/** Makes transactions about one account wait for each other, on all servers. The lock ends with its transaction. */
export const LOCK_ACCOUNT = "select pg_advisory_xact_lock(hashtextextended('account ' || $1::text, 0))";
