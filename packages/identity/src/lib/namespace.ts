/** The default prefix of every name in this browser. */
export const NAMESPACE = "identity-client";
