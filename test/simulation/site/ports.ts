import type { Random } from "../random.ts";
import type { Place, Scheduler } from "../scheduler.ts";

/**
 * How another machine treats a process of the server.
 * - `away`: refuses before it acts.
 * - `loses-answers`: acts, and its answer is lost.
 * - `slow`: takes up to 12 s each way, longer than the server waits.
 */
export type PortMode = "ok" | "away" | "loses-answers" | "slow";
/** The machines that a process calls. */
export type PortName = "store" | "google";

export type Ports = ReturnType<typeof createPorts>;

type Call<T> = {
  process: Place;
  name: PortName;
  work: () => Promise<T>;
  lost: () => Error;
  resolve: (value: T) => void;
  reject: (error: unknown) => void;
};

/** The lines from the server's processes to other machines. Each call is a task that can be slow, fail, or be cut off. */
export function createPorts({ scheduler, luck }: { scheduler: Scheduler; luck: Random }) {
  const modes: Record<PortName, PortMode> = { store: "ok", google: "ok" };
  /** The calls that a fault holds up, also after its end. */
  const heldUp = new Set<{ process: Place }>();
  /** When such a call last ended, or a call of a killed process acted. */
  let lateAt = 0;

  const setMode = (name: PortName, mode: PortMode): void => {
    modes[name] = mode;
  };

  const carryOut = <T>(call: Call<T>): void => {
    const { process, name, work, lost, resolve, reject } = call;
    const own = modes[name];
    if (process.isGone) return;
    const delay = () => (own === "slow" ? luck.between(0, 12_000) : luck.between(0, 4));
    const lose = () => scheduler.after(delay(), () => reject(lost()), process);
    if (own === "away") {
      lose();
      return;
    }
    scheduler.after(delay(), () => {
      if (process.isGone) lateAt = scheduler.now();
      void work().then(
        (value) => {
          if (own === "loses-answers") lose();
          else scheduler.after(delay(), () => resolve(value), process);
        },
        (error: unknown) => {
          scheduler.after(delay(), () => reject(error), process);
        },
      );
    });
  };

  return {
    setMode,
    areOk: (): boolean =>
      Object.values(modes).every((mode) => mode === "ok") &&
      [...heldUp].every(({ process }) => process.isGone),
    lateAt: () => lateAt,
    calm: (): void => {
      for (const name of Object.keys(modes) as PortName[]) setMode(name, "ok");
    },
    /** Carries out one call of a process. The call may act although the process is killed meanwhile. */
    call: <T>(
      process: Place,
      name: PortName,
      work: () => Promise<T>,
      lost = () => new Error("Connection terminated unexpectedly"),
    ): Promise<T> => {
      const done = new Promise<T>((resolve, reject) => {
        carryOut({ process, name, work, lost, resolve, reject });
      });
      if (modes[name] === "ok") return done;
      const own = { process };
      heldUp.add(own);
      return done.finally(() => {
        heldUp.delete(own);
        lateAt = scheduler.now();
      });
    },
  };
}
