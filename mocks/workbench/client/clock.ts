import type { Overview } from "../../control/accounts.ts";
import type { Tools } from "./tools.ts";

export function createClockView(tools: Tools) {
  const { byId, changeAndConfirm, perform, onClick, onSubmit, fieldValueOf } = tools;
  const texts = tools.texts.clock;
  let reading: Overview["clock"] | undefined;

  const describeClock = ({ offset, skew, frozenAt }: Overview["clock"]): string => {
    const serverOffset = Math.round((offset - skew) / 1000);
    const parts = [serverOffset === 0 ? texts.inSync : texts.offset(serverOffset)];
    const skewSeconds = Math.abs(skew) / 1000;
    if (skew !== 0) parts.push(skew > 0 ? texts.clientsAhead(skewSeconds) : texts.clientsBehind(skewSeconds));
    if (frozenAt !== null) parts.push(texts.frozen);
    return parts.join(", ");
  };

  const showTime = () => {
    if (!reading) return;
    const { offset, skew, frozenAt } = reading;
    const now = frozenAt === null ? Date.now() + offset - skew : frozenAt - skew;
    byId("clock-now").textContent = new Date(now).toLocaleString([], { hour12: false });
    byId("clock-offset").textContent = describeClock(reading);
    byId("clock-freeze").textContent = frozenAt === null ? texts.freeze : texts.resume;
  };
  setInterval(showTime, 1000);

  const changeClock = (command: Record<string, unknown>, done: string) =>
    changeAndConfirm("POST", "clock", done, command);

  for (const button of document.querySelectorAll<HTMLElement>("[data-advance]"))
    button.addEventListener("click", () =>
      perform(() =>
        changeClock({ advance: Number(button.dataset["advance"]) * 1000 }, texts.moved(button.textContent)),
      ),
    );
  onClick("clock-freeze", () =>
    reading?.frozenAt === null
      ? changeClock({ freeze: true }, texts.nowFrozen)
      : changeClock({ resume: true }, texts.nowRunning),
  );
  onClick("clock-reset", () => changeClock({ reset: true }, texts.wasReset));
  onSubmit("clock-skew", (form) =>
    changeClock({ skewClients: Number(fieldValueOf(form, "seconds")) * 1000 }, texts.skewSet),
  );

  return (next: Overview["clock"]) => {
    reading = next;
    showTime();
  };
}
