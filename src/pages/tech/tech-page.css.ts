import { style } from "@vanilla-extract/css";
import { vars } from "../../styles/theme.css.ts";

export const picture = style({ overflow: "clip", borderRadius: vars.radius.card });
