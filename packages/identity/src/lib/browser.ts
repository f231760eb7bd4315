/** The default prefix of every name in this browser. */
export const NAMESPACE = "identity-client";

/** 128 random bits as text. Browsers offer `randomUUID` only on secure origins. */
export const randomId = (): string => crypto.getRandomValues(new Uint32Array(4)).join("-");

/**
 * A name in this browser. By a project's ID, of its stored value, lock and channel. For popups and redirects, which have
 * one name per origin because the callback page knows neither projects nor clients: of the channel `callback`, and in
 * sessionStorage of a popup's `attempt` (its ID, to which the response belongs) and of the tab's `redirect` in progress.
 */
export const nameOf = (part: string, namespace = NAMESPACE): string => `${namespace}:${part}`;
