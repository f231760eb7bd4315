import { style } from "@vanilla-extract/css";
import { vars } from "../styles/theme.css.ts";

export const form = style({ display: "grid", gap: vars.space.x5 });
export const note = style({ color: vars.color.muted, fontSize: vars.text.sm });
