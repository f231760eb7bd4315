import { decodeJwt } from "jose";
import * as v from "valibot";
import { declaredFields } from "./declared-fields.ts";
import type { Answer } from "./sides.ts";
import type { Values } from "./values.ts";

/** Fields whose values each side generates. Their types are compared, not their values. */
const MADE_UP = new Set(
  "localId user_id sub idToken id_token access_token refreshToken refresh_token sessionInfo mfaPendingCredential mfaEnrollmentId second_factor_identifier temporaryProof salt oobCode oobLink identifier sessionId nextPageToken sessionCookie code challenge id uid event_id".split(
    " ",
  ),
);
const TOKENS = new Set(["idToken", "id_token", "access_token", "sessionCookie"]);
/** Tokens that both sides encode in the same way. Ours contain additional times, which the comparison ignores. */
const OPAQUE = new Set(["refreshToken", "refresh_token", "mfaPendingCredential"]);
const opened = (token: unknown): unknown => {
  try {
    const { authTime: _, sessionStart: __, issuedAt: ___, ...content } = JSON.parse(atob(String(token)));
    return content;
  } catch {
    return token;
  }
};

const typeOf = (value: unknown): string =>
  value === null ? "null" : Array.isArray(value) ? "array" : typeof value;

const claimsOf = (token: unknown): unknown => {
  try {
    return decodeJwt(String(token));
  } catch {
    return String(token);
  }
};

const withoutSalt = (hash: unknown): string =>
  String(hash).replace(/^fakeHash:salt=fakeSalt\w+:/, "fakeHash:");

const isDeclared = (path: string): boolean => declaredFields.some(({ pattern }) => pattern.test(path));

function* differ(
  google: unknown,
  ours: unknown,
  values: Values,
  { path, name }: { path: string; name: string },
): Generator<string> {
  if (isDeclared(path)) return;
  if (typeOf(google) !== typeOf(ours)) {
    yield `${path || "/"}: ${shown(google)} | ${shown(ours)}`;
    return;
  }
  if (Array.isArray(google) && Array.isArray(ours)) {
    if (google.length !== ours.length) yield `${path}: ${google.length} items | ${ours.length}`;
    else
      for (const [index, item] of google.entries())
        yield* differ(item, ours[index], values, { path: `${path}/${index}`, name });
    return;
  }
  if (typeof google === "object" && google !== null && typeof ours === "object" && ours !== null) {
    const other = new Map(Object.entries(ours));
    for (const [key, value] of Object.entries(google)) {
      if (!other.has(key)) yield `${path}/${key}: ${shown(value)} | absent`;
      else yield* differ(value, other.get(key), values, { path: `${path}/${key}`, name: key });
    }
    for (const [key, value] of other)
      if (!Object.hasOwn(google, key) && !isDeclared(`${path}/${key}`))
        yield `${path}/${key}: absent | ${shown(value)}`;
    return;
  }
  if (TOKENS.has(name)) {
    yield* differ(claimsOf(google), claimsOf(ours), values, { path: `${path}{claims}`, name: "" });
    return;
  }
  if (name === "passwordHash") {
    if (withoutSalt(google) !== withoutSalt(ours)) yield `${path}: ${shown(google)} | ${shown(ours)}`;
    return;
  }
  if (OPAQUE.has(name)) {
    yield* differ(opened(google), opened(ours), values, { path: `${path}{opened}`, name: "" });
    return;
  }
  if (typeof google === "string" && typeof ours === "string") {
    if (values.translate(google) === ours) return;
    if (values.isPair(google, ours)) return;
    if (MADE_UP.has(name) && !values.isKnown(google)) return;
  }
  if (isParseError(google) && isParseError(ours)) return;
  if (google !== ours) yield `${path}: ${shown(google)} | ${shown(ours)}`;
}

/**
 * Messages about invalid JSON are not compared: they depend on the JavaScript engine, and ours quote nothing of a
 * body that may contain a password.
 */
const isParseError = (value: unknown): boolean =>
  typeof value === "string" && /^Invalid JSON payload received\. (Unexpected|Expected)/.test(value);

const shown = (value: unknown): string => {
  const text = value === undefined ? "undefined" : JSON.stringify(value);
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
};

const Accounts = v.optional(v.array(v.looseObject({ localId: v.string() })));
const Listing = v.looseObject({ users: Accounts, userInfo: Accounts });

/** Lists of accounts are sorted by ID, which each side generates. */
export function inGooglesOrder(google: unknown, ours: unknown, values: Values): unknown {
  const theirs = v.safeParse(Listing, google);
  const own = v.safeParse(Listing, ours);
  if (!theirs.success || !own.success) return ours;
  for (const name of ["users", "userInfo"] as const) {
    const [list, model] = [own.output[name], theirs.output[name]];
    if (!list || !model) continue;
    const ids = model.map(({ localId }) => values.oursOf(localId) ?? localId);
    const known = list.filter(({ localId }) => ids.includes(localId));
    const others = list.filter(({ localId }) => !ids.includes(localId));
    known.sort((one, other) => ids.indexOf(one.localId) - ids.indexOf(other.localId));
    return { ...own.output, [name]: [...known, ...others] };
  }
  return ours;
}

/** The differences between two responses to the same request, one line each: Google's value | ours. */
export function differencesOf(google: Answer, ours: Answer, values: Values): string[] {
  if (google.status !== ours.status)
    return [
      `status: ${google.status} ${shown(messageOf(google))} | ${ours.status} ${shown(messageOf(ours))}`,
    ];
  if (google.type !== ours.type) return [`content type: ${google.type} | ${ours.type}`];
  return [
    ...differ(google.body, inGooglesOrder(google.body, ours.body, values), values, { path: "", name: "" }),
  ];
}

export const messageOf = ({ body }: Answer): string | undefined => {
  if (typeof body !== "object" || body === null || !("error" in body)) return undefined;
  const { error } = body;
  return typeof error === "object" && error !== null && "message" in error
    ? String(error.message)
    : undefined;
};
