import { style } from "@vanilla-extract/css";
import { vars } from "../../styles/theme.css.ts";

export const picture = style({ width: "100%", height: "auto", borderRadius: vars.radius.card });
