/** 128 random bits as text. Browsers offer `randomUUID` only on secure origins. */
export const randomId = (): string => crypto.getRandomValues(new Uint32Array(4)).join("-");
