import { describe, expect, test } from "vitest";
import { only, pressButton, settle, texts, type } from "./support/render.tsx";
import { ADA, leave, open, signUpAda, startSite } from "./support/site.tsx";
import { until } from "./support/until.ts";

const TRY_AGAIN = /The sign-in service had a problem/;
const WRONG = "Incorrect email or password.";
const local = startSite();

const CHECKED = `New password for ${ADA.email}`;
/** Opens the page of a mailed link for a new password. */
const openMailedLink = async (shows = CHECKED) => {
  await signUpAda();
  await leave();
  const mail = { requestType: "PASSWORD_RESET", email: ADA.email };
  await local.callElsewhere("v1/accounts:sendOobCode", mail);
  const { actionLink = "" } = local.services.outbox.latest(ADA.email, "PASSWORD_RESET");
  await open(`/auth/changepass${new URL(actionLink).search}`);
  await until(() => expect(texts("main").join()).toContain(shows));
};
const openSettings = async () => {
  await signUpAda();
  await open("/settings/general");
  await until(() => expect(texts("main h1")).toEqual(["Settings"]));
};

type Form = {
  name: string;
  endpoint: string;
  open: () => Promise<unknown>;
  /** The texts of its fields by name. The first one names the form. */
  typed: Record<string, string>;
  says: Record<string, string | RegExp>;
};

const forms: readonly Form[] = [
  {
    name: "sign-up",
    endpoint: "accounts:signUp",
    open: () => open("/auth/signup"),
    typed: { email: ADA.email, pass: ADA.password, confirmPass: ADA.password },
    says: {
      EMAIL_EXISTS: /already exists\. Sign in instead/,
      INVALID_EMAIL: /doesn’t look right/,
      INVALID_IDENTIFIER: /doesn’t look right/,
      MISSING_PASSWORD: "Please enter a password.",
      "WEAK_PASSWORD : Password should be at least 6 characters": /too weak/,
      "PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements": /everything it needs/,
      OPERATION_NOT_ALLOWED: /can’t create an account right now/,
      ADMIN_ONLY_OPERATION: /Contact us to open an account/,
      TOO_MANY_ATTEMPTS_TRY_LATER: /Too many attempts/,
      QUOTA_EXCEEDED: /service is busy/,
    },
  },
  {
    name: "sign-in",
    endpoint: "accounts:signInWithPassword",
    open: async () => {
      await signUpAda();
      await leave();
      await open("/auth/signin");
    },
    typed: { email: ADA.email, pass: ADA.password },
    says: {
      INVALID_PASSWORD: WRONG,
      INVALID_LOGIN_CREDENTIALS: WRONG,
      EMAIL_NOT_FOUND: /couldn’t find an account with this email address/,
      USER_DISABLED: /has been disabled/,
      PASSWORD_LOGIN_DISABLED: /isn’t available here/,
      "TOO_MANY_ATTEMPTS_TRY_LATER : Access to this account has been temporarily disabled":
        /Too many attempts/,
    },
  },
  {
    name: "forgotten password",
    endpoint: "accounts:sendOobCode",
    open: async () => {
      await signUpAda();
      await leave();
      await open("/auth/forgotpass");
    },
    typed: { email: ADA.email },
    says: {
      INVALID_EMAIL: /doesn’t look right/,
      RESET_PASSWORD_EXCEED_LIMIT: /already sent you several emails/,
      USER_DISABLED: /has been disabled/,
    },
  },
  {
    name: "new password by a link",
    endpoint: "accounts:resetPassword",
    open: () => openMailedLink(),
    typed: { pass: "another-horse", confirmPass: "another-horse" },
    says: {
      EXPIRED_OOB_CODE: /has expired/,
      INVALID_OOB_CODE: /already used or is incomplete/,
      WEAK_PASSWORD: /too weak/,
      USER_DISABLED: /has been disabled/,
      USER_NOT_FOUND: /no longer exists/,
    },
  },
  {
    name: "new email",
    endpoint: "accounts:update",
    open: openSettings,
    typed: { email: "ada.new@example.com" },
    says: {
      EMAIL_EXISTS: /Another account already uses this email address/,
      INVALID_NEW_EMAIL: TRY_AGAIN,
      TOO_MANY_ATTEMPTS_TRY_LATER: /already sent you several emails/,
    },
  },
];

/** Errors of any call. */
const everywhere: Record<string, string | RegExp> = {
  PROJECT_DISABLED: /set up wrong on our side/,
  "API key not valid. Please pass a valid API key.": /set up wrong on our side/,
  "A sentence that Google added later.": TRY_AGAIN,
};
const outages = [
  [{ kind: "offline" }, /couldn’t reach the sign-in service/],
  [{ kind: "status", status: 500 }, TRY_AGAIN],
  [{ kind: "status", status: 503 }, TRY_AGAIN],
  [{ kind: "html", status: 502 }, TRY_AGAIN],
  [{ kind: "html" }, /couldn’t reach|had a problem/],
  [{ kind: "malformed-json" }, /couldn’t reach|had a problem/],
  [{ kind: "status", status: 429, retryAfterS: 90 }, /You can try again in/],
] as const;

describe.each(forms)("the form for a $name", ({ endpoint, open: openForm, typed, says }) => {
  const [first = ""] = Object.keys(typed);
  const field = (name: string) => only<HTMLInputElement>(`main [name=${name}]`);
  const form = () => field(first).form ?? undefined;
  const submit = () => settle(() => form()?.requestSubmit());
  /** The part of the page that has the form's messages. */
  const part = () => form()?.closest<HTMLElement>("section, main") ?? undefined;

  /** Up to seventeen requests: on a busy machine each takes seconds. */
  const LIMIT_MS = 120_000;
  test("the form shows a message for each server error code and each outage, and keeps the text", {
    timeout: LIMIT_MS,
  }, async () => {
    await openForm();
    const cases = [
      ...Object.entries({ ...says, ...everywhere }).map(
        ([word, sentence]) => [{ kind: "error", word }, sentence] as const,
      ),
      ...outages,
    ];
    for (const [name, text] of Object.entries(typed)) await type(field(name), text);
    for (const [fault, sentence] of cases) {
      const { id } = local.services.failures.add({ endpoint, fault });
      await submit();
      await until(() =>
        expect(texts("[role=alert]", part()).join(), JSON.stringify(fault)).toMatch(sentence),
      );
      for (const [name, text] of Object.entries(typed)) expect(field(name).value).toBe(text);
      local.services.failures.remove(id);
    }
  });
});

describe("the page of a mailed link for a new password", () => {
  const fail = (fault: { kind: "error"; word: string } | { kind: "offline" }) =>
    local.services.failures.add({ endpoint: "accounts:resetPassword", fault, times: 1 });

  test("the page offers to check its link again after an outage", async () => {
    fail({ kind: "offline" });
    await openMailedLink("Try again");
    await pressButton("Try again");
    await until(() => expect(texts("main").join()).toContain(CHECKED));
  });

  test("a form whose link has expired meanwhile offers a new link", async () => {
    await openMailedLink();
    fail({ kind: "error", word: "EXPIRED_OOB_CODE" });
    for (const name of ["pass", "confirmPass"])
      await type(only<HTMLInputElement>(`main [name=${name}]`), "another-horse");
    await pressButton("Change password");
    await until(() => expect(texts("main a")).toContain("Send a new link"));
  });
});
