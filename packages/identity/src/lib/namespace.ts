/** What the names of everything kept in this browser begin with, unless the application gives a name of its own. */
export const NAMESPACE = "identity-client";
