import { type StyleRule, style } from "@vanilla-extract/css";
import { TARGET } from "./media.ts";

/** Children below each other, or in columns. */
export const grid = (gap: string, more: StyleRule = {}): string => style({ display: "grid", gap, ...more });

/** Children beside each other, on further lines if there is no room. */
export const flow = (gap: string, more: StyleRule = {}): string =>
  style({ display: "flex", flexWrap: "wrap", alignItems: "center", gap, ...more });

/** A link or button that is tall enough for a finger. */
export const target = (more: StyleRule = {}): string =>
  style({ display: "inline-flex", alignItems: "center", minHeight: TARGET, ...more });
