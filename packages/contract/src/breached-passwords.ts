/** `GET /api/breached-passwords?prefix=5BAA6`: which breached passwords have a SHA-1 hash that begins like this. */
export const BREACHED_PASSWORDS_PATH = "/api/breached-passwords";
export const BREACHED_PREFIX_PARAMETER = "prefix";

/** All that leaves the page: the server cannot tell which of about a million prefixes' passwords was typed. */
export const BREACHED_PREFIX_LENGTH = 5;

/** A SHA-1 hash in hexadecimal digits. */
export const SHA1_LENGTH = 40;
