import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { bundleRows } from "../../../../packages/identity/test/support/bundle-rows.mjs";

const packages = fileURLToPath(new URL("../../../../packages/", import.meta.url));
const identity = JSON.stringify(`${packages}identity/src/index.ts`);
const userDocument = JSON.stringify(`${packages}user-document/src/index.ts`);

/** @type {import("../support/arm.mjs").Arm} */
export default {
  name: "tallybin",
  version: JSON.parse(readFileSync(`${packages}identity/package.json`, "utf8")).version,
  bytes: {
    ...bundleRows,
    document: `export { createUserDocument } from ${userDocument};`,
  },
  page: ({ api, key, project, withPopup }) => `
    import { createIdentityClient, getIdToken, signInWithPassword, signOut, signUp } from ${identity};
    const client = createIdentityClient({
      apiKey: ${JSON.stringify(key)},
      projectId: ${JSON.stringify(project)},
      identityToolkitUrl: ${JSON.stringify(`${api}/identitytoolkit.googleapis.com`)},
      secureTokenUrl: ${JSON.stringify(`${api}/securetoken.googleapis.com`)},
    });
    export const firstState = client.ready().then(({ status }) => status === "signed-in");
    export const register = (email, password) => signUp(client, { email, password });
    export const signIn = (email, password) => signInWithPassword(client, { email, password });
    export const leave = () => signOut(client);
    export const token = () => getIdToken(client);
    ${
      withPopup
        ? `import { signInWithPopup } from ${identity};
           export const popup = () => signInWithPopup(client, "google.com");`
        : ""
    }
  `,
  callback: `import { completeOAuthCallback } from ${identity}; completeOAuthCallback();`,
  remarks: { "first-state": "asks after the first state whether the account still exists" },
  refreshes: "/securetoken.googleapis.com/v1/token",
};
