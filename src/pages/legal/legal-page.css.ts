import { globalStyle, style } from "@vanilla-extract/css";
import { vars } from "../../styles/theme.css.ts";

const { color, space } = vars;

export const page = style({ display: "grid", gap: space.x10 });

export const article = style({ display: "grid", gap: space.x4, maxWidth: vars.width.measure });
export const updated = style({ color: color.muted, fontSize: vars.text.sm });
globalStyle(`${article} h2`, { fontSize: vars.text.lg, marginTop: space.x5 });
