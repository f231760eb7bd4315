/** Longer than any address of the site, and short enough to read. */
const MAX_LENGTH = 200;

/**
 * A path as a user typed it, for the page that says it was not found. The server writes it into the page and the page's
 * script shows the same, so both call this.
 * @param pathname as in a URL, percent-encoded
 */
export function readablePath(pathname: string): string {
  const path = pathname.replace(/(?<=.)\/+$/, "");
  let readable = path;
  try {
    const decoded = decodeURI(path);
    // Control characters say nothing to a reader, and HTML parsers change some of them.
    if (!/\p{C}/u.test(decoded)) readable = decoded;
  } catch {
    // percent signs that make no sense stay as they are
  }
  const characters = [...readable];
  return characters.length <= MAX_LENGTH ? readable : `${characters.slice(0, MAX_LENGTH).join("")}…`;
}
