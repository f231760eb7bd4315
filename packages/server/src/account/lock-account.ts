/** Statements about one account wait for each other, on each server. Ends with the transaction, so a pooler may share. */
export const LOCK_ACCOUNT = "select pg_advisory_xact_lock(hashtextextended('account ' || $1::text, 0))";
