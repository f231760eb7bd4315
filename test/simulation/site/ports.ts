import type { Random } from "../../soak/random.ts";
import type { Place, Scheduler } from "../scheduler.ts";

/**
 * How another machine treats a process of the server.
 * - `away`: refuses before it acts.
 * - `loses-answers`: acts, and its answer is lost.
 * - `silent`: does not act, and does not answer.
 * - `slow`: takes up to 12 s each way, longer than the server waits.
 */
export type PortMode = "ok" | "away" | "loses-answers" | "silent" | "slow";
/** The machines that a process calls. */
export type PortName = "store" | "google" | "mail";

export type Ports = ReturnType<typeof createPorts>;

/** The lines from the server's processes to other machines. Each call is a task that can be slow, fail, or be cut off. */
export function createPorts({ scheduler, luck }: { scheduler: Scheduler; luck: Random }) {
  const modes: Record<PortName, PortMode> = { store: "ok", google: "ok", mail: "ok" };
  return {
    mode: (name: PortName): PortMode => modes[name],
    setMode: (name: PortName, mode: PortMode): void => {
      modes[name] = mode;
    },
    areOk: (): boolean => Object.values(modes).every((mode) => mode === "ok"),
    calm: (): void => {
      for (const name of Object.keys(modes) as PortName[]) modes[name] = "ok";
    },
    /** Carries out one call of a process. The call may act although the process is killed meanwhile. */
    call: <T>(
      process: Place,
      name: PortName,
      work: () => Promise<T>,
      lost = () => new Error("Connection terminated unexpectedly"),
    ): Promise<T> =>
      new Promise((resolve, reject) => {
        const own = modes[name];
        if (process.isGone || own === "silent") return;
        const delay = () => (own === "slow" ? luck.between(0, 12_000) : luck.between(0, 4));
        const lose = () => scheduler.after(delay(), () => reject(lost()), process);
        if (own === "away") {
          lose();
          return;
        }
        scheduler.after(delay(), () => {
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
      }),
  };
}
