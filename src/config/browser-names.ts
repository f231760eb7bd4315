/** The prefix of every stored name of the packages. Changing it would sign every user out. */
export const IDENTITY_NAMESPACE = "tallybin-identity";
export const DOCUMENT_NAMESPACE = "tallybin-document";
