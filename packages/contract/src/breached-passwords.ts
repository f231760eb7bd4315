/** `GET /api/breached-passwords?prefix=5BAA6`: the breached passwords whose SHA-1 hash begins with the prefix. */
export const BREACHED_PASSWORDS_PATH = "/api/breached-passwords";
export const BREACHED_PREFIX_PARAMETER = "prefix";

/** Only the prefix leaves the page. Each of the million prefixes fits many passwords. */
export const BREACHED_PREFIX_LENGTH = 5;

/** A SHA-1 hash in hexadecimal digits. */
export const SHA1_LENGTH = 40;
