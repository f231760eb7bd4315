import { createStaticFile, type StaticFile } from "./static-file.ts";

export const SECURITY_TXT = "/.well-known/security.txt";

const DAY_MS = 24 * 3_600_000;
const VALID_FOR_DAYS = 180;

/**
 * The security contact with an expiry date that moves with the running server: RFC 9116 requires a date less than a
 * year away, and a server may run for longer than a year after its build. Within a day the file and its ETag stay the
 * same.
 */
export function createSecurityTxt(text: string, cacheControl: string, now: () => number): () => StaticFile {
  let day: number | undefined;
  let file: StaticFile | undefined;
  return () => {
    const today = Math.floor(now() / DAY_MS);
    if (file === undefined || day !== today) {
      day = today;
      const expires = new Date((today + VALID_FOR_DAYS) * DAY_MS).toISOString().replace(".000", "");
      const dated = text.replace(/^Expires: .*$/m, `Expires: ${expires}`);
      file = createStaticFile(SECURITY_TXT, Buffer.from(dated), cacheControl);
    }
    return file;
  };
}
