import type { Timers } from "./timers.ts";

/** Longer timers overflow `setTimeout` and fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** A pure transition, and what carries out its effects. */
export type Machine<State, Event, Effect> = {
  /** No clock, no I/O. */
  transition(state: State, event: Event, now: number): { state: State; effects: readonly Effect[] };
  /** The time of the one timer. */
  dueAtOf(state: State, now: number): number | undefined;
  /** The timer of that time has fired. */
  onDue(dueAt: number): void;
  /** An event that it causes before it returns has its whole step first. */
  perform(effect: Effect): void;
  /** Called after the effects of each event. */
  afterStep(event: Event, before: State): void;
};

/** Runs a machine: each event at once, its effects in their order, and one timer. */
export function createRunner<State, Event, Effect>(
  timers: Timers & { now(): number },
  start: State,
  machine: Machine<State, Event, Effect>,
) {
  let clearTimer = () => {};
  const setTimer = () => {
    clearTimer();
    const dueAt = machine.dueAtOf(runner.state, timers.now());
    if (dueAt === undefined) return;
    const ms = Math.min(dueAt - timers.now(), LONGEST_TIMER_MS);
    clearTimer = timers.setTimeout(() => machine.onDue(dueAt), ms);
  };
  const runner = {
    state: start,
    isStopped: false as boolean,
    dispatch(event: Event): void {
      if (runner.isStopped) return;
      const before = runner.state;
      const { state, effects } = machine.transition(before, event, timers.now());
      runner.state = state;
      setTimer();
      effects.forEach(machine.perform);
      // An effect may have caused the last event.
      if (!runner.isStopped) machine.afterStep(event, before);
    },
    /** Handles no further event. */
    stop(): void {
      runner.isStopped = true;
      clearTimer();
    },
  };
  setTimer();
  return runner;
}
