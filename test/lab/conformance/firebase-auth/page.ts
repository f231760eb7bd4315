import * as app from "@firebase/app";
import * as auth from "@firebase/auth";
import { flows } from "./flows/all.ts";
import { recording } from "./recording.ts";
import type { Consent, Sdk, World } from "./world.ts";

declare const answerConsent: (answer: Consent) => Promise<void>;

const used = new Set<string>();

/** Runs one half of a flow; returns the exports that it used. */
const run = async (origin: string, name: string, part: "run" | "afterRedirect") => {
  const world: World = {
    env: "browser",
    sdk: recording(auth as unknown as Sdk, used),
    app: app as never,
    origin,
    consent: (answer) => answerConsent(answer),
  };
  const flow = flows.find((candidate) => candidate.name === name);
  await flow?.[part]?.(world);
  return [...used];
};

Object.assign(globalThis, { run, exportNames: Object.keys(auth) });
