import { catalogTexts as names } from "../artwork-texts.ts";
import type { Material } from "../picture.tsx";

type Layer = { d: string; fill?: string; stroke?: string; strokeWidth?: string; opacity?: string };

/** An object seen from above: path layers around its middle, the lowest first. The video draws them too. */
export type ObjectDrawing = {
  /** The outline that casts the shadow. */
  outline: string;
  layers: readonly Layer[];
};

/** The layers of an object's SVG: a `<path>` each, with attributes in quotation marks. */
const layersOf = (svg: string): readonly Layer[] =>
  [...svg.matchAll(/<path (.*)\/>/g)].map(([, attributes = ""]) => ({
    d: "",
    ...Object.fromEntries(
      [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = "", value]) => [
        name === "stroke-width" ? "strokeWidth" : name,
        value,
      ]),
    ),
  }));

/** Light and shade over any surface; the material's own tint shows through. */
const LIGHT = "#FFFFFF";
const SHADE = "#0A100D";

const PET = "#A9C3C8";
const BOTTLE =
  "M-11 -92H11V-78C11 -66 30 -58 33 -40L33 -8C33 -4 30 -2 30 2C30 6 33 8 33 12V78C33 88 27 92 18 92H-18C-27 92 -33 88 -33 78V12C-33 8 -30 6 -30 2C-30 -2 -33 -4 -33 -8V-40C-30 -58 -11 -66 -11 -78Z";

/** A half-liter drinks bottle lying on its side: cap, neck ring, sleeve, ribbed base. */
const petBottle: ObjectDrawing = {
  outline: `${BOTTLE}M-13 -108H13V-84H-13Z`,
  layers: layersOf(`
    <path fill="${PET}" opacity="0.86" d="${BOTTLE}"/>
    <path fill="#E9EDE6" d="M-33 -34H33V30H-33Z"/>
    <path fill="#53707A" d="M-33 -14H33V10H-33Z"/>
    <path stroke="#E9EDE6" stroke-width="4" d="M-22 -4C-14 -12 -8 -12 0 -4S14 4 22 -4"/>
    <path stroke="${SHADE}" stroke-width="3" opacity="0.26" d="M-33 40C-16 46 16 46 33 40M-33 54C-16 60 16 60 33 54M-33 68C-16 74 16 74 33 68"/>
    <path stroke="${LIGHT}" stroke-width="2" opacity="0.5" d="M-33 44C-16 50 16 50 33 44M-33 58C-16 64 16 64 33 58M-33 72C-16 78 16 78 33 72"/>
    <path fill="${SHADE}" opacity="0.22" d="M15 -60C24 -54 28 -48 29 -40V78C29 84 26 88 20 89C23 60 23 -20 15 -60Z"/>
    <path fill="${LIGHT}" opacity="0.42" d="M-22 -46C-20 -54 -14 -58 -10 -62L-12 -40V84H-20C-24 84 -26 82 -26 78V-30C-26 -36 -24 -42 -22 -46Z"/>
    <path fill="#DCE6E4" d="M-14 -86H14V-80H-14Z"/>
    <path fill="#E7E3D6" d="M-13 -108H13C14 -108 15 -107 15 -106V-90H-15V-106C-15 -107 -14 -108 -13 -108Z"/>
    <path stroke="${SHADE}" stroke-width="1.6" opacity="0.35" d="M-9 -106V-91M-4 -106V-91M1 -106V-91M6 -106V-91M11 -106V-91"/>
  `),
};

const CAN =
  "M-34 -60C-34 -64 -28 -68 -26 -70H26C28 -68 34 -64 34 -60V60C34 64 28 68 26 70H-26C-28 68 -34 64 -34 60Z";

/** A drinks can on its side, dented at the waist. */
const can: ObjectDrawing = {
  outline: CAN,
  layers: layersOf(`
    <path fill="#B9C1C2" d="${CAN}"/>
    <path fill="#7F8E93" d="M-34 -58H34V58H-34Z"/>
    <path fill="#DCE0DC" d="M-34 -30C-10 -44 10 4 34 -12V34C10 50 -10 2 -34 18Z"/>
    <path fill="${SHADE}" opacity="0.3" d="M-34 -58H-22V58H-34Z"/>
    <path fill="${SHADE}" opacity="0.34" d="M20 -58H34V58H20Z"/>
    <path fill="${LIGHT}" opacity="0.55" d="M-14 -58H-4V58H-14Z"/>
    <path fill="${LIGHT}" opacity="0.28" d="M2 -58H6V58H2Z"/>
    <path fill="${SHADE}" opacity="0.3" d="M-34 30C-20 22 -8 34 4 26C-4 40 -20 44 -34 42Z"/>
    <path stroke="${LIGHT}" stroke-width="2" opacity="0.6" d="M-34 42C-20 44 -4 40 4 26"/>
    <path fill="#8F999B" d="M-26 -70H26C30 -74 -30 -74 -26 -70Z"/>
    <path stroke="${SHADE}" stroke-width="2" opacity="0.35" d="M-34 -59C-14 -54 14 -54 34 -59M-34 59C-14 64 14 64 34 59"/>
  `),
};

