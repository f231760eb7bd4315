import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { afterAll, vi } from "vitest";

// Test files share a process, which loads React and the DOM once. The end of a file closes its page: no listener,
// timer or channel remains, nothing is stored, and the next file evaluates the site's modules again.

const closing: (() => void)[] = [];
const address = window.location.href;
globalThis.indexedDB = new IDBFactory();

/** Undoes each later call or construction of a function at the end of the file. */
function undoLater(owner: object, name: string, undo: (made: never, args: never) => void): void {
  const original: (...args: unknown[]) => unknown = Reflect.get(owner, name);
  const noted = <T>(made: T, args: unknown[]): T => {
    closing.push(() => undo(made as never, args as never));
    return made;
  };
  const recording = new Proxy(original, {
    apply: (target, self, args) => noted(Reflect.apply(target, self, args), args),
    construct: (target, args, newTarget) => noted(Reflect.construct(target, args, newTarget), args),
  });
  Reflect.set(owner, name, recording);
  closing.push(() => Reflect.set(owner, name, original));
}

for (const target of [window, document])
  undoLater(target, "addEventListener", (_, args: Parameters<Window["removeEventListener"]>) =>
    target.removeEventListener(...args),
  );
undoLater(globalThis, "setTimeout", (timer: NodeJS.Timeout) => clearTimeout(timer));
undoLater(globalThis, "setInterval", (timer: NodeJS.Timeout) => clearInterval(timer));
undoLater(globalThis, "BroadcastChannel", (channel: BroadcastChannel) => channel.close());

afterAll(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  for (const close of closing.splice(0)) close();
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, "", address);
  for (const element of [document.documentElement, document.head, document.body])
    for (const { name } of [...element.attributes]) element.removeAttribute(name);
  document.head.replaceChildren();
  document.body.replaceChildren();
  vi.resetModules();
});
