import { LIGHT, layersOf, type ObjectDrawing, SHADE } from "./object.ts";

const KRAFT = "#A98B62";
const BOX = "M-96 -44L-58 -46L-54 -78L52 -82L56 -50L98 -52L96 44L58 46L60 76L-56 80L-54 48L-94 46Z";

/** A carton pressed flat: panel, four flaps, tape, the open corrugated edge. */
export const cardboard: ObjectDrawing = {
  outline: BOX,
  layers: layersOf(`
    <path fill="${KRAFT}" d="${BOX}"/>
    <path fill="#B99A6E" d="M-58 -46L56 -50L58 46L-54 48Z"/>
    <path fill="${SHADE}" opacity="0.1" d="M-54 -78L52 -82L56 -50L-58 -46Z"/>
    <path fill="${SHADE}" opacity="0.2" d="M56 -50L98 -52L96 44L58 46Z"/>
    <path stroke="${SHADE}" stroke-width="2.4" opacity="0.42" d="M-58 -46L56 -50M56 -50L58 46M58 46L-54 48M-54 48L-58 -46"/>
    <path stroke="${LIGHT}" stroke-width="1.8" opacity="0.4" d="M-55 -43L53 -47M-52 45L-55 -43"/>
    <path fill="#DCC9A0" opacity="0.8" d="M-8 -80L6 -80.5L11 77.5L-4 78Z"/>
    <path stroke="${SHADE}" stroke-width="1" opacity="0.3" d="M-8 -80L-4 78M6 -80.5L11 77.5"/>
    <path stroke="#5A4326" stroke-width="3" opacity="0.85" d="M30 10V-8M30 -8L25 -2M30 -8L35 -2M43 10V-8M43 -8L38 -2M43 -8L48 -2M22 18H50"/>
    <path stroke="#5A4326" stroke-width="3" opacity="0.6" d="M-46 -30H-20M-46 -22H-30"/>
    <path stroke="#6B5231" stroke-width="1.8" opacity="0.8" d="M-52 79L-48 75L-44 79L-40 75L-36 78.5L-32 74.5L-28 78L-24 74L-20 78L-16 74L-12 78M16 77L20 73L24 77L28 73L32 76.5L36 72.5L40 76.5L44 72.5L48 76L52 72.5L56 75"/>
  `),
};

const PAPER = "M-62 -80L58 -86L66 78L40 84L-58 86Z";

/** A folded newspaper: headline, picture, columns. */
export const newspaper: ObjectDrawing = {
  outline: PAPER,
  layers: layersOf(`
    <path fill="#CFCDC2" d="${PAPER}"/>
    <path fill="#A6A498" d="M66 78L40 84L44 62Z"/>
    <path stroke="#3B413D" stroke-width="10" d="M-52 -68L48 -73"/>
    <path stroke="#3B413D" stroke-width="4" opacity="0.8" d="M-51 -54L20 -57.5"/>
    <path fill="#7E837C" d="M-50 -42L2 -44.5L5 8L-48 10Z"/>
    <path fill="#565C57" d="M-50 -8L-32 -24L-20 -12L-8 -28L4 -14L5 8L-48 10Z"/>
    <path stroke="#5D625C" stroke-width="2.6" opacity="0.8" d="M14 -44L50 -46M14 -36L51 -38M15 -28L51 -30M15 -20L52 -22M16 -12L40 -13M16 -2L52 -4M16 6L53 4"/>
    <path stroke="#5D625C" stroke-width="2.6" opacity="0.7" d="M-47 22L-8 20M-47 30L-8 28M-46 38L-7 36M-46 46L-7 44M-45 54L-20 53M2 20L52 17M2 28L53 25M3 36L53 33M3 44L54 41M4 52L38 50M-45 66L-6 64M4 62L36 60"/>
    <path fill="${SHADE}" opacity="0.14" d="M-60 2L62 -4L62.4 6L-59.6 12Z"/>
    <path stroke="${LIGHT}" stroke-width="1.6" opacity="0.6" d="M-60 2L62 -4"/>
  `),
};

const cupPath = (x: number, y: number) =>
  `M${x - 22} ${y}A22 22 0 1 0 ${x + 22} ${y}A22 22 0 1 0 ${x - 22} ${y}Z`;
const hollowPath = (x: number, y: number) =>
  `M${x - 13} ${y + 2}A13 13 0 1 0 ${x + 13} ${y + 2}A13 13 0 1 0 ${x - 13} ${y + 2}Z`;
const cups = [-58, 0, 58].flatMap((x) => [cupPath(x, -28), cupPath(x, 28)]).join("");
const hollows = [-58, 0, 58].flatMap((x) => [hollowPath(x, -28), hollowPath(x, 28)]).join("");
const TRAY =
  "M-86 -58H86C92 -58 94 -54 94 -50V50C94 56 90 58 86 58H-86C-92 58 -94 54 -94 50V-50C-94 -56 -90 -58 -86 -58Z";

/** Half an egg carton, molded pulp, six cups. */
export const eggCarton: ObjectDrawing = {
  outline: TRAY,
  layers: layersOf(`
    <path fill="#8B8F89" d="${TRAY}"/>
    <path fill="${LIGHT}" opacity="0.22" d="M-86 -58H86C92 -58 94 -54 94 -50V-46H-94V-50C-94 -56 -90 -58 -86 -58Z"/>
    <path fill="#6A6F69" d="${cups}"/>
    <path stroke="${LIGHT}" stroke-width="2" opacity="0.35" d="${cups}"/>
    <path fill="#4A504B" d="${hollows}"/>
    <path fill="#B2B5AE" d="M-40 0L-29 -11L-18 0L-29 11ZM18 0L29 -11L40 0L29 11Z"/>
  `),
};