const GLASS =
  "M-10 -110H10V-56C10 -40 34 -34 34 -8V92C34 100 28 106 20 106H-20C-28 106 -34 100 -34 92V-8C-34 -34 -10 -40 -10 -56Z";

/** A wine bottle: long neck, foil, paper label. Dark, since glass swallows the lamp's light. */
const glassBottle: ObjectDrawing = {
  outline: GLASS,
  layers: layersOf(`
    <path fill="#4D6B5C" d="${GLASS}"/>
    <path fill="${SHADE}" opacity="0.38" d="M18 -30C28 -24 34 -18 34 -8V92C34 100 28 106 20 106H14C18 60 20 10 18 -30Z"/>
    <path fill="${LIGHT}" opacity="0.34" d="M-26 -14C-26 -24 -18 -30 -12 -36L-14 -8V98H-20C-24 98 -26 94 -26 90Z"/>
    <path fill="${LIGHT}" opacity="0.4" d="M-6 -78H-2V-44L-8 -38Z"/>
    <path fill="#D9D3C2" d="M-34 14H34V72H-34Z"/>
    <path stroke="#5C5A4F" stroke-width="3.2" opacity="0.75" d="M-22 28H22M-22 40H8M-22 50H16"/>
    <path fill="${SHADE}" opacity="0.24" d="M22 14H34V72H22Z"/>
    <path fill="#7A4F3E" d="M-12 -110H12V-78H-12Z"/>
    <path stroke="${SHADE}" stroke-width="2" opacity="0.4" d="M-12 -102H12M-12 -80H12"/>
    <path fill="${LIGHT}" opacity="0.3" d="M-7 -110H-2V-78H-7Z"/>
  `),
};

const JUG =
  "M-14 -84H12V-70C26 -66 48 -56 48 -34V78C48 86 42 90 36 90H-36C-44 90 -48 86 -48 78V-22C-48 -46 -30 -58 -14 -66Z";

/** A detergent jug with its hollow handle. */
const jug: ObjectDrawing = {
  outline: `${JUG}M-18 -104H16V-80H-18Z`,
  layers: layersOf(`
    <path fill="#DADFD6" d="${JUG}"/>
    <path fill="#1B2521" d="M26 -44C36 -40 38 -34 38 -26V6C38 14 20 14 20 6V-30C20 -36 21 -42 26 -44Z"/>
    <path stroke="${SHADE}" stroke-width="4" opacity="0.3" d="M26 -44C36 -40 38 -34 38 -26V6C38 14 20 14 20 6V-30C20 -36 21 -42 26 -44Z"/>
    <path fill="#8FA3A0" d="M-40 24H40V74H-40Z"/>
    <path stroke="#EEF0EA" stroke-width="4" d="M-26 38H18M-26 50H26M-26 61H4"/>
    <path fill="${LIGHT}" opacity="0.5" d="M-38 -18C-38 -34 -28 -44 -16 -52L-24 -8V84H-34C-37 84 -38 82 -38 78Z"/>
    <path fill="${SHADE}" opacity="0.2" d="M40 -48C46 -44 48 -40 48 -34V78C48 86 42 90 36 90H30C40 70 42 -20 40 -48Z"/>
    <path fill="#6E827F" d="M-18 -104H16V-80H-18Z"/>
    <path stroke="${SHADE}" stroke-width="2" opacity="0.35" d="M-12 -104V-80M-5 -104V-80M2 -104V-80M9 -104V-80"/>
  `),
};

const BAG =
  "M-54 -38C-56 -60 -54 -84 -44 -98L-24 -96C-26 -72 -20 -56 -8 -50C4 -46 14 -50 19 -60C24 -72 22 -86 23 -99L42 -94C50 -78 50 -56 58 -38C70 -12 60 18 70 48C76 70 62 86 42 78C22 90 2 76 -14 86C-36 96 -64 90 -66 66C-70 38 -56 12 -62 -12C-64 -24 -58 -30 -54 -38Z";

