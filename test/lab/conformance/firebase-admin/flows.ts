import type { Auth, TenantManager, UserImportRecord } from "firebase-admin/auth";

export type World = {
  auth: Auth;
  /** A client's call with an API key. @returns the response's JSON */
  client(method: string, fields: object): Promise<Record<string, string | undefined>>;
};
/**
 * `isRefused`: the local services refuse by name what Google's emulator has. `isOurs`: the emulator lacks it, and the
 * local services must answer "as expected".
 */
export type Flow = {
  name: string;
  isRefused?: true;
  isOurs?: true;
  run(world: World): Promise<unknown>;
};

const ADA = { email: "ada@example.test", password: "correct horse" };
const PHONE = "+15555550100";
const SETTINGS = { url: "http://localhost/next" };

const flow = (name: string, run: Flow["run"]): Flow => ({ name, run });
/** Every call about a tenant. */
const tenantFlow = (name: string, run: (manager: TenantManager) => Promise<unknown>): Flow => ({
  name: `TenantManager.${name}`,
  isRefused: true,
  run: ({ auth }) => run(auth.tenantManager()),
});
const ourFlow = (name: string, run: Flow["run"]): Flow => ({ name, isOurs: true, run });
const same = (actual: unknown, expected: unknown): unknown =>
  JSON.stringify(actual) === JSON.stringify(expected) ? "as expected" : [actual, expected];
const OIDC = {
  providerId: "oidc.x",
  displayName: "X",
  enabled: true,
  clientId: "client",
  issuer: "https://x.test",
};
const SAML = {
  providerId: "saml.x",
  displayName: "X",
  enabled: true,
  idpEntityId: "x",
  ssoURL: "https://x.test/sso",
  x509Certificates: ["certificate"],
  rpEntityId: "us",
  callbackURL: "https://us.test/__/auth/handler",
};
const create = ({ auth }: World, more: object = {}) => auth.createUser({ uid: "ada", ...ADA, ...more });
/** The response to a mailed link: its mode, and the address that its code is for. */
const followed = async ({ client }: World, link: string) => {
  const { searchParams } = new URL(link);
  const { requestType, email } = await client("resetPassword", { oobCode: searchParams.get("oobCode") });
  const continueUrl = searchParams.get("continueUrl");
  return { mode: searchParams.get("mode"), continueUrl, requestType, email };
};
const signIn = async ({ client }: World) =>
  (await client("signInWithPassword", { ...ADA, returnSecureToken: true }))["idToken"] ?? "";

const imported: UserImportRecord[] = [
  {
    uid: "bea",
    email: "bea@example.test",
    emailVerified: true,
    displayName: "Bea",
    phoneNumber: PHONE,
    customClaims: { role: "editor" },
    metadata: {
      creationTime: "Thu, 15 Jan 2026 12:00:00 GMT",
      lastSignInTime: "Thu, 15 Jan 2026 13:00:00 GMT",
    },
    providerData: [{ uid: "g-1", providerId: "google.com", email: "bea@gmail.test", displayName: "Bea G" }],
    multiFactor: {
      enrolledFactors: [
        {
          uid: "factor-1",
          factorId: "phone",
          phoneNumber: "+15555550101",
          displayName: "Phone",
          enrollmentTime: "Thu, 15 Jan 2026 14:00:00 GMT",
        },
      ],
    },
  },
  { uid: "cleo", email: "nonsense" },
];

