import { connect, createApp, equal, type Flow, fails, PASSWORD, services, type World } from "../world.ts";

/** An app with the service that Google's App Check registers. The SDK's own needs a server of Google. */
function withAppCheck(world: World, token: string) {
  const app = createApp(world);
  const component = {
    name: "app-check-internal",
    type: "PUBLIC",
    instantiationMode: "LAZY",
    multipleInstances: false,
    serviceProps: {},
    onInstanceCreated: null,
    instanceFactory: () => ({ getToken: async () => ({ token }) }),
  };
  (world.app as unknown as { _addComponent(...given: unknown[]): void })._addComponent(app, component);
  return app;
}

/** What a project may demand of every client. */
export const projectRules: Flow[] = [
  {
    name: "a blocking function refuses an account, and the page sees its message",
    run: async (world) => {
      const auth = connect(world);
      const error = await fails(
        world.sdk.createUserWithEmailAndPassword(auth, "ada@refused.test", PASSWORD),
        "internal-error",
      );
      equal(String(error).includes("Only for staff."), true);
    },
  },
  {
    name: "reCAPTCHA Enterprise is enforced for passwords and mails",
    run: async (world) => {
      const { sdk } = world;
      const email = "ada@example.test";
      const auth = connect(world);
      await services(world).configure("recaptchaConfig", { emailPasswordEnforcementState: "ENFORCE" });
      await sdk.createUserWithEmailAndPassword(auth, email, PASSWORD);
      await sdk.signInWithEmailAndPassword(auth, email, PASSWORD);
      await sdk.sendPasswordResetEmail(auth, email);
      await sdk.initializeRecaptchaConfig(auth);
      await sdk.signInWithEmailAndPassword(auth, email, PASSWORD);
    },
  },
  {
    name: "App Check is enforced for sign-ins and tokens",
    run: async (world) => {
      const { sdk, origin } = world;
      await services(world).set({ appCheck: { identity: "ENFORCE", token: "ENFORCE" } });
      const unchecked = connect(world);
      await fails(sdk.signInAnonymously(unchecked), "firebase-app-check-token-is-invalid.");
      const token = await services(world).appCheckToken();
      const auth = sdk.initializeAuth(withAppCheck(world, token), { persistence: sdk.inMemoryPersistence });
      sdk.connectAuthEmulator(auth, origin, { disableWarnings: true });
      const { user } = await sdk.signInAnonymously(auth);
      equal(typeof (await user.getIdToken(true)), "string");
    },
  },
];
