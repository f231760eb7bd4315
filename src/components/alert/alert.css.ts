import { globalStyle, style } from "@vanilla-extract/css";
import { recipe } from "@vanilla-extract/recipes";
import { vars } from "../../styles/theme.css.ts";

const { color, space } = vars;

export const alert = recipe({
  base: {
    display: "grid",
    gridTemplateColumns: "auto 1fr",
    gap: space.x3,
    alignItems: "start",
    padding: `${space.x3} ${space.x4}`,
    border: "1px solid",
    borderRadius: vars.radius.control,
    fontSize: vars.text.sm,
    lineHeight: 1.45,
    scrollMarginBlock: space.x4, // the distance from the edge when an alert is scrolled into view
  },
  variants: {
    tone: {
      error: { background: color.dangerTint, borderColor: color.danger, color: color.danger },
      success: { background: color.accentTint, borderColor: color.accent, color: color.accentStrong },
      notice: { background: color.card, borderColor: color.control, color: color.text },
    },
  },
});

export const icon = style({ width: "1.25rem", height: "1.25rem", marginTop: "0.05rem" });
/** Not a grid, because a grid would put a link within a sentence on its own line. */
export const content = style({ minWidth: 0 });
globalStyle(`${content} > p + p`, { marginTop: space.x1 });
/** Space between the message and the action. */
globalStyle(`${content} > p + div`, { marginTop: space.x2, marginBottom: space.x1 });
/** A link in a message has the message's color, and is tall enough for a thumb. */
globalStyle(`${content} a`, {
  paddingBlock: "0.35rem",
  color: "inherit",
  fontWeight: 600,
});
