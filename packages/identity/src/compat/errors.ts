import { FirebaseError } from "@firebase/app";
import { recoveries } from "../api/token-response.ts";
import { IdentityError, type IdentityErrorCode } from "../errors/identity-error.ts";

/** The error of every function here: Google's class, so that `instanceof FirebaseError` holds. */
export type AuthError = FirebaseError & {
  readonly customData: {
    readonly appName: string;
    readonly email?: string;
    readonly phoneNumber?: string;
    readonly tenantId?: string;
    /** Only in `auth/multi-factor-auth-required`. */
    readonly operationType?: "signIn" | "reauthenticate";
  };
};

/** The client's codes that Google's SDK has another name for. All others are `auth/` and the same name. */
export const RENAMED: Readonly<Partial<Record<IdentityErrorCode, string>>> = {
  "blocking-function-error-response": "internal-error",
  "client-disposed": "app-deleted",
  "custody-unavailable": "network-request-failed",
  "invalid-auth-domain": "argument-error",
  "session-changed": "user-token-expired",
  "signed-out": "user-token-expired",
  "storage-unavailable": "web-storage-unsupported",
  unknown: "internal-error",
};

type Details = { appName?: string | undefined; message?: string | undefined; cause?: unknown };

/**
 * An error of Google's SDK.
 * @param code without `auth/`
 */
export function authError(
  code: string,
  { appName, message = "Error", cause, ...more }: Details = {},
): AuthError {
  const error = new FirebaseError(`auth/${code}`, `Firebase: ${message} (auth/${code}).`, {
    appName,
    ...more,
  });
  return Object.assign(error, { cause }) as unknown as AuthError;
}

/**
 * The code of Google's SDK, without `auth/`. A server code that no table lists becomes a code, and a page in the place of
 * the server's JSON is a network failure, as in that SDK.
 */
function sdkCodeOf({ code, serverCode, detail }: IdentityError): string {
  if (code === "internal-error" && !serverCode && !detail) return "network-request-failed";
  if (code === "unknown" && serverCode) return serverCode.toLowerCase().replaceAll("_", "-");
  return RENAMED[code] ?? code;
}

/** The SDK's error for the client's. Its cause is the client's error, from which a collision's credential is read. */
export function toAuthError(error: unknown, appName: string): unknown {
  if (!(error instanceof IdentityError)) return error;
  const { idp, phone, demand, complete } = recoveries.get(error) ?? {};
  const { email } = idp ?? {};
  const phoneNumber = phone && "phoneNumber" in phone ? phone.phoneNumber : undefined;
  return authError(sdkCodeOf(error), {
    appName,
    message: error.detail,
    cause: error,
    ...(email && { email }),
    ...(phoneNumber && { phoneNumber }),
    ...(!!demand && { operationType: complete ? "reauthenticate" : "signIn" }),
  });
}

/** The error of a function that this package does not support, with the reason. */
export const unsupportedError = (appName: string | undefined, message?: string): AuthError =>
  authError("operation-not-supported-in-this-environment", { appName, message });
