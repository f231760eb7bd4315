import {
  getMultiFactorResolver,
  type IdentityClient,
  isIdentityError,
  signInWithPassword,
  type User,
} from "@tallybin/identity";

/** `askForCode` shows the field for the code of the authenticator app. */
export async function signInWithCode(
  identity: IdentityClient,
  email: string,
  password: string,
  askForCode: (factorName: string | undefined) => Promise<string>,
): Promise<User> {
  try {
    return await signInWithPassword(identity, { email, password });
  } catch (error) {
    if (!isIdentityError(error) || error.code !== "multi-factor-auth-required") throw error;
    const resolver = getMultiFactorResolver(identity, error);
    const factor = resolver.hints.find(({ factorId }) => factorId === "totp");
    if (!factor) throw error; // a phone: `sendCode`, then `resolveWithPhone`
    return resolver.resolveWithTotp(factor, await askForCode(factor.displayName));
  }
}
