let wasAsked = false;

/** Remembers, until the page is loaded again, that somebody signed out on it. */
export const noteSignOut = (): void => {
  wasAsked = true;
};

export const hasAskedToSignOut = (): boolean => wasAsked;
