import { createIdentityClient, signInWithPassword } from "@tallybin/identity";
import { initializeApp } from "firebase/app";
import { getAuth, signInWithEmailAndPassword } from "firebase/auth";
import { services } from "./services-in-page.ts";

/** The services in a browser's page: both clients call Google's own addresses. */
const account = await services.scenarios.load("verified customer");
const email = account.email;
const password = account.password ?? "";
const identity = createIdentityClient({
  apiKey: "demo-key",
  projectId: services.projectId,
});
const ours = await signInWithPassword(identity, { email, password });
const auth = getAuth(initializeApp({ apiKey: "demo-key", projectId: services.projectId }));
const google = await signInWithEmailAndPassword(auth, email, password);
const place = document.getElementById("result");
if (place) place.textContent = `ours ${ours.email}, google ${google.user.email}`;
