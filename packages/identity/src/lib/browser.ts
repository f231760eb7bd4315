/** The default prefix of every name in this browser. */
export const NAMESPACE = "identity-client";

/** 128 random bits as text. Browsers offer `randomUUID` only on secure origins. */
export const randomId = (): string => crypto.getRandomValues(new Uint32Array(4)).join("-");

/**
 * A name in this browser. A project's ID names its stored value, lock and channel. The callback page knows neither
 * projects nor clients, so three names are those of the whole origin: `callback` is the channel of responses, and
 * sessionStorage has the ID of a popup as `attempt` and the redirect in progress as `redirect`.
 */
export const nameOf = (part: string, namespace = NAMESPACE): string => `${namespace}:${part}`;
