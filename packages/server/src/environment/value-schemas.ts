import { providerIds } from "@tallybin/contract/providers";
import { withoutTrailingSlashes } from "@tallybin/contract/readable-path";
import * as v from "valibot";

/** Messages complete the sentence "NAME must be …" and never repeat the value, which may be a secret. */

const textSchema = (accept: (text: string) => boolean, message: string) =>
  v.pipe(v.string(), v.check(accept, message));
const patternSchema = (pattern: RegExp, message: string) =>
  textSchema((value) => pattern.test(value), message);
export const choiceSchema = <const Choice extends string>(...choices: Choice[]) =>
  v.picklist(choices, `one of ${choices.join(", ")}`);
const isUrl = (value: string, accept: (url: URL) => boolean): boolean =>
  URL.canParse(value) && accept(new URL(value));
const addressSchema = (accept: (url: URL) => boolean, message: string) =>
  textSchema((value) => isUrl(value, accept), message);

export const isLoopback = (url: URL): boolean => ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);

/** Plain http is allowed only within one machine. Elsewhere it would send tokens unencrypted. */
const isSafeUrl = (url: URL): boolean =>
  (url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url))) &&
  url.username === "" &&
  url.password === "";

const isServiceUrl = (url: URL): boolean => isSafeUrl(url) && url.search === "" && url.hash === "";

export const Origin = textSchema(
  (value) => isUrl(value, (url) => isSafeUrl(url) && url.origin === value),
  "an https origin without a path or trailing slash, such as https://www.example.com",
);

export const ServiceUrl = v.pipe(
  addressSchema(
    isServiceUrl,
    "an absolute https address without a query, such as https://service.example.com",
  ),
  v.transform(withoutTrailingSlashes),
);

export const Endpoint = textSchema(
  (value) => /^\/(?!\/)[\x21-\x7e]*$/.test(value) || isUrl(value, isSafeUrl),
  'a path of this site that starts with one "/", or an absolute https address',
);

/** The source of breached-password ranges: none, a service, or a file of hashes. */
export const RangeSource = textSchema(
  (value) => value === "off" || value.startsWith("/") || isUrl(value, isServiceUrl),
  '"off", an absolute https address such as https://api.pwnedpasswords.com/range, or the absolute path of a file of SHA-1 hashes',
);

export const ApiKey = patternSchema(
  /^[^\s:]+$/,
  "the web API key of the Firebase project, without spaces or colons",
);

export const ProjectId = patternSchema(
  /^[a-z][a-z0-9-]{2,38}[a-z0-9]$/,
  "a Firebase project ID: lower-case letters, digits and hyphens",
);

/** Google shows a key both alone and as `projects/my-project/keys/6Lc…`. */
export const RecaptchaKey = patternSchema(
  /^[\w-]{20,100}$/,
  "the site key of reCAPTCHA Enterprise alone, such as 6LcExample…, without projects/…/keys/",
);

/** Fewer different characters are a pattern, and not the output of a random generator. */
const MIN_VARIETY = 10;

export const Secret = textSchema(
  (value) => value.length >= 32 && /^[^\s#]+$/.test(value) && new Set(value).size >= MIN_VARIETY,
  "at least 32 random characters without spaces or a comment, for example the output of `openssl rand -hex 32`",
);

/** pg connects to one host, and does not look for the primary among several. */
const hasSeveralHosts = (value: string): boolean => {
  const [, authority = ""] = /^[a-z]+:\/\/([^/?]*)/.exec(value) ?? [];
  const hosts = authority.slice(authority.lastIndexOf("@") + 1);
  return hosts.includes(",") || isUrl(value, (url) => url.searchParams.get("host")?.includes(",") ?? false);
};

export const PostgresUrl = v.pipe(
  textSchema(
    (value) => !hasSeveralHosts(value),
    "the address of one host: in front of several PostgreSQL servers, a proxy such as HAProxy chooses the primary",
  ),
  addressSchema(
    (url) => /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1,
    "a PostgreSQL address such as postgres://user:password@host:5432/database",
  ),
);

export const SmtpUrl = addressSchema(
  (url) => /^smtps?:$/.test(url.protocol) && url.hostname !== "",
  "a mail server address such as smtps://user:password@mail.example.com",
);

export const Mailbox = patternSchema(
  /^(?:[^<>\r\n]+ <)?[^\s<>@]+@[^\s<>@]+>?$/,
  "a sender such as Tallybin <news@example.com> or news@example.com",
);

/** A list with commas; "none" is empty. */
const List = v.pipe(
  v.string(),
  v.transform((value) => value.split(",").map((item) => item.trim())),
  v.transform((items) => (items.join() === "none" ? [] : items.filter((item) => item !== ""))),
);

export const Providers = v.pipe(
  List,
  v.array(v.picklist(providerIds, `"none", or a comma-separated choice of ${providerIds.join(", ")}`)),
);

export const Hosts = v.pipe(
  List,
  v.check(
    (items) => items.every((item) => /^(?:\*\.)?(?:[a-z0-9-]+\.)+[a-z]{2,}$/.test(item)),
    '"none", or a comma-separated list of host names such as avatars.example.com',
  ),
);

export const wholeNumberSchema = (min: number, max: number) =>
  v.pipe(
    textSchema(
      (value) => /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max,
      `a whole number from ${min} to ${max}`,
    ),
    v.transform(Number),
  );

/** "20/600": twenty requests in ten minutes, replenished evenly. */
export const RateLimit = v.pipe(
  patternSchema(/^[1-9]\d{0,6}\/[1-9]\d{0,6}$/, "requests/seconds, such as 20/600"),
  v.transform((value) => {
    const [count = 1, seconds = 1] = value.split("/").map(Number);
    return { count, seconds };
  }),
);

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };
/** Browsers limit a cookie's lifetime to this (RFC 6265bis §5.5). */
const LONGEST_SECONDS = 400 * 86_400;

/** "30d", "12h", "90m" or "45s", in seconds. */
export const Duration = v.pipe(
  patternSchema(/^[1-9]\d{0,7}[smhd]$/, "a duration such as 30d, 12h or 90m"),
  v.transform((value) => Number(value.slice(0, -1)) * (SECONDS[value.slice(-1)] ?? 1)),
  v.maxValue(LONGEST_SECONDS, "at most 400d, since browsers keep no cookie longer"),
);
