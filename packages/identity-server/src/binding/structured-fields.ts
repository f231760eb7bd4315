/** A String of RFC 9651 §3.3.3, with any parameters after it. A String holds printable ASCII only. */
const STRING = /^ *"((?:[ !#-[\]-~]|\\["\\])*)" *(?:;.*)?$/;
/** Chromium 156 sends its proof and the session's ID without the quotes of the draft. */
const BARE = /^[\w.-]+$/;

/** The String that a browser's header holds; undefined if there is none (RFC 9651 §4.2.5). Ignores its parameters. */
export function parseString(value: string | null): string | undefined {
  const text = value ?? "";
  return BARE.test(text) ? text : STRING.exec(text)?.[1]?.replace(/\\(["\\])/g, "$1");
}

/** A text of printable ASCII as a String of RFC 9651. */
export const printString = (text: string): string => `"${text.replace(/["\\]/g, "\\$&")}"`;
