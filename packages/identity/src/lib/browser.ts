/** The default prefix of every name in this browser. */
export const NAMESPACE = "identity-client";

/** `undefined` if the browser refuses: Firefox throws from many of its APIs if site data is blocked. */
export const tryTo = <T>(act: () => T): T | undefined => {
  try {
    return act();
  } catch {
    return undefined;
  }
};

/** 128 random bits as text. Browsers offer `randomUUID` only on secure origins. */
export const randomId = (): string => crypto.getRandomValues(new Uint32Array(4)).join("-");

/** The name of a project's stored value, lock and channel in this browser. */
export const scopeOf = ({ namespace = NAMESPACE, projectId }: { namespace?: string; projectId: string }) =>
  `${namespace}:${projectId}`;
