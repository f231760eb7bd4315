import type { ServiceContext } from "../core/service-context.ts";

const ADMIN_SDK = /\/Admin\//;
/** A JWT whose header begins with `{"alg":"none"`. */
export const isUnsignedBearer = ({ headers }: Request): boolean =>
  /^Bearer eyJhbGciOiJub25l/.test(headers.get("authorization") ?? "");

export const SIGNED_NEEDED =
  'This server verifies signatures, and the token has none: set "tokens" to "signed" in the local services.';

/**
 * Names the setting `tokens` where a caller meets the wrong one: the Admin SDK refuses signed tokens before any request
 * if it is set to use an emulator, and a server that verifies signatures refuses unsigned ones.
 */
export function tokensHint(
  { identity: { settings } }: ServiceContext,
  request: Request,
  status: number,
): string | undefined {
  if (settings.tokens === "signed" && ADMIN_SDK.test(request.headers.get("x-client-version") ?? ""))
    return 'The Admin SDK accepts only unsigned tokens here: set "tokens" to "unsigned".';
  return status === 401 && isUnsignedBearer(request) ? SIGNED_NEEDED : undefined;
}