export const flows: readonly Flow[] = [
  flow("createUser, getUser and the other ways to find a user", async (world) => {
    const { auth } = world;
    const created = await create(world, { displayName: "Ada", phoneNumber: PHONE, emailVerified: true });
    return [
      created,
      await auth.getUser("ada"),
      await auth.getUserByEmail("Ada@Example.test"),
      await auth.getUserByPhoneNumber(PHONE),
      await auth.getUsers([{ uid: "ada" }, { email: "nobody@example.test" }, { phoneNumber: PHONE }]),
    ];
  }),
  flow("createUser with second factors", (world) =>
    create(world, {
      emailVerified: true,
      multiFactor: { enrolledFactors: [{ factorId: "phone", phoneNumber: PHONE, displayName: "Phone" }] },
    }),
  ),
  flow("getUserByProviderUid", async (world) => {
    await world.auth.importUsers(imported);
    return [
      await world.auth.getUserByProviderUid("google.com", "g-1"),
      await world.auth.getUsers([{ providerId: "google.com", providerUid: "g-1" }]),
    ];
  }),
  flow("importUsers, with an invalid row", async ({ auth }) => [
    await auth.importUsers(imported),
    await auth.getUser("bea"),
  ]),
  flow("listUsers in pages", async (world) => {
    await create(world);
    await world.auth.importUsers(imported);
    const first = await world.auth.listUsers(1);
    return [first, await world.auth.listUsers(1, first.pageToken)];
  }),
  flow("updateUser: profile, address, phone and factors", async (world) => {
    await create(world);
    await world.auth.updateUser("ada", {
      displayName: "Ada L",
      photoURL: "https://p.test/a.png",
      phoneNumber: PHONE,
    });
    await world.auth.updateUser("ada", { email: "ada@new.test", emailVerified: true, disabled: true });
    const enrollmentTime = "Thu, 15 Jan 2026 14:00:00 GMT";
    return world.auth.updateUser("ada", {
      displayName: null,
      phoneNumber: null,
      multiFactor: {
        enrolledFactors: [{ uid: "factor-1", factorId: "phone", phoneNumber: PHONE, enrollmentTime }],
      },
    });
  }),
  flow("updateUser: links and unlinks a provider", async (world) => {
    await create(world);
    const linked = await world.auth.updateUser("ada", {
      providerToLink: { providerId: "google.com", uid: "g-2", email: "ada@gmail.test", displayName: "Ada G" },
    });
    return [linked, await world.auth.updateUser("ada", { providersToUnlink: ["google.com"] })];
  }),
  flow("deleteUser and deleteUsers", async (world) => {
    await create(world);
    await world.auth.importUsers(imported);
    await world.auth.deleteUser("ada");
    return [await world.auth.deleteUsers(["bea", "nobody"]), await world.auth.listUsers()];
  }),
  flow("setCustomUserClaims and verifyIdToken", async (world) => {
    await create(world);
    await world.auth.setCustomUserClaims("ada", { role: "editor" });
    return [
      await world.auth.verifyIdToken(await signIn(world)),
      (await world.auth.getUser("ada")).customClaims,
    ];
  }),
  flow("verifyIdToken after revokeRefreshTokens", async (world) => {
    await create(world);
    const idToken = await signIn(world);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    await world.auth.revokeRefreshTokens("ada");
    return world.auth.verifyIdToken(idToken, true);
  }),
  flow("verifyIdToken of a disabled user", async (world) => {
    await create(world);
    const idToken = await signIn(world);
    await world.auth.updateUser("ada", { disabled: true });
    return world.auth.verifyIdToken(idToken, true);
  }),
  flow("createCustomToken and signInWithCustomToken", async (world) => {
    const token = await world.auth.createCustomToken("custom-1", { role: "editor" });
    const { idToken = "" } = await world.client("signInWithCustomToken", { token, returnSecureToken: true });
    return world.auth.verifyIdToken(idToken);
  }),
  flow("createSessionCookie and verifySessionCookie", async (world) => {
    await create(world);
    const cookie = await world.auth.createSessionCookie(await signIn(world), { expiresIn: 3_600_000 });
    return [await world.auth.verifySessionCookie(cookie), await world.auth.verifySessionCookie(cookie, true)];
  }),
  flow("generatePasswordResetLink", async (world) => {
    await create(world);
    return followed(world, await world.auth.generatePasswordResetLink(ADA.email, SETTINGS));
  }),
  flow("generateEmailVerificationLink", async (world) => {
    await create(world);
    return followed(world, await world.auth.generateEmailVerificationLink(ADA.email, SETTINGS));
  }),
  flow("generateVerifyAndChangeEmailLink", async (world) => {
    await create(world);
    const link = await world.auth.generateVerifyAndChangeEmailLink(ADA.email, "ada@new.test", SETTINGS);
    const shown = await followed(world, link);
    await fetch(link, { redirect: "manual" });
    return [shown, await world.auth.getUser("ada")];
  }),
  flow("generateSignInWithEmailLink", async (world) => {
    const settings = { ...SETTINGS, handleCodeInApp: true };
    return followed(world, await world.auth.generateSignInWithEmailLink(ADA.email, settings));
  }),
  // Versions 11 to 13 refuse the emulator's configuration, because it has no name.
  ourFlow("getProjectConfig", async ({ auth }) => {
    const config = await auth.projectConfigManager().getProjectConfig();
    return same(config.emailPrivacyConfig, { enableImprovedEmailPrivacy: false });
  }),
  ourFlow("updateProjectConfig", async ({ auth }) => {
    const manager = auth.projectConfigManager();
    const emailPrivacyConfig = { enableImprovedEmailPrivacy: true };
    const updated = await manager.updateProjectConfig({ emailPrivacyConfig });
    const { emailPrivacyConfig: stored } = await manager.getProjectConfig();
    return same([updated.emailPrivacyConfig, stored], [emailPrivacyConfig, emailPrivacyConfig]);
  }),
  ourFlow("updateProjectConfig with every part", async ({ auth }) => {
    const manager = auth.projectConfigManager();
    const smsRegionConfig = { allowlistOnly: { allowedRegions: ["CH"] } };
    const updated = await manager.updateProjectConfig({
      smsRegionConfig,
      multiFactorConfig: { state: "ENABLED", factorIds: ["phone"] },
      emailPrivacyConfig: { enableImprovedEmailPrivacy: true },
      passwordPolicyConfig: { enforcementState: "OFF", constraints: { minLength: 8 } },
      recaptchaConfig: { emailPasswordEnforcementState: "AUDIT" },
    });
    const stored = await manager.getProjectConfig();
    return same([stored.toJSON(), stored.smsRegionConfig], [updated.toJSON(), smsRegionConfig]);
  }),
  ourFlow("createProviderConfig, getProviderConfig", async ({ auth }) => {
    const created = await auth.createProviderConfig(OIDC);
    return same(created, await auth.getProviderConfig(OIDC.providerId));
  }),
  ourFlow("createProviderConfig of SAML", async ({ auth }) => {
    const created = await auth.createProviderConfig(SAML);
    return same(created, await auth.getProviderConfig(SAML.providerId));
  }),
  ourFlow("listProviderConfigs", async ({ auth }) => {
    await auth.createProviderConfig({ ...OIDC, providerId: "oidc.listed" });
    const { providerConfigs } = await auth.listProviderConfigs({ type: "oidc" });
    return same(providerConfigs.find(({ providerId }) => providerId === "oidc.listed")?.enabled, true);
  }),
  ourFlow("updateProviderConfig, deleteProviderConfig", async ({ auth }) => {
    await auth.createProviderConfig({ ...OIDC, providerId: "oidc.gone" });
    const { enabled } = await auth.updateProviderConfig("oidc.gone", { enabled: false });
    await auth.deleteProviderConfig("oidc.gone");
    const left = await auth.getProviderConfig("oidc.gone").catch(({ code }) => code);
    return same([enabled, left], [false, "auth/configuration-not-found"]);
  }),
  tenantFlow("createTenant", (manager) => manager.createTenant({ displayName: "one" })),
  tenantFlow("getTenant", (manager) => manager.getTenant("one")),
  tenantFlow("listTenants", (manager) => manager.listTenants(10)),
  tenantFlow("updateTenant", (manager) => manager.updateTenant("one", { displayName: "two" })),
  tenantFlow("deleteTenant", (manager) => manager.deleteTenant("one")),
  tenantFlow("authForTenant", (manager) => manager.authForTenant("one").createUser({ uid: "t" })),
  flow("_verifyAuthBlockingToken of nonsense", ({ auth }) =>
    (
      auth as unknown as { _verifyAuthBlockingToken(token: string): Promise<unknown> }
    )._verifyAuthBlockingToken("x"),
  ),
];
