import { decodeJwt } from "jose";
import type { Command } from "./command.ts";
import { messageOf } from "./compare.ts";
import { frozenClock } from "./frozen-clock.ts";
import type { Answer } from "./sides.ts";

type Difference = { command: Command; fields: unknown; google: Answer; ours: Answer; lines: string[] };
/** A deliberate difference: `what` is the row of the README's table that gives the reason. */
export type Declared = { what: string; covers(difference: Difference): boolean };

const fieldOf = (fields: unknown, name: string): unknown =>
  typeof fields === "object" && fields !== null
    ? Object.getOwnPropertyDescriptor(fields, name)?.value
    : undefined;
const ourWord = ({ ours }: Difference): string | undefined => messageOf(ours)?.split(" : ")[0];
const theirWord = ({ google }: Difference): string | undefined => messageOf(google)?.split(" : ")[0];

const ageOf = (idToken: unknown): number => {
  try {
    return frozenClock.now() / 1000 - (decodeJwt(String(idToken)).iat ?? 0);
  } catch {
    return 0;
  }
};
const EXPIRY_WORDS = new Set([
  "EXPIRED_OOB_CODE",
  "SESSION_EXPIRED",
  "INVALID_TEMPORARY_PROOF",
  "INVALID_MFA_PENDING_CREDENTIAL",
]);

const CAPTCHA_WORDS = new Set([
  "MISSING_RECAPTCHA_TOKEN",
  "INVALID_RECAPTCHA_TOKEN",
  "MISSING_CLIENT_TYPE",
  "MISSING_RECAPTCHA_VERSION",
]);

/** The messages of a batch's refused rows. */
const batchMessages = ({ body }: Answer): string[] => {
  const errors = fieldOf(body, "error");
  return Array.isArray(errors) ? errors.map((error) => String(fieldOf(error, "message"))) : [];
};

const bodyHas = ({ body }: Answer, name: string): boolean => fieldOf(body, name) !== undefined;
const operation = ({ command }: Difference): string => (command.kind === "call" ? command.operation : "");
/** Ours refuses with one of these codes. */
const refusedWith = (what: string, ...codes: string[]): Declared => ({
  what,
  covers: (difference) => codes.includes(ourWord(difference) ?? ""),
});

