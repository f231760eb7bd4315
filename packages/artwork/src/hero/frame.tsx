import { paletteTexts } from "../../../../src/artwork/artwork-texts.ts";
import { objectKinds } from "../../../../src/artwork/objects/catalog.ts";
import { MATERIALS, Mono, materialColor, monoWidth, palette } from "../../../../src/artwork/picture.tsx";
import {
  bar,
  belt,
  type Cargo,
  COUNT_Y,
  CYCLE,
  gantry,
  HEIGHT,
  LEAD_IN,
  LOCK_Y,
  objects,
  positionOf,
  SECONDS,
  secondsPast,
  WIDTH,
} from "./scene.ts";

const clamp01 = (value: number) => Math.min(1, Math.max(0, value));
const easeOut = (value: number) => 1 - (1 - clamp01(value)) ** 3;

const BELT_WIDTH = belt.right - belt.left;
const MIDDLE = belt.left + BELT_WIDTH / 2;
const LAMP = { cx: MIDDLE, cy: 320, r: 520, fx: MIDDLE, fy: 300, fr: 60 };

/** The moment `t` (0…1) of the loop. The belt moves by one whole cycle, so the loop has no visible seam. */
export function HeroFrame({ t }: { t: number }) {
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden="true">
      <rect width={WIDTH} height={HEIGHT} fill={palette.ink} />
      <Belt t={t} />
      <Tally t={t} />
    </svg>
  );
}

/** The belt with its rails, its objects and the camera beam. Nothing is brighter than graphite behind the text. */
export function Belt({ t }: { t: number }) {
  const seen = objects.map((object) => ({ object, y: positionOf(object, t) }));
  return (
    <g>
      <defs>
        <filter id="shadow" x="-50%" y="-50%" width="200%" height="200%">
          <feGaussianBlur stdDeviation={5} />
        </filter>
        <radialGradient id="lamp" gradientUnits="userSpaceOnUse" {...LAMP}>
          <stop offset={0} stopColor="#56685F" stopOpacity={0.42} />
          <stop offset={0.6} stopColor="#3A4841" stopOpacity={0.2} />
          <stop offset={1} stopColor="#26312C" stopOpacity={0} />
        </radialGradient>
        <Fade id="beam" from={gantry.bottom} to={gantry.bottom + 34} color="#040806" opacity={0.75} />
        <Fade id="glow" from={gantry.bottom - 2} to={gantry.bottom + 26} color={palette.lime} opacity={0.3} />
        <clipPath id="belt">
          <rect x={belt.left} width={BELT_WIDTH} height={HEIGHT} />
        </clipPath>
      </defs>
      <rect x={belt.left} width={BELT_WIDTH} height={HEIGHT} fill="#18211D" />
      <rect x={belt.left} width={BELT_WIDTH} height={HEIGHT} fill="url(#lamp)" />
      <Ribs travel={CYCLE * t} />
      <Rail left={belt.left - 14} travel={CYCLE * t} side={-1} />
      <Rail left={belt.right} travel={CYCLE * t} side={1} />
      {seen.map(({ object, y }) => (
        <Load key={object.y} object={object} y={y} />
      ))}
      <Gantry />
      {seen.map(({ object, y }) => (
        <Box key={object.y} object={object} y={y} />
      ))}
    </g>
  );
}

type FadeProps = { id: string; from: number; to: number; color: string; opacity: number };

const Fade = ({ id, from, to, color, opacity }: FadeProps) => (
  <linearGradient id={id} gradientUnits="userSpaceOnUse" x1={0} y1={from} x2={0} y2={to}>
    <stop offset={0} stopColor={color} stopOpacity={opacity} />
    <stop offset={1} stopColor={color} stopOpacity={0} />
  </linearGradient>
);

const RIB = 40;

