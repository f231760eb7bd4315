import type { Overview } from "../overview.ts";
import type { Tools } from "./tools.ts";

/** Local time, and the buttons that change it. */
export function createClockView({ byId, call, attempt, say, onSubmit, field }: Tools) {
  let reading: Overview["clock"] | undefined;

  const describe = ({ offset, skew, frozenAt }: Overview["clock"]): string => {
    const serverOffset = Math.round((offset - skew) / 1000);
    const parts = [
      serverOffset === 0 ? "as this machine's" : `${serverOffset > 0 ? "+" : ""}${serverOffset} s`,
    ];
    if (skew !== 0) parts.push(`clients ${skew > 0 ? "ahead" : "behind"} by ${Math.abs(skew) / 1000} s`);
    if (frozenAt !== null) parts.push("frozen");
    return parts.join(", ");
  };

  const tick = () => {
    if (!reading) return;
    const { offset, skew, frozenAt } = reading;
    const now = frozenAt === null ? Date.now() + offset - skew : frozenAt - skew;
    byId("clock-now").textContent = new Date(now).toLocaleString([], { hour12: false });
    byId("clock-offset").textContent = describe(reading);
    byId("clock-freeze").textContent = frozenAt === null ? "Freeze" : "Let it run";
  };
  setInterval(tick, 1000);

  const steer = (command: Record<string, unknown>, done: string) =>
    attempt(async () => {
      await call("POST", "clock", command);
      say(done);
    });

  for (const button of document.querySelectorAll<HTMLElement>("[data-advance]"))
    button.addEventListener("click", () =>
      steer({ advance: Number(button.dataset["advance"]) * 1000 }, `The clock went ${button.textContent}.`),
    );
  byId("clock-freeze").addEventListener("click", () =>
    reading?.frozenAt === null
      ? steer({ freeze: true }, "The clock stands still.")
      : steer({ resume: true }, "The clock runs."),
  );
  byId("clock-reset").addEventListener("click", () =>
    steer({ reset: true }, "The clock shows this machine's time."),
  );
  onSubmit("clock-skew", async (form) => {
    await call("POST", "clock", { skewClients: Number(field(form, "seconds")) * 1000 });
    say("Clients' clocks were set.");
  });

  return (next: Overview["clock"]) => {
    reading = next;
    tick();
  };
}
