import { decodeJwt } from "jose";
import type { LocalServices } from "../../../mocks/local-services.ts";
import type { Exchange } from "./exchanges.ts";

/** Walks two values in parallel and visits each pair of strings. */
function pairs(recorded: unknown, ours: unknown, show: (recorded: string, ours: string) => void): void {
  if (typeof recorded === "string" && typeof ours === "string") show(recorded, ours);
  if (typeof recorded !== "object" || typeof ours !== "object" || !recorded || !ours) return;
  const other = new Map(Object.entries(ours));
  for (const [name, value] of Object.entries(recorded)) pairs(value, other.get(name), show);
}

const subjectOf = (token: string): string | undefined => {
  try {
    return decodeJwt(token).sub;
  } catch {
    return undefined;
  }
};

/**
 * Translates recorded requests to another set of accounts: IDs, tokens and codes from a recorded response are
 * replaced by those at the same place in our responses.
 */
export function createTranslator(services: LocalServices) {
  const known = new Map<string, string>();
  /** Our newest ID token per account. It replaces a recorded token that our services refused to issue. */
  const latestToken = new Map<string, string>();
  const usedCodes = new Set<string>();

  const learn = (recorded: string, ours: string) => {
    const subject = subjectOf(ours);
    if (subject !== undefined) latestToken.set(subject, ours);
    if (recorded !== ours && recorded.length >= 6) known.set(recorded, ours);
  };

  const oobCode = (recorded: string): string => {
    const ours = [...services.identity.oobCodes.keys()].filter((code) => !usedCodes.has(code)).at(-1);
    if (ours === undefined) return recorded;
    usedCodes.add(ours);
    known.set(recorded, ours);
    return ours;
  };

  const text = (recorded: string): string => {
    const found = known.get(recorded);
    if (found !== undefined) return found;
    const subject = subjectOf(recorded);
    if (subject !== undefined) return latestToken.get(known.get(subject) ?? subject) ?? recorded;
    return recorded;
  };

  /** Values inside a query or form. */
  const parameters = (recorded: string): string => {
    const params = new URLSearchParams(recorded);
    for (const [name, value] of [...params])
      params.set(
        name,
        name === "oobCode" && /^[\w-]{54}$/.test(value) ? (known.get(value) ?? oobCode(value)) : text(value),
      );
    return params.toString();
  };

  /** The SMS code of a session is never in a response, because people read it from the phone. */
  const smsCode = (fields: Record<string, unknown>): Record<string, unknown> => {
    const { code, sessionInfo } = fields;
    const ours = typeof sessionInfo === "string" && services.identity.smsCodes.get(sessionInfo)?.code;
    return typeof code === "string" && /^\d{6}$/.test(code) && code !== "000000" && ours
      ? { ...fields, code: ours }
      : fields;
  };

  const value = (recorded: unknown, name = ""): unknown => {
    if (typeof recorded === "string")
      return name === "oobCode" && /^[\w-]{54}$/.test(recorded)
        ? (known.get(recorded) ?? oobCode(recorded))
        : text(recorded);
    if (Array.isArray(recorded)) return recorded.map((item) => value(item, name));
    if (typeof recorded !== "object" || recorded === null) return recorded;
    return smsCode(
      Object.fromEntries(Object.entries(recorded).map(([key, item]) => [key, value(item, key)])),
    );
  };

  return {
    request: ({ method, path, headers, body }: Exchange): Request => {
      const [pathname = "", query] = path.split("?");
      const isForm = headers["content-type"]?.includes("urlencoded");
      const isBroken = typeof body === "string" && !isForm;
      return new Request(
        `http://127.0.0.1:9303${pathname}${query === undefined ? "" : `?${parameters(query)}`}`,
        {
          method,
          headers,
          ...(body !== null && {
            body: isForm ? parameters(String(body)) : isBroken ? body : JSON.stringify(value(body)),
          }),
        },
      );
    },
    learnFrom: (recorded: unknown, ours: unknown) => pairs(recorded, ours, learn),
  };
}
