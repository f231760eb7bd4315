import { LIGHT, layersOf, type ObjectDrawing, SHADE } from "./object.ts";

const BAG =
  "M-54 -38C-56 -60 -54 -84 -44 -98L-24 -96C-26 -72 -20 -56 -8 -50C4 -46 14 -50 19 -60C24 -72 22 -86 23 -99L42 -94C50 -78 50 -56 58 -38C70 -12 60 18 70 48C76 70 62 86 42 78C22 90 2 76 -14 86C-36 96 -64 90 -66 66C-70 38 -56 12 -62 -12C-64 -24 -58 -30 -54 -38Z";

/** A carrier bag, crumpled: thin, bright at the creases, the belt showing through. */
export const film: ObjectDrawing = {
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
export const bananaPeel: ObjectDrawing = {
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

export const appleCore: ObjectDrawing = {
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
export const battery: ObjectDrawing = {
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
