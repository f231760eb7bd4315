import { type ComponentType, lazy } from "react";

/** A component in its own chunk, with a replacement for a missing chunk, which would break the whole page. */
export const lazyComponent = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  standIn: ComponentType<Props> = () => null,
) => lazy(async () => ({ default: await load().catch(() => standIn) }));
