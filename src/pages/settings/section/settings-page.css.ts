import { style } from "@vanilla-extract/css";
import { WIDE } from "../../../styles/media.ts";
import { vars } from "../../../styles/theme.css.ts";

const { color, space } = vars;

/** Addresses may be longer than a phone is wide. */
export const page = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: space.x8,
  maxWidth: "46rem",
  marginInline: "auto",
  overflowWrap: "anywhere",
});
export const sections = style({ display: "grid", gap: space.x6 });
export const card = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: space.x5,
  minWidth: 0,
  padding: space.x5,
  border: `1px solid ${color.line}`,
  borderRadius: vars.radius.card,
  background: color.card,
  "@media": { [WIDE]: { padding: space.x8 } },
});
export const heading = style({ fontSize: vars.text.xl });
export const intro = style({ color: color.muted, fontSize: vars.text.sm });
export const head = style({ display: "grid", gap: space.x2 });
/** The form is as wide as a line of text, not as wide as the card. */
export const form = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: space.x5,
  maxWidth: "26rem",
});
export const proof = style({
  display: "grid",
  gap: space.x4,
  maxWidth: "28rem",
  padding: space.x4,
  border: `1px solid ${color.accent}`,
  borderRadius: vars.radius.control,
  "@media": { [WIDE]: { padding: space.x5 } },
});
export const rows = style({ display: "grid" });
export const row = style({
  display: "grid",
  gap: space.x3,
  alignItems: "center",
  paddingBlock: space.x3,
  borderTop: `1px solid ${color.line}`,
  selectors: {
    "&:first-child": { borderTop: 0, paddingTop: 0 },
    "&:last-child": { paddingBottom: 0 },
  },
});
/** The button is at the end however long the address beside it is, and below it if a long button leaves no room. */
export const rowLine = style({
  display: "flex",
  flexWrap: "wrap",
  gap: `${space.x2} ${space.x4}`,
  alignItems: "center",
});
export const rowText = style({ display: "grid", flex: "1 1 7.5rem", minWidth: 0, overflowWrap: "anywhere" });
export const rowName = style({ fontWeight: 600 });
export const rowDetail = style({ fontSize: vars.text.sm, color: color.muted });
export const preview = style({
  display: "flex",
  gap: space.x4,
  alignItems: "center",
  fontSize: vars.text.sm,
  color: color.muted,
});
export const key = style({
  fontFamily: vars.font.mono,
  fontSize: vars.text.sm,
  letterSpacing: "0.04em",
  overflowWrap: "anywhere",
});
export const enrollment = style({
  display: "grid",
  gap: space.x5,
  padding: space.x4,
  border: `1px solid ${color.line}`,
  borderRadius: vars.radius.control,
  "@media": { [WIDE]: { padding: space.x5 } },
});
export const steps = style({ display: "grid", gap: space.x5, maxWidth: "28rem" });
export const saved = style({
  color: color.accentStrong,
  fontSize: vars.text.sm,
  fontWeight: 500,
  selectors: { "&:empty": { position: "absolute" } },
});
