import { afterEach, expect } from "vitest";
import { SAFARI_ON_IPHONE, sessionWorld } from "./sessions.ts";
import { createMailbox, type World } from "./world.ts";

export const ORIGIN = "https://www.tallybin.example";

/** Sites with a mailbox, and what a customer does with the mail about a new browser. */
export function newBrowserWorld(world: World) {
  const sessions = sessionWorld(world);
  const { upstream, serve, open, rows, sql } = sessions;
  afterEach(() => {
    upstream.profiles.clear();
    upstream.resets.sent.length = 0;
  });
  const openSite = (env: Record<string, string> = {}) => {
    const mailbox = createMailbox();
    const site = serve(env, { mailer: mailbox.mailer });
    /** Waits until no sign-in is still looked at and no mail is due: then one that has not come will not come. */
    const settled = async () => {
      await expect
        .poll(() => sql("select id from sign_in_notices where methods is null or mail_due_at is not null"), {
          timeout: 5_000,
        })
        .toEqual([]);
      await site.server.close();
      return mailbox.mails;
    };
    return { ...site, mailbox, arrived: mailbox.arrived, settled };
  };
  type Site = ReturnType<typeof openSite>;
  const pathOf = (link = ""): string => link.replace(ORIGIN, "");
  const linkOf = async (site: Site, count = 1): Promise<string> =>
    pathOf((await site.arrived(count)).at(-1)?.link);
  /** Opens a link as a mail program's browser does, and returns the cookie that the page's button sends. */
  const openLink = async ({ request }: Site, link: string) => {
    const response = await request(link);
    expect([response.status, response.headers.get("location")]).toEqual([303, "/api/account/not-me"]);
    return response.headers.get("set-cookie")?.split(";")[0] ?? "";
  };
  const press = ({ request }: Site, headers: Record<string, string>) =>
    request("/api/account/not-me", { method: "POST", headers: { origin: ORIGIN, ...headers } });
  const answer = async (site: Site, link: string) => press(site, { cookie: await openLink(site, link) });
  const uids = async () => (await rows()).map(({ uid }) => uid);
  /** Alice's own browser is known; a stranger's is announced. */
  const stranger = async (site: Site) => {
    const [own, other] = [open(site), open(site, SAFARI_ON_IPHONE)];
    await own.signIn("alice");
    await site.arrived(1);
    await other.signIn("alice");
    return { own, other, link: await linkOf(site, 2) };
  };
  return { ...sessions, openSite, pathOf, linkOf, openLink, press, answer, uids, stranger };
}
