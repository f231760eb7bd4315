import { company, ORIGIN_PLACEHOLDER } from "@tallybin/contract";

/** RFC 9116 requires a date less than a year away, so that the contact of an abandoned site expires. */
const VALID_FOR_MS = 360 * 24 * 3_600_000;

/** The security contact. Written at each build, which also renews its date. */
export const securityTxt = (builtAt: number): string =>
  [
    `Contact: mailto:${company.email}`,
    `Expires: ${new Date(builtAt + VALID_FOR_MS).toISOString().replace(/\.\d+/, "")}`,
    "Preferred-Languages: en",
    `Canonical: ${ORIGIN_PLACEHOLDER}/.well-known/security.txt`,
    "",
  ].join("\n");
