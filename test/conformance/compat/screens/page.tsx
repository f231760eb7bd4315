import { initializeUI, requireDisplayName } from "@firebase-oss/ui-core";
import {
  EmailLinkAuthScreen,
  FirebaseUIProvider,
  ForgotPasswordAuthScreen,
  GitHubSignInButton,
  GoogleSignInButton,
  MultiFactorAuthEnrollmentScreen,
  OAuthScreen,
  PhoneAuthScreen,
  SignInAuthScreen,
  SignUpAuthScreen,
} from "@firebase-oss/ui-react";
import { initializeApp } from "firebase/app";
import {
  connectAuthEmulator,
  getAuth,
  multiFactor,
  onAuthStateChanged,
  signOut,
  type User,
} from "firebase/auth";
import { type ReactNode, useEffect, useReducer, useState } from "react";
import { createRoot } from "react-dom/client";

declare const SERVICES: string;
declare const PROJECT: string;

const app = initializeApp({
  apiKey: "any-key",
  authDomain: `${PROJECT}.firebaseapp.com`,
  projectId: PROJECT,
});
const auth = getAuth(app);
connectAuthEmulator(auth, SERVICES, { disableWarnings: true });
auth.settings.appVerificationDisabledForTesting = true;
const ui = initializeUI({ app, auth, behaviors: [requireDisplayName()] });

const screens: Record<string, () => ReactNode> = {
  "/sign-up": () => <SignUpAuthScreen />,
  "/sign-in": () => <SignInAuthScreen />,
  "/forgotten-password": () => <ForgotPasswordAuthScreen />,
  "/email-link": () => <EmailLinkAuthScreen />,
  "/providers": () => (
    <OAuthScreen>
      <GoogleSignInButton />
      <GitHubSignInButton />
    </OAuthScreen>
  ),
  "/phone": () => <PhoneAuthScreen />,
  "/second-factor": () =>
    auth.currentUser && <MultiFactorAuthEnrollmentScreen onEnrollment={() => location.reload()} />,
};

const byCode = (a: string, b: string) => (a < b ? -1 : 1);
const describe = (user: User): string => {
  const providers = user.providerData.map(({ providerId }) => providerId).toSorted(byCode);
  const factors = multiFactor(user).enrolledFactors.map(({ factorId }) => factorId);
  return [user.email ?? user.phoneNumber, ...providers, ...factors.map((id) => `factor ${id}`)].join(", ");
};

/** Names the user, whom FirebaseUI leaves to the application. */
const Page = () => {
  const [user, setUser] = useState<User | null | undefined>();
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => onAuthStateChanged(auth, setUser), []);
  return (
    // FirebaseUI makes its reCAPTCHA verifier in an effect and sends it from the next rendering on.
    <main onFocus={renderAgain}>
      <FirebaseUIProvider ui={ui}>
        {user === undefined ? null : screens[location.pathname]?.()}
        {user === undefined ? null : (
          <output>{user === null ? "signed out" : `signed in: ${describe(user)}`}</output>
        )}
        <button type="button" onClick={() => signOut(auth)}>
          Sign out
        </button>
      </FirebaseUIProvider>
    </main>
  );
};

createRoot(document.getElementById("root") as HTMLElement).render(<Page />);
