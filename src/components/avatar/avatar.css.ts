import { style } from "@vanilla-extract/css";
import { vars } from "../../styles/theme.css.ts";

export const avatar = style({
  display: "grid",
  placeItems: "center",
  flexShrink: 0,
  width: "1.75rem",
  height: "1.75rem",
  borderRadius: vars.radius.pill,
  overflow: "hidden",
  background: vars.brand.graphite,
  color: vars.brand.lime,
  fontSize: "0.75rem",
  fontWeight: 600,
  lineHeight: 1,
  selectors: {
    // Without a name: head and shoulders.
    "&:empty": {
      backgroundImage: [
        `radial-gradient(circle at 50% 37%, ${vars.brand.lime} 4.5px, transparent 5px)`,
        `radial-gradient(circle at 50% 105%, ${vars.brand.lime} 9px, transparent 9.5px)`,
      ].join(),
    },
  },
});
export const large = style({ width: "4rem", height: "4rem", fontSize: "1.5rem" });
export const picture = style({ width: "100%", height: "100%", objectFit: "cover" });
