/** `undefined` if the browser refuses: Firefox throws from many of its APIs if site data is blocked. */
export const attempt = <T>(act: () => T): T | undefined => {
  try {
    return act();
  } catch {
    return undefined;
  }
};
