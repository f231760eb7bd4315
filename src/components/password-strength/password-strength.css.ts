import { style, styleVariants } from "@vanilla-extract/css";
import { grid, NARROW } from "../../styles/placement.ts";
import { vars } from "../../styles/theme.css.ts";

const { color, space } = vars;

const METER_HEIGHT = "0.375rem";
/** The room of the meter, the rating and that many lines of advice. */
const roomFor = (adviceLines: number) => `calc(${METER_HEIGHT} + 2 * ${space.x1} + ${1 + adviceLines} * 1lh)`;

/** The field shows its blank placeholder while it is empty, also before the page's script has loaded. */
const BELOW_EMPTY_FIELD = ":has(> div > input:placeholder-shown) > &";
/**
 * Reserves the room of the longest advice: late advice, or a script that loads during a press, would otherwise move the
 * form's button under that press. Takes no space while the field is empty, but stays in the document, so that its text
 * is announced.
 */
export const strength = grid(space.x1, {
  alignContent: "start",
  minHeight: roomFor(3),
  fontSize: vars.text.sm,
  "@media": { [NARROW]: { minHeight: roomFor(4) } },
  selectors: { [BELOW_EMPTY_FIELD]: { position: "absolute", minHeight: 0 } },
});
export const meter = style({ width: "100%", height: METER_HEIGHT });
export const empty = style({ fill: color.line });
export const filled = styleVariants({
  0: { fill: color.danger },
  1: { fill: color.danger },
  2: { fill: color.caution },
  3: { fill: color.accent },
  4: { fill: color.accent },
});
export const advice = style({ color: color.muted });
