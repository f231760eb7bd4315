/** The site's page of mailed links. */
export const ACCOUNT_LINK_PAGE = "/firebase-action";

/** The server's page of the same links, for a browser without JavaScript. */
export const ACCOUNT_LINK_PATH = "/api/account/link";

/** The kinds of mailed link that change an account, each with the service's name for the purpose of its code. */
export const ACCOUNT_LINK_PURPOSES = {
  verifyEmail: "VERIFY_EMAIL",
  recoverEmail: "RECOVER_EMAIL",
  verifyAndChangeEmail: "VERIFY_AND_CHANGE_EMAIL",
  revertSecondFactorAddition: "REVERT_SECOND_FACTOR_ADDITION",
} as const;
export type AccountLinkMode = keyof typeof ACCOUNT_LINK_PURPOSES;

export const isAccountLinkMode = (mode: string | undefined): mode is AccountLinkMode =>
  mode !== undefined && Object.hasOwn(ACCOUNT_LINK_PURPOSES, mode);

/** What a link changes, as far as the identity service tells. */
export type AccountLinkDetails = {
  /** The account's address after the change. */
  email?: string | undefined;
  /** The account's address until the change. */
  previousEmail?: string | undefined;
  /** The name of the second factor that the link removes. */
  factor?: string | undefined;
};