/** A carrier bag, crumpled: thin, bright at the creases, the belt showing through. */
const film: ObjectDrawing = {
  outline: BAG,
  layers: layersOf(`
    <path fill="#BFCBC8" opacity="0.62" d="${BAG}"/>
    <path fill="${SHADE}" opacity="0.2" d="M-54 -38C-30 -20 -30 10 -44 40C-50 56 -50 74 -42 88C-60 86 -66 78 -66 66C-70 38 -56 12 -62 -12C-64 -24 -58 -30 -54 -38ZM58 -38C36 -16 34 10 46 36C54 54 52 68 42 78C62 86 76 70 70 48C60 18 70 -12 58 -38Z"/>
    <path fill="${LIGHT}" opacity="0.2" d="M-8 -50C-16 -30 -22 -4 -20 24C-18 50 -24 70 -14 86C2 76 22 90 42 78C30 60 22 40 24 14C26 -14 20 -40 14 -50C8 -46 0 -46 -8 -50Z"/>
    <path fill="${LIGHT}" opacity="0.22" d="M-44 -98L-24 -96C-26 -72 -20 -56 -8 -50L-54 -38C-56 -60 -54 -84 -44 -98ZM23 -99L42 -94C50 -78 50 -56 58 -38L14 -50C24 -64 22 -86 23 -99Z"/>
    <path stroke="#4C6B66" stroke-width="7" opacity="0.8" d="M-26 -8H28M-28 8H30M-18 24H20"/>
    <path stroke="${LIGHT}" stroke-width="2.4" opacity="0.7" d="M-36 -92C-44 -70 -42 -52 -32 -30C-26 -16 -34 4 -40 20M34 -90C42 -68 40 -52 32 -34C26 -20 34 -4 40 12M-46 30C-36 44 -40 62 -48 80M48 40C40 52 42 66 50 76M-6 52C-2 62 -4 72 0 80M10 44C14 56 20 62 20 76"/>
    <path stroke="${SHADE}" stroke-width="2.2" opacity="0.3" d="M-31 -90C-38 -70 -36 -54 -26 -34M29 -88C36 -68 34 -54 26 -38M-52 0C-46 6 -46 16 -52 24M58 -8C52 0 52 12 58 20M-30 40C-26 54 -32 66 -34 80M32 34C34 48 38 56 36 70"/>
    <path stroke="${LIGHT}" stroke-width="2" opacity="0.7" d="${BAG}"/>
  `),
};

const PEEL =
  "M-12 -58C-10 -72 8 -74 12 -60C14 -44 18 -30 30 -20C54 -10 78 6 84 30C86 40 78 44 72 38C60 18 42 8 24 6C22 30 26 56 12 80C6 90 -4 88 -4 78C0 54 -2 28 -12 8C-30 14 -50 26 -62 48C-68 56 -78 52 -76 42C-70 14 -50 -8 -28 -18C-18 -28 -14 -42 -12 -58Z";

/** A banana peel, three flaps and the stem. */
const bananaPeel: ObjectDrawing = {
  outline: PEEL,
  layers: layersOf(`
    <path fill="#C4A64A" d="${PEEL}"/>
    <path stroke="#E9DDA6" stroke-width="9" opacity="0.8" d="M-4 -50C-2 -30 -10 -16 -24 -8C-46 2 -62 18 -70 42M2 -48C6 -26 16 -14 30 -8C52 2 70 16 78 34M-2 -10C8 14 10 48 4 78"/>
    <path stroke="#7C6222" stroke-width="3" opacity="0.8" d="M-12 8C-30 14 -50 26 -62 48M24 6C42 8 60 18 72 38M24 6C22 30 26 56 12 80M-12 8C-2 28 0 54 -4 78"/>
    <path fill="#5F4A21" d="M-12 -58C-10 -72 8 -74 12 -60L9 -46L-10 -46Z"/>
    <path fill="#5F4A21" d="M-76 42C-72 54 -66 54 -62 48L-66 38ZM84 30C86 40 78 44 72 38L78 28ZM12 80C6 90 -4 88 -4 78L6 72Z"/>
    <path stroke="#5F4A21" stroke-width="4" opacity="0.8" d="M-40 4L-34 0M46 0L52 4M6 34L9 40M-52 18L-48 14M12 -20L15 -15"/>
  `),
};

