type Query = { text: string; values: unknown[] };

/** A pool whose connections answer as `query` does. */
export const fakePool = (query: (query: Query) => Promise<unknown>) =>
  ({ connect: async () => ({ query, release: () => undefined }), end: async () => undefined }) as never;
