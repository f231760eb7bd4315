/** 128 random bits as text. Not `randomUUID`, which browsers offer on secure origins only. */
export const randomId = (): string => crypto.getRandomValues(new Uint32Array(4)).join("-");