/** Chevron ribs, as on a climbing belt, so that an empty belt also visibly moves. */
function Ribs({ travel }: { travel: number }) {
  const first = (travel % RIB) - RIB * 2;
  const d = Array.from({ length: Math.ceil(HEIGHT / RIB) + 3 }, (_, rib) => first + rib * RIB)
    .map((y) => `M${belt.left} ${y}L${MIDDLE} ${y + 34}L${belt.right} ${y}`)
    .join("");
  return (
    <g fill="none" strokeWidth={2} clipPath="url(#belt)">
      <path d={d} stroke="rgba(8, 13, 11, 0.55)" />
      <path d={d} transform="translate(0 2)" stroke="rgba(218, 214, 202, 0.045)" />
    </g>
  );
}

const TICK = 20;

/** A side rail with the ruler that the belt's encoder counts. */
function Rail({ left, travel, side }: { left: number; travel: number; side: 1 | -1 }) {
  const first = Math.floor(-travel / TICK) * TICK;
  const marks = Array.from({ length: HEIGHT / TICK + 2 }, (_, mark) => first + mark * TICK);
  return (
    <g>
      <rect x={left} width={14} height={HEIGHT} fill="#222C27" />
      <rect x={side < 0 ? left + 13 : left} width={1} height={HEIGHT} fill="rgba(247, 245, 239, 0.1)" />
      {marks.map((mark) => {
        const length = mark % 100 === 0 ? 10 : 5;
        const x = side < 0 ? left + 12 - length : left + 2;
        const y = Math.round(mark + travel);
        return <rect key={mark} x={x} y={y} width={length} height={1.5} fill="rgba(218, 214, 202, 0.34)" />;
      })}
    </g>
  );
}

function Load({ object: { name, x, turn = 0, scale = 1 }, y }: { object: Cargo; y: number }) {
  const { drawing } = objectKinds[name];
  const lying = `rotate(${turn}) scale(${scale})`;
  return (
    <g strokeLinejoin="round" strokeLinecap="round">
      <g filter="url(#shadow)" opacity={0.5}>
        <path transform={`translate(${x + 5} ${y + 9}) ${lying}`} d={drawing.outline} fill="#040806" />
      </g>
      <g transform={`translate(${x} ${y}) ${lying}`}>
        {drawing.layers.map((layer) => (
          <path key={`${layer.d}${layer.fill ?? layer.stroke}`} fill="none" {...layer} />
        ))}
      </g>
    </g>
  );
}

/** The camera beam over the belt. Objects are detected when they leave it. */
function Gantry() {
  const { top, bottom } = gantry;
  const place = { x: belt.left - 30, width: BELT_WIDTH + 60 };
  const over = { x: belt.left, width: BELT_WIDTH };
  return (
    <g>
      <rect {...over} y={bottom} height={34} fill="url(#beam)" />
      <rect {...place} y={top} height={bottom - top} fill="#2B3731" />
      <rect {...place} y={top} height={1.5} fill="rgba(247, 245, 239, 0.14)" />
      <rect {...place} y={bottom - 12} height={12} fill="#1C2621" />
      {[belt.left + 110, MIDDLE, belt.right - 110].map((x) => (
        <g key={x}>
          <rect x={x - 44} y={top + 6} width={88} height={26} rx={5} fill="#131B17" />
          <circle cx={x} cy={top + 19} r={10} fill="#3A4842" />
          <circle cx={x} cy={top + 19} r={7.5} fill="#0A100D" />
          <circle cx={x + 30} cy={top + 19} r={2.6} fill={palette.lime} opacity={0.9} />
        </g>
      ))}
      <rect {...over} y={bottom - 2} height={28} fill="url(#glow)" />
      <rect {...over} y={bottom - 3} height={3} fill={palette.lime} />
    </g>
  );
}

const ARM = 22;

