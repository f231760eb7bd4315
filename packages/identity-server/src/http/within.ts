/** Resolves to the result of `work`, or to `otherwise` after `ms`. A later result or failure is ignored. */
export const resolveWithin = <T, Otherwise>(work: Promise<T>, ms: number, otherwise: Otherwise) =>
  new Promise<T | Otherwise>((resolve, reject) => {
    const timer = setTimeout(resolve, ms, otherwise).unref();
    work.finally(() => clearTimeout(timer)).then(resolve, reject);
  });
