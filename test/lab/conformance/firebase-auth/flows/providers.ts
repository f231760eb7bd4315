import { connect, equal, type Flow, fails, PASSWORD, providerToken, services, signedUp } from "../world.ts";

/** Credentials of providers, linking and re-authentication. */
export const providers: Flow[] = [
  {
    name: "a credential of each provider signs in",
    run: async (world) => {
      const { sdk } = world;
      const auth = connect(world);
      const microsoft = new sdk.OAuthProvider("microsoft.com");
      const credentials = [
        sdk.GoogleAuthProvider.credential(providerToken("google-1")),
        sdk.FacebookAuthProvider.credential(providerToken("facebook-1")),
        sdk.GithubAuthProvider.credential(providerToken("github-1")),
        sdk.TwitterAuthProvider.credential(providerToken("twitter-1"), "secret"),
        microsoft.credential({ idToken: providerToken("microsoft-1") }),
      ];
      for (const credential of credentials) {
        const signedIn = await sdk.signInWithCredential(auth, credential);
        equal(signedIn.providerId, credential.providerId);
        equal(signedIn.user.providerData[0]?.providerId, credential.providerId);
        equal(sdk.getAdditionalUserInfo(signedIn)?.isNewUser, true);
        const copy = sdk.OAuthCredential.fromJSON(JSON.stringify(credential.toJSON()));
        equal(copy?.toJSON(), credential.toJSON());
      }
      equal(sdk.GoogleAuthProvider.PROVIDER_ID, sdk.ProviderId.GOOGLE);
      equal(sdk.OAuthProvider.credentialFromJSON(credentials[4]?.toJSON() ?? {}).providerId, "microsoft.com");
    },
  },
  {
    name: "what Google's answer tells of a person",
    run: async (world) => {
      const { sdk } = world;
      const auth = connect(world);
      const token = providerToken("google-1", {
        name: "Gina",
        given_name: "Gina",
        picture: "https://p.test/g.png",
      });
      const signedIn = await sdk.signInWithCredential(auth, sdk.GoogleAuthProvider.credential(token));
      equal(sdk.getAdditionalUserInfo(signedIn)?.profile?.["verified_email"], true);
      equal(sdk.GoogleAuthProvider.credentialFromResult(signedIn)?.idToken, token);
      const { user } = signedIn;
      equal([user.displayName, user.photoURL, user.emailVerified], ["Gina", "https://p.test/g.png", true]);
    },
  },
  {
    name: "an address that another provider has not proved collides",
    run: async (world) => {
      const { sdk } = world;
      const { auth, email } = await signedUp(world);
      const token = providerToken("github-1", { email, email_verified: false });
      const error = await fails(
        sdk.signInWithCredential(auth, sdk.GithubAuthProvider.credential(token)),
        "account-exists-with-different-credential",
      );
      equal(sdk.GithubAuthProvider.credentialFromError(error as never)?.providerId, "github.com");
      const proved = sdk.GoogleAuthProvider.credential(providerToken("google-1", { email }));
      equal((await sdk.signInWithCredential(auth, proved)).user.email, email);
    },
  },
  {
    name: "linking and unlinking, and what stands in the way",
    run: async (world) => {
      const { sdk } = world;
      const { auth, user } = await signedUp(world);
      const google = sdk.GoogleAuthProvider.credential(providerToken("google-1"));
      const linked = await sdk.linkWithCredential(user, google);
      equal(linked.operationType, sdk.OperationType.LINK);
      equal(linked.user.providerData.map(({ providerId }) => providerId).sort(), ["google.com", "password"]);
      await fails(sdk.linkWithCredential(user, google), "provider-already-linked");
      const other = connect(world);
      const bea = await sdk.createUserWithEmailAndPassword(other, "bea@example.test", PASSWORD);
      await fails(sdk.linkWithCredential(bea.user, google), "credential-already-in-use");
      const taken = sdk.FacebookAuthProvider.credential(
        providerToken("facebook-1", { email: "ada@example.test" }),
      );
      await fails(sdk.linkWithCredential(bea.user, taken), "email-already-in-use");
      await sdk.unlink(user, sdk.ProviderId.GOOGLE);
      equal(
        auth.currentUser?.providerData.map(({ providerId }) => providerId),
        ["password"],
      );
      await fails(sdk.unlink(user, sdk.ProviderId.GOOGLE), "no-such-provider");
    },
  },
  {
    name: "re-authentication: the same person, another one, a wrong password",
    run: async (world) => {
      const { sdk } = world;
      const { user, email } = await signedUp(world);
      await sdk.createUserWithEmailAndPassword(connect(world), "bea@example.test", PASSWORD);
      const credential = sdk.EmailAuthProvider.credential(email, PASSWORD);
      const again = await sdk.reauthenticateWithCredential(user, credential);
      equal(again.operationType, sdk.OperationType.REAUTHENTICATE);
      const bea = sdk.EmailAuthProvider.credential("bea@example.test", PASSWORD);
      await fails(sdk.reauthenticateWithCredential(user, bea), "user-mismatch");
      const wrong = sdk.EmailAuthProvider.credential(email, "wrong horse");
      await fails(sdk.reauthenticateWithCredential(user, wrong), "wrong-password");
    },
  },
  {
    name: "an old sign-in may not change the password before it is repeated",
    run: async (world) => {
      const { sdk } = world;
      const { user, email } = await signedUp(world);
      await services(world).advance(600_000);
      await fails(sdk.updatePassword(user, "battery staple"), "requires-recent-login");
      await sdk.reauthenticateWithCredential(user, sdk.EmailAuthProvider.credential(email, PASSWORD));
      await sdk.updatePassword(user, "battery staple");
    },
  },
  {
    name: "Apple's access token is revoked",
    run: async (world) => {
      const { sdk } = world;
      const auth = connect(world);
      const apple = new sdk.OAuthProvider("apple.com");
      await sdk.signInWithCredential(auth, apple.credential({ idToken: providerToken("apple-1") }));
      await sdk.revokeAccessToken(auth, "any-access-token");
    },
  },
];
