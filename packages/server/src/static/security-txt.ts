import { createStaticFile, type StaticFile } from "./static-file.ts";

export const SECURITY_TXT = "/.well-known/security.txt";

const DAY_MS = 24 * 3_600_000;
const VALID_FOR_DAYS = 180;

/** The expiry date moves with the running server: RFC 9116 requires one less than a year away. */
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