const CORE =
  "M-30 -52C-18 -60 -8 -54 0 -52C8 -54 18 -60 30 -52C38 -44 36 -36 26 -30C12 -20 12 20 26 30C36 36 36 46 28 52C16 58 8 54 0 52C-8 54 -16 58 -28 52C-36 46 -36 36 -26 30C-12 20 -12 -20 -26 -30C-36 -36 -38 -44 -30 -52Z";

const appleCore: ObjectDrawing = {
  outline: CORE,
  layers: layersOf(`
    <path fill="#DCCFA4" d="${CORE}"/>
    <path fill="#94503F" d="M-30 -52C-18 -60 -8 -54 0 -52C8 -54 18 -60 30 -52C38 -44 36 -36 26 -30C10 -38 -10 -38 -26 -30C-36 -36 -38 -44 -30 -52ZM-26 30C-10 38 10 38 26 30C36 36 36 46 28 52C16 58 8 54 0 52C-8 54 -16 58 -28 52C-36 46 -36 36 -26 30Z"/>
    <path stroke="#5F4A2B" stroke-width="5" d="M0 -50C0 -60 4 -66 10 -70"/>
    <path fill="#5F3A22" d="M-4 -8C-8 -2 -8 4 -4 8ZM4 -8C8 -2 8 4 4 8ZM0 12C-3 17 -2 22 0 25C2 22 3 17 0 12Z"/>
    <path stroke="${LIGHT}" stroke-width="3" opacity="0.45" d="M-24 -48C-18 -52 -12 -50 -8 -48M-22 46C-16 50 -12 48 -8 47"/>
    <path stroke="${SHADE}" stroke-width="3" opacity="0.2" d="M-17 -14C-14 -4 -14 6 -17 16"/>
  `),
};

const CELL =
  "M-22 -62C-22 -66 -18 -68 -14 -68H14C18 -68 22 -66 22 -62V64C22 68 18 70 14 70H-14C-18 70 -22 68 -22 64Z";

/** A household battery, which can start a fire in a truck. */
const battery: ObjectDrawing = {
  outline: `${CELL}M-9 -80H9V-66H-9Z`,
  layers: layersOf(`
    <path fill="#C3C9C8" d="M-9 -80H9V-66H-9Z"/>
    <path fill="#3A4340" d="${CELL}"/>
    <path fill="#B88A4A" d="M-22 -62C-22 -66 -18 -68 -14 -68H14C18 -68 22 -66 22 -62V-26H-22Z"/>
    <path stroke="#F1EDE0" stroke-width="4.4" d="M0 -56V-40M-8 -48H8M-8 50H8"/>
    <path fill="#F1EDE0" d="M4 -16L-9 8H0L-4 28L10 2H1Z"/>
    <path fill="${LIGHT}" opacity="0.34" d="M-16 -66H-9V68H-16Z"/>
    <path fill="${SHADE}" opacity="0.4" d="M14 -68C18 -68 22 -66 22 -62V64C22 68 18 70 14 70Z"/>
  `),
};

const KRAFT = "#A98B62";
const BOX = "M-96 -44L-58 -46L-54 -78L52 -82L56 -50L98 -52L96 44L58 46L60 76L-56 80L-54 48L-94 46Z";

/** A carton pressed flat: panel, four flaps, tape, the open corrugated edge. */
const cardboard: ObjectDrawing = {
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
const newspaper: ObjectDrawing = {
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
const eggCarton: ObjectDrawing = {
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

const defineKind = (drawing: ObjectDrawing, label: string, material: Material, isContaminant = false) => ({
  drawing,
  label,
  material,
  isContaminant,
});

/** What is a contaminant depends on the bin. In this recycling bin, film, food and batteries are. */
export const objectKinds = {
  petBottle: defineKind(petBottle, names.petBottle, "plastic"),
  jug: defineKind(jug, names.jug, "plastic"),
  can: defineKind(can, names.can, "metal"),
  glassBottle: defineKind(glassBottle, names.glass, "glass"),
  cardboard: defineKind(cardboard, names.cardboard, "fibre"),
  newspaper: defineKind(newspaper, names.paper, "fibre"),
  eggCarton: defineKind(eggCarton, names.pulpTray, "fibre"),
  film: defineKind(film, names.film, "contaminant", true),
  bananaPeel: defineKind(bananaPeel, names.food, "organics", true),
  appleCore: defineKind(appleCore, names.food, "organics", true),
  battery: defineKind(battery, names.battery, "contaminant", true),
};

export type ObjectName = keyof typeof objectKinds;
