import { style } from "@vanilla-extract/css";
import { vars } from "../../styles/theme.css.ts";

/** The same distance below its heading as for the cards of the home page. */
export const items = style({ marginTop: vars.space.x10 });
