import type { LocalServices } from "../../mocks/local-services.ts";
import { type Attempt, type Purpose, stateOf } from "./attempts.ts";
import type { Page } from "./browser/page.ts";
import type { Tab } from "./browser/tab.ts";
import type { Visit } from "./browser/visit.ts";
import { CALLBACK } from "./browser/windows.ts";
import type { Person } from "./people.ts";
import { createPopupRules } from "./popup-rules.ts";
import type { Profile } from "./profile.ts";
import type { Scheduler } from "./scheduler.ts";
import { ORIGIN } from "./site/backend.ts";

const CALLS = {
  "sign-in": { popup: "signInWithPopup", redirect: "signInWithRedirect" },
  link: { popup: "linkWithPopup", redirect: "linkWithRedirect" },
  reauthenticate: { popup: "reauthenticateWithPopup", redirect: "reauthenticateWithRedirect" },
} as const;
/** Each link takes the next one. */
const LINKED = ["github.com", "facebook.com", "microsoft.com", "yahoo.com", "twitter.com"] as const;
const SIGN_IN = "google.com";

type Parts = {
  scheduler: Scheduler;
  services: LocalServices;
  profile: Profile;
  people: readonly [Person, Person];
};
/** What a person does: whose account at the provider, what for, and how long the person looks at the provider's page. */
export type Wish = { person: Person; purpose: Purpose; answerMs: number };

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? String(error);

