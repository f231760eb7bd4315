import { createServer } from "node:http";
import { bundle } from "../support/bundle.mjs";

/** The page of an application on Google's SDK. A test with a world of its own names it before the page's script. */
const APPLICATION = `
import { initializeApp } from "firebase/app";
import {
  confirmPasswordReset, connectAuthEmulator, createUserWithEmailAndPassword, getAuth, sendPasswordResetEmail,
  signInWithEmailAndPassword, signOut,
} from "firebase/auth";
const project = globalThis.localServicesWorld ?? "demo-project";
const auth = getAuth(initializeApp({ apiKey: project, projectId: project }));
connectAuthEmulator(auth, document.documentElement.dataset.services, { disableWarnings: true });
const email = (user) => user.user.email;
globalThis.application = {
  signUp: (...person) => createUserWithEmailAndPassword(auth, ...person).then(email),
  signIn: (...person) => signInWithEmailAndPassword(auth, ...person).then(email),
  signOut: () => signOut(auth),
  forget: (address) => sendPasswordResetEmail(auth, address),
  reset: (...given) => confirmPasswordReset(auth, ...given),
};
`;

/** The application's server. @param {string} services the origin that the SDK calls */
export async function applicationWith(services) {
  const code = await bundle(APPLICATION);
  const page = `<!doctype html><html data-services="${services}"><title>bench</title><link rel="icon" href="data:,"><script type="module" src="/app.js"></script>`;
  return createServer(({ url = "" }, response) => {
    const isCode = url.startsWith("/app.js");
    response.setHeader("content-type", isCode ? "text/javascript" : "text/html");
    response.end(isCode ? code : page);
  });
}
