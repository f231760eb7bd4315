/** `POST /api/sheets/contact?tabId=responses`, as a "spreadsheet as an API" service takes it: appends a row. */
export const CONTACT_PATH = "/api/sheets/contact";
export const CONTACT_TAB_PARAMETER = "tabId";
export const CONTACT_TAB = "responses";

/** The columns of a row, in the order in which the spreadsheet has them. */
export const CONTACT_COLUMNS = ["name", "email", "message"] as const;
export type ContactColumn = (typeof CONTACT_COLUMNS)[number];
export type ContactMessage = Readonly<Record<ContactColumn, string>>;

/** The spreadsheet service takes a list of rows; the form sends one. */
export const toContactRequest = (message: ContactMessage): [string[]] => [
  CONTACT_COLUMNS.map((column) => message[column]),
];
