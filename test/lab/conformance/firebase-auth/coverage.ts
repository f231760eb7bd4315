import { readFileSync } from "node:fs";

/** Exports that no flow uses, with the reason. A reason for an export that a flow uses is an error. */
export const reasons: Record<"node" | "browser", Record<string, string>> = {
  node: {
    PhoneAuthCredential: "PhoneAuthProvider makes it, which the SDK for Node does not have",
  },
  browser: {
    browserCookiePersistence:
      "the app's own server has to answer /__cookies__ and keep the session in a cookie",
  },
};

/** The values that the package's types export; its interfaces have no flow. */
export function exportsOfTypes(file: string): string[] {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/^export declare (?:abstract )?(?:function|class|const) (\w+)/gm)].map(
    ([, name = ""]) => name,
  );
}

/** Reports missing and superfluous entries of the list of reasons, one line each. */
export function gaps(env: "node" | "browser", names: readonly string[], used: ReadonlySet<string>): string[] {
  const listed = reasons[env];
  return [
    ...names.filter((name) => !used.has(name) && !listed[name]).map((name) => `${name} has no flow`),
    ...Object.keys(listed)
      .filter((name) => used.has(name) || !names.includes(name))
      .map((name) => `${name} is listed without a flow, and has one or does not exist`),
  ];
}
