import type { Call } from "../http/call.ts";
import { mailOobCode } from "../identity-toolkit/oob.ts";
import { issueTokens } from "../identity-toolkit/tokens.ts";
import type { World } from "../world.ts";
import { known, linked, type Member, withPassword, withPhone, withTotp } from "./cast.ts";

/** What a scenario is given besides the world. */
export type Stage = {
  /** The address of its first member. */
  email: string;
  /** Writes a user document, as an administrator. */
  putUserDocument(uid: string, fields: Record<string, string>): Promise<void>;
};

export type Scenario = {
  /** For the workbench: what is the case. */
  tells: string;
  email: string;
  build(world: World, stage: Stage): Member[] | Promise<Member[]>;
};

/** A request that nobody sent, for operations that read their links' origin from one. */
const noCall = (world: World): Call => {
  const url = new URL(world.origin ?? "http://localhost");
  return { request: new Request(url), url, params: {}, fields: {}, owner: true, origin: url.origin };
};

async function onPlan(world: World, { email, putUserDocument }: Stage, status: string): Promise<Member[]> {
  const member = withPassword(world, email, { displayName: "Petra Plan" });
  await putUserDocument(member.uid, {
    email,
    name: "Petra Plan",
    stripePriceId: "price_local_pro",
    stripeSubscriptionStatus: status,
  });
  return [member];
}

/** A session that began an hour ago and was revoked since: both of its tokens are worthless. */
async function expiredSession(world: World, email: string): Promise<Member[]> {
  const member = withPassword(world, email);
  const hourAgo = Math.floor(world.clock.now() / 1000) - 3600;
  const account = world.identity.account(member.uid);
  if (!account) return [];
  const tokens = await issueTokens(world, account, {
    provider: "password",
    authTime: hourAgo,
    sessionStart: hourAgo,
  });
  return [{ ...member, idToken: tokens.idToken, refreshToken: tokens.refreshToken }];
}

/** The named situations that tests begin with and people look at. */
export const scenarios: Record<string, Scenario> = {
  fresh: { tells: "nobody has an account", email: "", build: () => [] },
  "verified customer": {
    tells: "Ada has a password and a verified address",
    email: "ada@example.test",
    build: async (world, { email, putUserDocument }) => {
      const member = withPassword(world, email, { displayName: "Ada Example" });
      await putUserDocument(member.uid, { email, name: "Ada Example" });
      return [member];
    },
  },
  unverified: {
    tells: "Una has not opened the mail that proves her address; it is in the outbox",
    email: "una@example.test",
    build: (world, { email }) => {
      const member = withPassword(world, email, { emailVerified: false });
      mailOobCode(world, noCall(world), { requestType: "VERIFY_EMAIL", email });
      return [member];
    },
  },
  "google only": {
    tells: "Gina signs in with Google and has no password",
    email: "gina@example.test",
    build: (world, { email }) => [linked(world, known(world, "google.com", email, "Gina Google"))],
  },
  "password and google": {
    tells: "Paul has a password and Google",
    email: "paul@example.test",
    build: (world, { email }) => [
      linked(world, known(world, "google.com", email, "Paul Both"), withPassword(world, email)),
    ],
  },
  "provider collision": {
    tells: "Carla has a password; GitHub knows her address but does not vouch for it, Google does",
    email: "carla@example.test",
    build: (world, { email }) => {
      known(world, "github.com", email, "Carla Collision", false);
      known(world, "google.com", email, "Carla Collision");
      return [withPassword(world, email)];
    },
  },
  "second factor": {
    tells: "Tom needs the code of his authenticator app, which the workbench shows",
    email: "tom@example.test",
    build: (world, { email }) => [withTotp(world, withPassword(world, email))],
  },
  "sms second factor": {
    tells: "Sara needs the code of an SMS, which is in the outbox",
    email: "sara@example.test",
    build: (world, { email }) => [withPhone(world, withPassword(world, email))],
  },
  disabled: {
    tells: "Dora's account was disabled by an administrator",
    email: "dora@example.test",
    build: (world, { email }) => [withPassword(world, email, { disabled: true })],
  },
  "expired session": {
    tells: "Eve's session has expired and was revoked; the answer has its tokens",
    email: "eve@example.test",
    build: (world, { email }) => expiredSession(world, email),
  },
  "plan active": {
    tells: "Petra pays for the pro plan",
    email: "petra@example.test",
    build: (world, stage) => onPlan(world, stage, "active"),
  },
  "plan past due": {
    tells: "Petra's last payment for the pro plan failed",
    email: "petra@example.test",
    build: (world, stage) => onPlan(world, stage, "past_due"),
  },
  crowd: {
    tells: "three hundred accounts with passwords: verified, unverified, disabled",
    email: "crowd@example.test",
    build: (world, { email }) => {
      const [name = "crowd", host = "example.test"] = email.split("@");
      return Array.from({ length: 300 }, (_, index) =>
        withPassword(world, `${name}-${String(index + 1).padStart(3, "0")}@${host}`, {
          emailVerified: index % 3 !== 0,
          disabled: index % 50 === 49,
        }),
      );
    },
  },
};
