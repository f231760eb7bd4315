import type { Ref } from "./command.ts";

/** A value that both sides generated for the same thing. */
export type Pair = { google: string; ours: string };

const KIND_OF: Record<string, string> = {
  idToken: "idToken",
  id_token: "idToken",
  refreshToken: "refreshToken",
  refresh_token: "refreshToken",
  localId: "localId",
  /** In the event of a blocking function, which may be all that tells of a new account. */
  sub: "localId",
  sessionInfo: "sessionInfo",
  oobCode: "oobCode",
  mfaPendingCredential: "mfaPendingCredential",
  mfaEnrollmentId: "mfaEnrollmentId",
  temporaryProof: "temporaryProof",
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isRef = (value: unknown): value is Ref => isRecord(value) && typeof value["$ref"] === "string";

const unsigned = (payload: object): string => {
  const part = (content: object) => Buffer.from(JSON.stringify(content)).toString("base64url");
  const aud = "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit";
  return `${part({ alg: "none", typ: "JWT" })}.${part({ aud, ...payload })}.`;
};

/** The IDs, tokens and codes of a sequence so far, by kind. */
export class Values {
  readonly #pairs = new Map<string, Pair[]>();
  readonly #oursOf = new Map<string, string>();
  readonly #hooks: Pair;

  /** @param hooks the start of the addresses of blocking functions */
  constructor(hooks: Pair) {
    this.#hooks = hooks;
    this.add("hook", hooks);
  }

  add(kind: string, pair: Pair): void {
    const pairs = this.#pairs.get(kind) ?? [];
    this.#oursOf.set(pair.google, pair.ours);
    if (!pairs.some(({ google }) => google === pair.google)) this.#pairs.set(kind, [...pairs, pair]);
  }

  isPair(google: string, ours: string): boolean {
    return google === ours || this.#oursOf.get(google) === ours;
  }

  /** A text of Google's side with the values replaced by ours. */
  translate(google: string): string {
    let text = google;
    for (const [theirs, ours] of this.#oursOf) if (theirs.length > 5) text = text.replaceAll(theirs, ours);
    return text;
  }

  oursOf(google: string): string | undefined {
    return this.#oursOf.get(google);
  }

  isKnown(google: string): boolean {
    return this.#oursOf.has(google);
  }

  /** Records the values at the same places of two responses. */
  learn(google: unknown, ours: unknown): void {
    if (Array.isArray(google) && Array.isArray(ours)) {
      for (const [index, item] of google.entries()) this.learn(item, ours[index]);
      return;
    }
    if (!isRecord(google) || !isRecord(ours)) return;
    for (const [key, value] of Object.entries(google)) {
      const other = ours[key];
      const kind = KIND_OF[key];
      if (kind !== undefined && typeof value === "string" && typeof other === "string") {
        if (!this.isKnown(value)) this.add(kind, { google: value, ours: other });
      } else this.learn(value, other);
    }
  }

  #resolve({ $ref, index }: Ref): Pair {
    const pairs = this.#pairs.get($ref) ?? [];
    // Put the newest value first, because most sequences continue with their latest value.
    const found = pairs.at(-1 - (index % Math.max(1, pairs.length)));
    return found ?? { google: `no-${$ref}`, ours: `no-${$ref}` };
  }

  /** The body of a request with the values of one side. */
  fill(value: unknown, side: keyof Pair): unknown {
    if (isRecord(value) && typeof value["$hook"] === "string") return `${this.#hooks[side]}${value["$hook"]}`;
    if (isRef(value)) return this.#resolve(value)[side];
    if (Array.isArray(value)) return value.map((item) => this.fill(item, side));
    if (!isRecord(value)) return value;
    if (isRecord(value["$json"])) return unsigned(this.fill(value["$json"], side) as object);
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.fill(item, side)]));
  }
}
