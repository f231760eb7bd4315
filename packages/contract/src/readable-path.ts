/** Every address of the site is shorter than this, and a text of this length is still readable. */
const MAX_LENGTH = 200;

/** A path without the slashes at its end. A path that is only a slash stays. */
export function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  // An expression such as /\/+$/ would try every run of slashes again from each of them.
  while (end > 1 && path[end - 1] === "/") end--;
  return path.slice(0, end);
}

/** A percent-encoded path as the user typed it, for the 404 page. Server and page script show the same text by it. */
export function toReadablePath(pathname: string): string {
  const path = withoutTrailingSlashes(pathname);
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
