import type { ServiceContext } from "../../core/service-context.ts";
import { assert } from "../../http/api-error.ts";
import { beginAuthorization } from "../idp/authorization.ts";
import { isAbsoluteUrl } from "../proofs/oob.ts";
import { defineOperation } from "../requests/requests.ts";
import { type Account, isEmail, toCanonicalEmail } from "../state/account.ts";

const KIND = "identitytoolkit#CreateAuthUriResponse";

const passwordMethods = ({ passwordHash, emailLinkSignin }: Account): string[] => [
  ...(passwordHash ? ["password"] : []),
  ...(emailLinkSignin ? ["emailLink"] : []),
];

/** The sign-in methods of an address. Phone numbers are not listed. */
function signInMethodsOf({ identity }: ServiceContext, email: string) {
  const accounts = identity.accountsByAnyEmail(email);
  const [first] = accounts;
  if (identity.settings.allowDuplicateEmails) {
    const account = accounts.find((candidate) => candidate.email);
    const hasOwn = account !== undefined && passwordMethods(account).length > 0;
    return {
      registered: account !== undefined,
      allProviders: hasOwn ? ["password"] : [],
      signinMethods: hasOwn && first ? passwordMethods(first) : [],
    };
  }
  const infos = (first?.providerUserInfo ?? []).filter(({ providerId }) => providerId !== "phone");
  return {
    registered: first !== undefined,
    allProviders: infos.map(({ providerId }) => providerId),
    signinMethods: infos.flatMap(({ providerId }) =>
      providerId === "password" && first ? passwordMethods(first) : [providerId],
    ),
  };
}

/**
 * Returns an address's sign-in methods. With a provider, begins a sign-in there: the response has the address of its
 * consent page, and the session ID to present with the provider's response.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/createAuthUri
 */
export const createAuthUri = defineOperation("createAuthUri", (context, body, call) => {
  const { identity, random } = context;
  const { identifier, providerId, continueUri } = body;
  const idpSessionId = body.sessionId || random.id(27);
  assert(identifier || providerId, "MISSING_IDENTIFIER");
  assert(continueUri, "MISSING_CONTINUE_URI");
  if (identifier) assert(isEmail(identifier), "INVALID_IDENTIFIER");
  assert(isAbsoluteUrl(continueUri), "INVALID_CONTINUE_URI");
  const methods =
    identifier && !identity.settings.enumerationProtection
      ? signInMethodsOf(context, toCanonicalEmail(identifier))
      : {};
  if (!providerId) return { kind: KIND, sessionId: idpSessionId, ...methods };

  // A parameter `state` would conflict with that of the redirect, which would also lose a fragment.
  const { protocol, hash, searchParams } = new URL(continueUri);
  assert(
    /^(https?|chrome-extension):$/.test(protocol) && hash === "" && !searchParams.has("state"),
    "INVALID_CONTINUE_URI",
  );
  assert(/^[a-z0-9][a-z0-9.-]*$/i.test(providerId), "INVALID_PROVIDER_ID");
  assert(
    identity.allowsProvider(providerId.toLowerCase()),
    "OPERATION_NOT_ALLOWED : The identity provider configuration is not found.",
  );
  const { address: authUri } = beginAuthorization(context, call.origin, {
    providerId: providerId.toLowerCase(),
    continueUri,
    idpSessionId,
    context: body.context,
    scope: body.oauthScope,
    parameters: body.customParameter,
    loginHint: identifier,
  });
  return { kind: KIND, sessionId: idpSessionId, providerId, authUri, ...methods };
});
