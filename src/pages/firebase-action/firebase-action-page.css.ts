import { style } from "@vanilla-extract/css";
import { formColumn } from "../../styles/layout.css.ts";
import { vars } from "../../styles/theme.css.ts";

export const page = style([formColumn, { gap: vars.space.x6 }]);
export const title = style({ fontSize: vars.text.x2 });
