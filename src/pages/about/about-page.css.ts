import { style } from "@vanilla-extract/css";
import { tightStack } from "../../styles/layout.css.ts";
import { vars } from "../../styles/theme.css.ts";

export const block = style([tightStack, { maxWidth: vars.width.measure }]);
/** Three blocks beside each other, with smaller headings than one of the page's width. */
export const blockTitle = style({ fontSize: vars.text.xl });