export const declared: readonly Declared[] = [
  {
    what: "expiry of ID tokens, mailed codes, SMS codes, proofs, pending sign-ins",
    covers: (difference) =>
      (ourWord(difference) === "INVALID_ID_TOKEN" && ageOf(fieldOf(difference.fields, "idToken")) >= 3600) ||
      EXPIRY_WORDS.has(ourWord(difference) ?? ""),
  },
  refusedWith("recent sign-in", "CREDENTIAL_TOO_OLD_LOGIN_AGAIN"),
  {
    what: "`token: refresh after revocation (the emulator still grants it)`",
    covers: (difference) => operation(difference) === "token" && ourWord(difference) === "TOKEN_EXPIRED",
  },
  {
    what: "linking a password to the account's own address",
    covers: (difference) =>
      operation(difference) === "accounts.signUp" &&
      theirWord(difference) === "EMAIL_EXISTS" &&
      fieldOf(difference.fields, "idToken") !== undefined,
  },
  {
    what: "unlinking the password",
    covers: ({ fields, lines }) => {
      const removed = fieldOf(fields, "deleteProvider");
      return (
        Array.isArray(removed) &&
        removed.includes("password") &&
        lines.every((line) => /\/email\w*: absent \| /.test(line))
      );
    },
  },
  {
    what: "linking, or a new password, while a second factor is enrolled",
    covers: (difference) =>
      fieldOf(difference.fields, "idToken") !== undefined &&
      bodyHas(difference.ours, "idToken") &&
      (bodyHas(difference.google, "mfaPendingCredential") ||
        difference.lines.every((line) => /\{(claims|opened)\}\/.*second_?factor/i.test(line))),
  },
  {
    what: "phone sign-in with `operation: REAUTH`, provider sign-in with `autoCreate: false`",
    covers: (difference) =>
      ourWord(difference) === "USER_NOT_FOUND" &&
      (fieldOf(difference.fields, "operation") === "REAUTH" ||
        fieldOf(difference.fields, "autoCreate") === false),
  },
  {
    what: "`privacy: change email directly`",
    covers: (difference) =>
      operation(difference) === "accounts.update" && ourWord(difference) === "OPERATION_NOT_ALLOWED",
  },
  refusedWith("direct email change with a second factor", "EMAIL_CHANGE_NEEDS_VERIFICATION"),
  {
    what: "malformed addresses: blanks, brackets, quotes, invisible characters, or a text without `@` in `sendOobCode`",
    covers: (difference) =>
      ["INVALID_EMAIL", "INVALID_IDENTIFIER"].includes(ourWord(difference) ?? "") ||
      batchMessages(difference.ours).includes("email is invalid"),
  },
  {
    what: "phone numbers with a plus that are not in E.164 format",
    covers: (difference) =>
      /^INVALID_(MFA_)?PHONE_NUMBER$/.test(ourWord(difference) ?? "") ||
      batchMessages(difference.ours).some((message) => /^phone number format is invalid$/i.test(message)),
  },
  {
    what: "provider configurations (`defaultSupportedIdpConfigs`, `oauthIdpConfigs`, `inboundSamlConfigs`)",
    covers: (difference) =>
      difference.google.status === 501 && /(Idp|Saml)Configs\./.test(operation(difference)),
  },
  {
    what: "reCAPTCHA Enterprise in the configuration, `captchaResponse` at a sign-in",
    covers: (difference) =>
      CAPTCHA_WORDS.has(ourWord(difference) ?? "") ||
      messageOf(difference.google) === "captcha unimplemented",
  },
  {
    what: "lookup by `initialEmail`, `accounts:query` with `limit`, `offset` or `expression`",
    covers: (difference) =>
      /accounts\.(lookup|query)$|\.queryAccounts$/.test(operation(difference)) &&
      difference.google.status === 501 &&
      [200, 501].includes(difference.ours.status),
  },
  {
    what: "`createAuthUri: with provider`",
    covers: (difference) =>
      operation(difference) === "accounts.createAuthUri" && difference.google.status === 501,
  },
  {
    what: "a revocation of a provider's token",
    covers: (difference) =>
      operation(difference) === "accounts.revokeToken" && difference.google.status === 501,
  },
  {
    what: "a text in an int64 field that is no such number",
    covers: (difference) =>
      /^Invalid JSON payload received\. \/.* must match format "int64"$/.test(
        messageOf(difference.ours) ?? "",
      ),
  },
  {
    what: "`batchCreate` with an authenticator app",
    covers: ({ google, ours }) =>
      batchMessages(google).includes("Second factor not supported.") ||
      batchMessages(ours).includes("Shared secret key is invalid."),
  },
  {
    what: "`batchCreate` with an address that differs only in case",
    covers: ({ command, ours, lines }) =>
      command.kind === "call" &&
      /batchCreate$/.test(command.operation) &&
      (lines.some((line) => line.startsWith("/error: ")) ||
        batchMessages(ours).includes("email exists in other account in database")),
  },
  {
    what: "`config`: a mask whose path the body lacks",
    covers: (difference) =>
      operation(difference) === "projects.updateConfig" &&
      difference.google.status === 500 &&
      difference.ours.status === 200,
  },
  {
    what: "a sign-up with an empty `localId`",
    covers: (difference) => theirWord(difference) === "MISSING_LOCAL_ID" && difference.ours.status === 200,
  },
  {
    what: "`config`: a switch that the body's part lacks",
    covers: (difference) =>
      /^projects\.(get|update)Config$/.test(operation(difference)) &&
      difference.lines.every((line) =>
        /^\/(signIn\/allowDuplicateEmails|emailPrivacyConfig\/enableImprovedEmailPrivacy): absent \| false$/.test(
          line,
        ),
      ),
  },
  {
    what: "provider sign-in of a disabled account with a second factor",
    covers: (difference) =>
      operation(difference) === "accounts.signInWithIdp" &&
      bodyHas(difference.google, "mfaPendingCredential") &&
      ourWord(difference) === "USER_DISABLED",
  },
  {
    what: "`mfaEnrollment:start: totp`",
    covers: ({ fields, google }) =>
      google.status === 400 &&
      (fieldOf(fields, "totpEnrollmentInfo") !== undefined ||
        fieldOf(fields, "totpVerificationInfo") !== undefined),
  },
  refusedWith("other projects, tenants", "INVALID_PROJECT_ID", "INVALID_TENANT_ID"),
  {
    what: "`resetPassword: check a recover-email code`",
    covers: (difference) =>
      operation(difference) === "accounts.resetPassword" &&
      difference.lines.every((line) => line.startsWith("/newEmail: absent | ")) &&
      fieldOf(difference.ours.body, "requestType") === "RECOVER_EMAIL",
  },
  {
    what: "linking a provider again, or signing in with it, after another of its kind was linked",
    covers: ({ command, google, ours }) =>
      ours.status === 200 &&
      (messageOf(google) === "FEDERATED_USER_ID_ALREADY_LINKED" ||
        /^Internal state invariant broken: no user with ID: /.test(messageOf(google) ?? "") ||
        fieldOf(google.body, "errorMessage") === "FEDERATED_USER_ID_ALREADY_LINKED" ||
        (command.kind === "call" &&
          command.operation === "accounts.signInWithIdp" &&
          google.status === 200 &&
          fieldOf(ours.body, "isNewUser") === true &&
          !bodyHas(google, "isNewUser"))),
  },
  {
    what: "passkeys: the second factor after an enrollment",
    covers: (difference) =>
      operation(difference) === "accounts.passkeyEnrollment.finalize" &&
      difference.lines.every((line) => /\{(claims|opened)\}\/.*second_?factor/i.test(line)),
  },
  {
    what: "passkeys: enrolling one's own again",
    covers: (difference) =>
      ourWord(difference) === "PASSKEY_EXISTS" && theirWord(difference) === "CREDENTIAL_ALREADY_IN_USE",
  },
  {
    what: "passkeys: wrong types inside an authenticator's response",
    covers: ({ ours }) =>
      /\/authenticator(Registration|Authentication)Response\/.+ must be /.test(messageOf(ours) ?? ""),
  },
  refusedWith("passkeys: removing an unknown one", "PASSKEY_ENROLLMENT_NOT_FOUND"),
];
