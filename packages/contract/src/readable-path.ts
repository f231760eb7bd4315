/** Every address of the site is shorter than this, and a text of this length is still readable. */
const MAX_LENGTH = 200;

/**
 * A path as the user typed it, for the 404 page. Server and page script both call this, so that they show the same
 * text.
 * @param pathname as in a URL, percent-encoded
 */
export function readablePath(pathname: string): string {
  const path = pathname.replace(/(?<=.)\/+$/, "");
  let readable = path;
  try {
    const decoded = decodeURI(path);
    // Control characters are unreadable, and HTML parsers change some of them.
    if (!/\p{C}/u.test(decoded)) readable = decoded;
  } catch {
    // invalid percent escapes stay unchanged
  }
  const characters = [...readable];
  return characters.length <= MAX_LENGTH ? readable : `${characters.slice(0, MAX_LENGTH).join("")}…`;
}
