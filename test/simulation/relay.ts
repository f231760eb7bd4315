import type { Page } from "./browser/page.ts";
import type { Asked } from "./document-rules.ts";
import type { Scheduler } from "./scheduler.ts";

const decoder = new TextDecoder();

/** The bytes of a response, which arrive in tasks of a page, in order. */
export function relay(
  page: Page,
  scheduler: Scheduler,
  body: ReadableStream<Uint8Array>,
  {
    signal,
    isCut,
    asked,
  }: { signal: AbortSignal; isCut: () => boolean; asked: Asked & { receives(): void } },
) {
  const reader = body.getReader();
  let dueAt = 0;
  let isOver = false;
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        const end = (finish: () => void) => {
          if (isOver) return;
          isOver = true;
          asked.ends();
          void reader.cancel().catch(() => {});
          finish();
        };
        signal.addEventListener("abort", () => end(() => controller.error(signal.reason)));
        const deliver = (run: () => void) => {
          dueAt = Math.max(dueAt, scheduler.now() + page.luck.between(1, 80));
          scheduler.after(dueAt - scheduler.now(), () => !isOver && run(), page);
        };
        const pump = async (): Promise<void> => {
          const { done, value } = await reader.read();
          if (isOver) return;
          if (page.isGone) return void reader.cancel();
          if (isCut()) return deliver(() => end(() => controller.error(new TypeError("network error"))));
          if (done) return deliver(() => end(() => controller.close()));
          deliver(() => {
            if (decoder.decode(value).includes("UNAUTHENTICATED")) asked.rejects();
            asked.receives();
            controller.enqueue(value);
          });
          return pump();
        };
        pump().catch((error: unknown) => deliver(() => end(() => controller.error(error))));
      },
      cancel: () => {
        isOver = true;
        asked.ends();
        return reader.cancel();
      },
    },
    { highWaterMark: 1000 },
  );
}
