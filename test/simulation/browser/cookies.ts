/** How the name of each short cookie of a bound session begins. */
export const SHORT_COOKIE = "bound-";

/** The cookies of one profile, which no script reads. Paths and flags do not matter here: all requests are the site's. */
export function createCookies(now: () => number) {
  const jar = new Map<string, { value: string; endsAt: number }>();
  return {
    header: (): string =>
      [...jar]
        .filter(([, { endsAt }]) => endsAt > now())
        .map(([name, { value }]) => `${name}=${value}`)
        .join("; "),
    /** @param header the value of `Set-Cookie` */
    set: (header: string): void => {
      const [, name = "", value = "", seconds = "0"] = /^([^=]+)=([^;]*);.*Max-Age=(\d+)/.exec(header) ?? [];
      // The browser keeps those of bound sessions itself.
      if (name.startsWith(SHORT_COOKIE)) return;
      jar.set(name, { value, endsAt: now() + Number(seconds) * 1000 });
    },
    clear: (): void => jar.clear(),
  };
}
