import { expect, test } from "vitest";
import { parseNext } from "../src/config/next-path.ts";

/**
 * Every class of hostile `next`: each would lead to another origin, or back into the sign-in, in some URL parser.
 * Generated, so that each host is tried in each disguise.
 */
const HOSTS = ["evil.example", "evil.example:443", "user:secret@evil.example", "0x7f.1", "[::1]"];
const LEADS = [
  "https://",
  "http://",
  "//",
  "///",
  "////",
  "/\\",
  "\\/",
  "\\\\",
  "https:/",
  "https:",
  "https:\\\\",
  "/%2f",
  "/%5c",
  "%2f%2f",
  "/.//",
  "/..//",
  "/x/..//",
  "/%2e%2e//",
  "/\t/",
  "/\n/",
  "\t//",
  " //",
  "\u00a0//",
  "/\u0000/",
  "/%09/",
  "/%0a/",
  "/%0d%0a/",
  "\u2028//",
  "/\u200b/",
  "ftp://",
  "blob:https://",
  "view-source:https://",
];
const SCHEMES = [
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\tscript:alert(1)",
  "\u0001javascript:alert(1)",
  "javascript://%0aalert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x",
  "file:///etc/passwd",
  "mailto:ada@example.com",
  "about:blank",
];
const OWN = [
  "/auth/signin",
  "/auth/signup?next=/x",
  "/AUTH/signin",
  "/auth",
  "/%61uth/signin",
  "/./auth/signin",
  "/x/../auth/signin",
  "/firebase-action?mode=verifyEmail&oobCode=x",
  "/oauth/callback",
  "/oauth",
  "/Firebase-Action",
  "/auth%2fsignin",
];
const NOTHING = ["", "dashboard", "?x", "#x", ".", "..", "%", "/%", "/%zz", "/%e0%a4%a"];

const hostile = [
  ...LEADS.flatMap((lead) => HOSTS.map((host) => lead + host)),
  ...SCHEMES,
  ...OWN,
  ...NOTHING,
];

test(`none of ${hostile.length} hostile targets leads anywhere but to the dashboard`, () => {
  expect(hostile.filter((next) => parseNext(next) !== "/dashboard")).toEqual([]);
});

test("a sign-in with a target of the site leads there, with its query and anchor", () => {
  const target = "/solutions?from=mail#solution2";
  expect(parseNext(target)).toBe(target);
});
