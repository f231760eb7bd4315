/** What the names of everything that the packages keep in this browser begin with. A new name would sign everyone out. */
export const IDENTITY_NAMESPACE = "tallybin-identity";
export const DOCUMENT_NAMESPACE = "tallybin-document";
