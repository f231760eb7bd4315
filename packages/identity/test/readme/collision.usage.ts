import {
  credentialFromError,
  type IdentityClient,
  isIdentityError,
  linkWithCredential,
  signInWithPassword,
  signInWithPopup,
  type User,
} from "@tallybin/identity";

/** The email belongs to an account with a password: asks for it, and links the provider to that account. */
export async function signInWithGitHub(
  identity: IdentityClient,
  askForPassword: (email: string) => Promise<string>,
): Promise<User> {
  try {
    return (await signInWithPopup(identity, "github.com")).user;
  } catch (error) {
    const credential = isIdentityError(error) ? credentialFromError(error) : undefined;
    if (!credential?.email) throw error; // not `account-exists-with-different-credential`
    const { email } = credential;
    await signInWithPassword(identity, { email, password: await askForPassword(email) });
    return linkWithCredential(identity, credential);
  }
}
