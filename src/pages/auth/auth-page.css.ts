import { providerIds } from "@tallybin/contract/providers";
import { globalStyle, style } from "@vanilla-extract/css";
import { fading } from "../../components/spinner/spinner.css.ts";
import { formColumn } from "../../styles/layout.css.ts";
import { grid, SCRIPTING_OFF, STATIC_PAGE, target } from "../../styles/placement.ts";
import { vars } from "../../styles/theme.css.ts";

const { color, space } = vars;

export const page = style([formColumn, { gap: space.x8 }]);
/** As high as its form, so that the footer stays in place if the link turns out to be invalid. */
export const passwordPage = style([page, { minHeight: "42rem", alignContent: "start" }]);
export const form = grid(space.x5);
export const agreement = style({ fontSize: vars.text.sm, color: color.muted });
export const links = style({
  display: "flex",
  flexWrap: "wrap",
  justifyContent: "space-between",
  gap: `${space.x2} ${space.x5}`,
  paddingTop: space.x5,
  borderTop: `1px solid ${color.line}`,
  fontSize: vars.text.sm,
});
export const link = target({
  selectors: { "&[data-held]": { cursor: "progress", ...fading } },
});

export const social = grid(space.x3);
export const divider = grid(space.x3, {
  gridTemplateColumns: "1fr auto 1fr",
  alignItems: "center",
  fontSize: vars.text.sm,
  color: color.muted,
  selectors: {
    "&::before, &::after": { content: "''", height: "1px", background: color.line },
  },
});

/**
 * Parts of the prerendered page that this site or browser does not offer. The server lists them in `data-without` of
 * the root element, and the early script adds passkeys. Hidden before the first paint, so that nothing appears and
 * disappears.
 */
for (const offer of [...providerIds, "social", "passkeys", "recaptcha"])
  globalStyle(`:root[data-without~="${offer}"] [data-offer="${offer}"]`, { display: "none" });
/** Without a script, their buttons do nothing. */
globalStyle(`${STATIC_PAGE} [data-offer]`, { display: "none" });
globalStyle("[data-offer]", { "@media": { [SCRIPTING_OFF]: { display: "none" } } });