/** The corner brackets close in on the object, then the tab opens and the figure settles. */
function Box({ object, y }: { object: Cargo; y: number }) {
  const age = secondsPast(y, LOCK_Y);
  if (age < 0) return null;
  const { label, isContaminant } = objectKinds[object.name];
  const color = isContaminant ? palette.contaminant : palette.lime;
  const lock = easeOut(age / 0.45);
  const pad = 9 + (1 - lock) * 30;
  const [left, top] = [object.x + object.box.x - pad, y + object.box.y - pad];
  const [right, bottom] = [left + object.box.width + 2 * pad, top + object.box.height + 2 * pad];
  const open = easeOut((age - 0.3) / 0.3);
  const figure = (0.5 + (object.confidence - 0.5) * easeOut((age - 0.35) / 0.7)).toFixed(2);
  const textColor = isContaminant ? palette.chalk : palette.ink;
  const textOfTab = { text: `${label} ${figure}`, size: 19, weight: 600, color: textColor };
  const width = monoWidth(textOfTab.text, textOfTab.size) + 20;
  const tabLeft = Math.min(left - 1.75, belt.right - 6 - width);
  const tab = `tab${object.y}`;
  return (
    <g>
      <path
        d={`M${left + ARM} ${top}H${left}V${top + ARM}M${right - ARM} ${top}H${right}V${top + ARM}M${right - ARM} ${bottom}H${right}V${bottom - ARM}M${left + ARM} ${bottom}H${left}V${bottom - ARM}`}
        fill="none"
        stroke={color}
        strokeWidth={3.5}
        opacity={lock}
      />
      <path
        d={`M${left} ${top}H${right}V${bottom}H${left}Z`}
        fill="none"
        stroke={color}
        strokeWidth={1.25}
        opacity={(isContaminant ? 0.75 : 0.55) * easeOut((age - 0.25) / 0.4)}
      />
      {open > 0 && (
        <>
          <clipPath id={tab}>
            <rect x={tabLeft} y={top - 32} width={width * open} height={31} />
          </clipPath>
          <g clipPath={`url(#${tab})`}>
            <rect x={tabLeft} y={top - 32} width={width} height={31} fill={color} />
            <Mono {...textOfTab} x={tabLeft + 10} y={top - 10.5} />
          </g>
        </>
      )}
    </g>
  );
}

/** The load ends and the bar empties at this moment of the loop, when no object is being counted. */
const RESET_AT = 0.21;
const EMPTYING_S = 0.7;

/** The counted share of an object at `t`: 0 before it is counted, 1 afterwards, and 0 again when the bar empties. */
function countedShare(object: Cargo, t: number): number {
  const crossing = ((((COUNT_Y + LEAD_IN - object.y) / CYCLE) % 1) + 1) % 1;
  const timeSinceReset = (moment: number) => (moment - RESET_AT + 1) % 1;
  const age = (timeSinceReset(t) - timeSinceReset(crossing)) * SECONDS;
  const left = (1 - timeSinceReset(t)) * SECONDS;
  return easeOut(age / 0.6) * easeOut(left / EMPTYING_S);
}

/** The load so far: each material with its name, and one stroke per counted object, as in the company's mark. */
function Tally({ t }: { t: number }) {
  const height = bar.bottom - bar.top;
  const column = { x: bar.left, width: bar.width };
  const textLeft = bar.left + bar.width + 12;
  let y = bar.bottom;
  return (
    <g>
      <rect {...column} y={bar.top} height={height} fill="#1C2621" />
      {MATERIALS.map((material) => {
        const mine = objects.filter((object) => objectKinds[object.name].material === material);
        // Sort by counting order, so that strokes are added at the end, as by hand.
        const shares = mine.map((object) => countedShare(object, t)).toSorted((one, other) => other - one);
        const piece = (shares.reduce((sum, share) => sum + share, 0) / objects.length) * height;
        if (piece < 0.5) return null;
        y -= piece;
        const top = y;
        return (
          <g key={material}>
            <rect {...column} y={top} height={Math.max(0, piece - 2)} fill={materialColor[material]} />
            <g opacity={clamp01((piece - 18) / 20)}>
              <Mono x={textLeft} y={top + 13} size={16} text={paletteTexts[material]} />
              <path
                d={shares
                  .map((share, index) => `M${textLeft + 1 + index * 7} ${top + 21}h3v${13 * share}h-3Z`)
                  .join("")}
                fill={palette.lime}
              />
            </g>
          </g>
        );
      })}
    </g>
  );
}
