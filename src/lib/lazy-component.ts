import { type ComponentType, lazy } from "react";

/**
 * A component in its own chunk, with a replacement for a chunk that does not load: without a replacement, a missing
 * chunk breaks the whole page.
 */
export const lazyComponent = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  standIn: ComponentType<Props>,
) => lazy(async () => ({ default: await load().catch(() => standIn) }));
