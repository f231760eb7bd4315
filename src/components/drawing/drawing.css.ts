import { globalStyle, style } from "@vanilla-extract/css";

/** Reserves the picture's room while its code loads. */
export const drawing = style({ display: "block" });
globalStyle(`${drawing} > svg`, { width: "100%", height: "auto" });
