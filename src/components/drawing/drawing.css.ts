import { globalStyle, style } from "@vanilla-extract/css";

/** Keeps the picture's room while its code is on the way. */
export const drawing = style({ display: "block" });
globalStyle(`${drawing} > svg`, { width: "100%", height: "auto" });
