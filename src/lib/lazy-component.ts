import { type ComponentType, lazy } from "react";

/**
 * A component in a chunk of its own, with a stand-in for a chunk that cannot be fetched: without one, a lost chunk takes
 * down the whole page.
 */
export const lazyComponent = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  standIn: ComponentType<Props>,
) => lazy(async () => ({ default: await load().catch(() => standIn) }));
