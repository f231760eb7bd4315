import { createIdentityClient, getIdToken, signInWithPassword, signOut } from "@tallybin/identity";

const identity = createIdentityClient({
  apiKey: "your-key",
  projectId: "demo-project",
});
identity.subscribe((state) => console.log(state.status)); // "unknown", then "signed-out" or "signed-in"
await signInWithPassword(identity, { email: "ada@example.com", password: "correct horse" });
await fetch("https://api.example.com/orders", {
  headers: { Authorization: `Bearer ${await getIdToken(identity)}` },
});
await signOut(identity);
