import * as v from "valibot";

/** What tabs tell each other. Never a token: who hears it reads storage. */
export const TabMessage = v.picklist(["changed", "signed-out"]);
export type TabMessage = v.InferOutput<typeof TabMessage>;

/** The part of BroadcastChannel in use, so that a test can pass its own. */
export type Channel = {
  postMessage(message: unknown): void;
  addEventListener(type: "message", listener: (event: { data: unknown }) => void): void;
  close(): void;
};

/** Anything on the origin may post on the channel: what is not one of ours is dropped. */
export function onTabMessage(channel: Channel, listener: (message: TabMessage) => void): void {
  channel.addEventListener("message", ({ data }) => {
    const parsed = v.safeParse(TabMessage, data);
    if (parsed.success) listener(parsed.output);
  });
}
