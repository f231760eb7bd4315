import { LIGHT, layersOf, type ObjectDrawing, SHADE } from "./object.ts";

const PET = "#A9C3C8";
const BOTTLE =
  "M-11 -92H11V-78C11 -66 30 -58 33 -40L33 -8C33 -4 30 -2 30 2C30 6 33 8 33 12V78C33 88 27 92 18 92H-18C-27 92 -33 88 -33 78V12C-33 8 -30 6 -30 2C-30 -2 -33 -4 -33 -8V-40C-30 -58 -11 -66 -11 -78Z";

/** A half-liter drinks bottle lying on its side: cap, neck ring, sleeve, ribbed base. */
export const petBottle: ObjectDrawing = {
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
export const can: ObjectDrawing = {
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
export const glassBottle: ObjectDrawing = {
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
export const jug: ObjectDrawing = {
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
