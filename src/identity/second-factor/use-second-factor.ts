import { type EnrolledFactor, IdentityError, type MultiFactorResolver, type User } from "@tallybin/identity";
import { useCallback, useRef, useState } from "react";
import { now } from "../../lib/clock.ts";
import { withIdentity } from "../client/client.ts";
import { Cancellation, useTask } from "../state/use-task.ts";
import { humanVerifier } from "./human-check.ts";

/** A text message takes about this long to arrive. */
const RESEND_AFTER_MS = 30_000;

/** A demand for a second factor, and the page's actions for it. */
export type SecondFactorStep = NonNullable<ReturnType<typeof useSecondFactor>["step"]>;

type Demand = { resolver: MultiFactorResolver; settle: (outcome: User | "canceled") => void };

/** Makes a sign-in wait for the user's second factor, if one is required. */
export function useSecondFactor() {
  const [demand, setDemand] = useState<Demand | undefined>(undefined);
  const [chosen, setChosen] = useState<EnrolledFactor | undefined>(undefined);
  const [resendAt, setResendAt] = useState<number | undefined>(undefined);
  /** The latest message. Codes are checked against it, even if an earlier message is sent late. */
  const sent = useRef<Promise<string> | undefined>(undefined);

  const sending = useTask(
    async ({ resolver, hint }: { resolver: MultiFactorResolver; hint: EnrolledFactor }) => {
      const sendingNow = resolver.sendCode(hint, humanVerifier);
      sent.current = sendingNow;
      await sendingNow;
      if (sent.current === sendingNow) setResendAt(now() + RESEND_AFTER_MS);
    },
    { supersedes: true },
  );
  const checking = useTask(async (code: string) => {
    if (!demand || !chosen) return;
    const { resolver } = demand;
    const user =
      chosen.factorId === "phone"
        ? await resolver.resolveWithPhone((await sent.current) ?? "", code)
        : await resolver.resolveWithTotp(chosen, code);
    setDemand(undefined);
    demand.settle(user);
  });

  const chooseFactor = (resolver: MultiFactorResolver, hint: EnrolledFactor): void => {
    setChosen(hint);
    setResendAt(undefined);
    checking.reset();
    sending.reset();
    if (hint.factorId === "phone") void sending.start({ resolver, hint });
  };

  /** Runs a first factor; resolves after the second one, if the account has one. */
  const withSecondFactor = async (firstFactor: () => Promise<User>): Promise<User> => {
    try {
      return await firstFactor();
    } catch (error) {
      if (!(error instanceof IdentityError) || error.code !== "multi-factor-auth-required") throw error;
      const [identity, functions] = await withIdentity(() => import("../client/second-factor.lazy.ts"));
      const resolver = functions.getMultiFactorResolver(identity, error);
      const [first] = resolver.hints;
      if (!first) throw error;
      return await new Promise<User>((resolve, reject) => {
        setDemand({
          resolver,
          settle: (outcome) => (outcome === "canceled" ? reject(new Cancellation()) : resolve(outcome)),
        });
        chooseFactor(resolver, first);
      });
    }
  };

  // A code that is being checked may already have signed the user in, so it can no longer be canceled.
  const isChecking = checking.isBusy;
  const cancel = useCallback(() => {
    if (isChecking) return;
    setDemand(undefined);
    demand?.settle("canceled");
  }, [demand, isChecking]);

  const step = demand &&
    chosen && {
      hints: demand.resolver.hints,
      chosen,
      choose: (uid: string): void => {
        const hint = demand.resolver.hints.find((each) => each.uid === uid);
        if (hint && !isChecking) chooseFactor(demand.resolver, hint);
      },
      sending: sending.progress,
      resendAt,
      resend: (): void => {
        checking.reset(); // a code error about the previous message does not apply to this message
        void sending.start({ resolver: demand.resolver, hint: chosen });
      },
      checking: checking.progress,
      check: (code: string): void => void checking.start(code),
      cancel,
    };
  return { step, withSecondFactor };
}
