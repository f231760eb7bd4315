let wasAsked = false;

/** Remembers until the next page load that a user signed out on this page. */
export const noteSignOut = (): void => {
  wasAsked = true;
};

export const hasAskedToSignOut = (): boolean => wasAsked;
