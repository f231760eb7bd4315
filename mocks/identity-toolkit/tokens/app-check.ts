import { decodeJwt } from "jose";
import * as v from "valibot";
import type { ServiceContext } from "../../core/service-context.ts";
import type { Settings } from "../state/settings.ts";
import { isSignedByUs, signJwt } from "./tokens.ts";

const ISSUER = "https://firebaseappcheck.googleapis.com/12345";
const HOUR_MS = 3_600_000;

/** A token of App Check, as `getToken` of Firebase's `CustomProvider` returns it. */
export type AppCheckToken = { token: string; expireTimeMillis: number };

export async function issueAppCheckToken(
  context: ServiceContext,
  lifetimeMs: number = HOUR_MS,
): Promise<AppCheckToken> {
  const { clock, projectId } = context;
  const iat = Math.floor(clock.now() / 1000);
  const exp = iat + Math.ceil(lifetimeMs / 1000);
  const aud = ["projects/12345", `projects/${projectId}`];
  const token = await signJwt(context, { iss: ISSUER, sub: "1:12345:web:local", aud, iat, exp });
  return { token, expireTimeMillis: exp * 1000 };
}

const Claims = v.object({ iss: v.literal(ISSUER), aud: v.array(v.string()), exp: v.number() });

async function isValidAppCheckToken(context: ServiceContext, token: string): Promise<boolean> {
  try {
    const { aud, exp } = v.parse(Claims, decodeJwt(token));
    const isCurrent = exp * 1000 > context.clock.now() && aud.includes(`projects/${context.projectId}`);
    return isCurrent && (await isSignedByUs(context, token));
  } catch {
    return false;
  }
}

/** Whether a call may pass: App Check is not enforced for this service, or the token is valid. */
export const passesAppCheck = async (
  context: ServiceContext,
  service: keyof Settings["appCheck"],
  headers: Headers,
): Promise<boolean> =>
  context.identity.settings.appCheck[service] === "OFF" ||
  isValidAppCheckToken(context, headers.get("x-firebase-appcheck") ?? "");
