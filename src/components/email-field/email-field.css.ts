import { style } from "@vanilla-extract/css";
import { textButton } from "../../styles/layout.css.ts";
import { TARGET } from "../../styles/placement.ts";
import { vars } from "../../styles/theme.css.ts";

export const hint = style({
  fontSize: vars.text.sm,
  overflowWrap: "anywhere",
  selectors: { "&:empty": { position: "absolute" } },
});
export const accept = style([textButton, { minHeight: TARGET, color: vars.color.link, fontWeight: 600 }]);
