import * as identity from "../../../../packages/identity/src/index.ts";

const ORIGIN = process.env["AUTH_EMULATOR"] ?? "http://127.0.0.1:4180";
const PROJECT = "demo-project";
const ADMIN = `${ORIGIN}/emulator/v1/projects/${PROJECT}`;

const read = async (path: string, init?: RequestInit) => (await fetch(`${ADMIN}/${path}`, init)).json();

type MailedCode = { email: string; newEmail?: string; requestType: string; oobCode: string; oobLink: string };

export const emulator = {
  /** No accounts, and the project's default configuration. */
  reset: async () => {
    await read("accounts", { method: "DELETE" });
    await emulator.protectAddresses(false);
  },
  protectAddresses: (isOn: boolean) =>
    read("config", {
      method: "PATCH",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ emailPrivacyConfig: { enableImprovedEmailPrivacy: isOn } }),
    }),
  mailed: async (requestType: string): Promise<MailedCode> => {
    const { oobCodes } = await read("oobCodes");
    const code = oobCodes.filter((mail: MailedCode) => mail.requestType === requestType).at(-1);
    if (!code) throw new Error(`no ${requestType} was mailed`);
    return code;
  },
  texted: async (phoneNumber: string): Promise<string> => {
    const { verificationCodes } = await read("verificationCodes");
    return verificationCodes
      .filter((sent: { phoneNumber: string }) => sent.phoneNumber === phoneNumber)
      .at(-1).code;
  },
  setBlockingFunctions: (triggers: object) =>
    fetch(
      `${ORIGIN}/identitytoolkit.googleapis.com/v2/projects/${PROJECT}/config?updateMask=blockingFunctions`,
      {
        method: "PATCH",
        headers: { authorization: "Bearer owner", "content-type": "application/json" },
        body: JSON.stringify({ blockingFunctions: { triggers } }),
      },
    ),
  /** Sends a request as an administrator. */
  disable: (localId: string) =>
    fetch(`${ORIGIN}/identitytoolkit.googleapis.com/v1/projects/${PROJECT}/accounts:update`, {
      method: "POST",
      headers: { authorization: "Bearer owner", "content-type": "application/json" },
      body: JSON.stringify({ localId, disableUser: true }),
    }),
};

/** A client as in a page, with the emulator's addresses instead of Google's. */
export const connect = (options: Partial<identity.IdentityClientOptions> = {}) =>
  identity.createIdentityClient({
    apiKey: "any-key",
    projectId: PROJECT,
    localServices: ORIGIN,
    callbackUrl: "http://localhost/oauth/callback",
    persistence: identity.memoryPersistence(),
    ...options,
  });

let people = 0;
export const newPerson = () => {
  people += 1;
  return { email: `person-${people}@example.com`, password: "correct horse" };
};

/** A provider's response that the emulator accepts. */
export const providerToken = (sub: string, claims: object = {}): string =>
  JSON.stringify({ sub, email: `${sub}@gmail.example`, email_verified: true, ...claims });