/** Sign-ins by popup and by redirect in one browser, and the people at the provider's pages. */
export function createPopups({ scheduler, services, profile, people }: Parts) {
  const { rules, windows, library } = profile;
  const watch = createPopupRules({ scheduler, profile });
  const answers = new Map<Attempt, number>();
  const cancels = new Map<Attempt, () => void>();

  // The provider vouches for addresses that are verified, so a sign-in there keeps the password.
  for (const { uid } of people) {
    const account = services.identity.account(uid);
    if (account) services.identity.update(account, { emailVerified: true });
  }

  /** The provider of a call. A page without a user has no button for a link or a re-authentication. */
  const providerFor = ({ client }: Tab, { purpose }: Wish) => {
    if (purpose === "sign-in") return SIGN_IN;
    const state = client.getState();
    if (state.status === "signed-out") return undefined;
    if (purpose === "reauthenticate" || state.status === "unknown") return SIGN_IN;
    const { providerUserInfo = [] } = services.identity.account(state.user.uid) ?? {};
    return LINKED.find((each) => !providerUserInfo.some(({ providerId }) => providerId === each));
  };
  /** Whose account at the provider: for a link or a re-authentication, the page's user's own, or the other's. */
  const holderOf = ({ client }: Tab, { person, purpose }: Wish): Person => {
    const state = client.getState();
    const own = people.find(({ uid }) => state.status === "signed-in" && uid === state.user.uid);
    if (purpose === "sign-in" || !own) return person;
    return person === people[0] ? own : (people.find((other) => other !== own) ?? person);
  };

  const attemptOf = (visit: Visit): Attempt | undefined =>
    watch.attempts().findLast((each) => each.visit === visit);
  /** The last popup whose window is open. */
  const lastOpen = (): Attempt | undefined =>
    watch.attempts().findLast(({ visit }) => visit?.isPopup && !visit.page.isGone);
  /** The last popup or redirect that waits at its provider. */
  const atProvider = (): Attempt | undefined =>
    watch.attempts().findLast(({ visit }) => visit?.shown === "provider" && !visit.page.isGone);
  /** The last popup whose answer is waited for or checked. */
  const lastWaiting = (): Attempt | undefined =>
    watch
      .attempts()
      .findLast(({ page, isRedirect, isOver }) => page && !page.isGone && !isRedirect && !isOver);

  const choose = async (address: string, person: Person, choice: string): Promise<string | undefined> => {
    const body = new URLSearchParams({
      state: stateOf(address) ?? "",
      verified: "yes",
      choice,
      email: person.email,
      name: person.name,
    });
    const response = await services.handle(
      new Request(`${ORIGIN}/__local/consent`, { method: "POST", body, redirect: "manual" }),
    );
    return response?.headers.get("location") ?? undefined;
  };

  /** The person chooses at the provider, which leads back. */
  function answer(attempt: Attempt | undefined, choice: "allow" | "deny"): void {
    const { visit, person } = attempt ?? {};
    if (!attempt || !visit || !person || visit.page.isGone || visit.shown !== "provider") return;
    if (visit.isPopup) windows.focus(visit.page);
    void choose(visit.address, person, choice === "allow" ? "add" : "deny").then((address) => {
      if (address === undefined) return;
      attempt.choice = choice;
      watch.hide(new URL(address).searchParams.get("code") ?? undefined);
      windows.go(visit, address);
    });
  }

  windows.setWatch({
    left: (visit) => {
      const pending = windows.redirectOf(visit.from.tab);
      const attempt =
        attemptOf(visit) ??
        watch
          .attempts()
          .findLast(
            ({ visit: other, from, purpose, isOver }) =>
              !other && !isOver && from === visit.from && pending?.includes(`"${purpose}"`),
          );
      if (!attempt) return;
      attempt.visit = visit;
      if (attempt.isRedirect) Object.assign(attempt, watch.known(visit.from), { isKnown: false });
      watch.left(attempt);
    },
    arrived: (visit) => {
      rules.note(`${visit.page.name} is at the provider`);
      const attempt = attemptOf(visit);
      if (attempt) scheduler.after(answers.get(attempt) ?? 0, () => answer(attempt, "allow"));
    },
    returned: watch.returned,
  });

  function cancel(): void {
    const own = lastWaiting();
    if (!own?.page || own.page.isFrozen) return;
    windows.focus(own.page);
    watch.cancel(own);
    cancels.get(own)?.();
  }

  const attempt = (page: Page, { person, purpose }: Wish, visit: Visit | undefined): Attempt => ({
    person,
    purpose,
    visit,
    from: page,
    isRedirect: !visit,
    page: visit && page,
    openedAt: scheduler.now(),
    closedSince: scheduler.now(),
    waitsSince: scheduler.now(),
    idpSession: undefined,
    state: undefined,
    takeBack: () => {},
    ...watch.known(page),
  });

  return {
    /** A page of the site has opened. It may be a redirect that comes back. */
    opened: (tab: Tab): void => {
      watch.opened(tab);
      const pending = windows.redirectOf(tab.page.tab);
      const own = watch.attempts().findLast(({ idpSession }) => idpSession && pending?.includes(idpSession));
      const isBack = own !== undefined && pending?.includes('"url"') === true;
      if (isBack) {
        own.takeBack = rules.asks(tab, own.purpose === "sign-in" ? own.person.uid : undefined);
        own.page = tab.page;
      }
      const end = (code?: string) => {
        if (!isBack) return;
        rules.note(`${tab.page.name} redirect ${code ?? "done"}`);
        watch.settled(own, code);
      };
      library.getRedirectResult(tab.client).then(
        (result) => (result || !isBack ? end() : watch.expired(own)),
        (error: unknown) => {
          rules.failed(error);
          end(codeOf(error));
        },
      );
    },
    /** A person opens a popup. */
    open: (tab: Tab, { person, ...rest }: Wish): void => {
      const { page, client } = tab;
      const wish = { ...rest, person: holderOf(tab, { ...rest, person }) };
      const provider = providerFor(tab, wish);
      if (page.isFrozen || !provider) return;
      windows.focus(page);
      const controller = new AbortController();
      let own: Attempt | undefined;
      const end = (isLate: boolean) => ({
        done: () => {
          rules.note(`${page.name} popup done`);
          if (own) watch.settled(own, undefined, isLate);
        },
        failed: (error: unknown) => {
          rules.note(`${page.name} popup ${codeOf(error)}`);
          rules.failed(error);
          if (own) watch.settled(own, codeOf(error), isLate);
        },
      });
      const { done, failed } = end(false);
      const late = end(true);
      const before = windows.newest();
      library[CALLS[wish.purpose].popup](client, provider, {
        signal: controller.signal,
        onLate: (outcome) => void outcome.then(late.done, late.failed),
        onSevered: () => rules.note(`${page.name} popup severed`),
      }).then(done, failed);
      const visit = windows.newest();
      // A blocked popup replaces nothing.
      if (!visit || visit === before) return;
      const takeBack = rules.asks(tab, wish.purpose === "sign-in" ? wish.person.uid : undefined);
      own = { ...attempt(page, wish, visit), takeBack };
      answers.set(own, wish.answerMs);
      cancels.set(own, () => controller.abort());
      watch.add(own);
    },
    /** The person presses "Cancel" for the last popup. */
    cancel,
    /** The person closes the last popup. */
    close: (): void => {
      const { visit } = lastOpen() ?? {};
      if (visit) windows.closeByUser(visit);
    },
    answer: (choice: "allow" | "deny"): void => answer(atProvider(), choice),
    /** A script of the origin says an answer of its own for the last popup. */
    forge: (): void => {
      const own = lastOpen();
      const id = own?.visit && windows.attemptOf(own.visit);
      if (!own || id === undefined) return;
      own.isForged = true;
      windows.say({ attempt: id, url: `${CALLBACK}?code=forged&state=${own.state ?? "early"}` });
    },
    /** A page gets into the last window at a provider, and leads to the callback page with a stranger's tokens. */
    intrude: (): void => {
      const own = atProvider();
      if (!own?.visit) return;
      own.isForged = true;
      const tokens = { providerId: SIGN_IN, id_token: JSON.stringify({ sub: "mallory" }) };
      windows.go(own.visit, `${CALLBACK}#${new URLSearchParams(tokens)}`);
    },
    /** Something happens while Google checks the next answer, or when the response to it has arrived. */
    atCheck: watch.atCheck,
    /** A person leaves for the provider. */
    redirect: (tab: Tab, { person, ...rest }: Wish): void => {
      const { page, client } = tab;
      const wish = { ...rest, person: holderOf(tab, { ...rest, person }) };
      const provider = providerFor(tab, wish);
      if (page.isFrozen || !provider) return;
      const own = attempt(page, wish, undefined);
      rules.asks(tab, undefined);
      answers.set(own, wish.answerMs);
      watch.add(own);
      library[CALLS[wish.purpose].redirect](client, provider, { returnTo: "/" }).catch((error: unknown) => {
        own.isOver = true;
        rules.note(`${page.name} redirect ${codeOf(error)}`);
        rules.failed(error);
      });
    },
    check: watch.check,
    agree: watch.agree,
    calm: (): void => {
      windows.setCutting(false);
      windows.setRepeating(false);
    },
  };
}
export type Popups = ReturnType<typeof createPopups>;
