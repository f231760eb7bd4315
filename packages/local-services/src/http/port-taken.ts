/** Whether a start failed because another program uses the port: an error of `listen` names its cause. */
export const isPortTaken = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  "code" in error.cause &&
  error.cause.code === "EADDRINUSE";
