import { type Box, boundsOf } from "./objects/bounds.ts";
import { objectKinds } from "./objects/catalog.ts";
import { Objects, type PlacedObject } from "./objects/object-shape.tsx";
import { Mono, monoWidth, palette } from "./picture.tsx";

export type DetectedObject = PlacedObject & { confidence: number };

const PAD = 6;

type BoxMarkProps = {
  box: Box;
  color?: string;
  label?: string;
  size?: number | undefined;
  maxX?: number | undefined;
};

/** Corner brackets around a box, with a tab on its top edge that says what is inside. */
export function BoxMark({ box, color = palette.lime, label, size = 18, maxX = Infinity }: BoxMarkProps) {
  const [left, top] = [box.x, box.y];
  const [right, bottom] = [box.x + box.width, box.y + box.height];
  // Strokes follow the label, so that a small picture is drawn with a finer pen.
  const [pen, arm] = [size / 6.5, size * 0.75];
  const tab = label === undefined ? 0 : monoWidth(label, size) + size * 0.9;
  const tabLeft = Math.min(left - pen / 2, maxX - tab);
  const tabHeight = size * 1.45;
  return (
    <g>
      <rect x={left} y={top} width={box.width} height={box.height} fill="none" stroke={color} opacity={0.6} />
      <path
        d={`M${left} ${top + arm}V${top}H${left + arm}M${right - arm} ${top}H${right}V${top + arm}M${right} ${bottom - arm}V${bottom}H${right - arm}M${left + arm} ${bottom}H${left}V${bottom - arm}`}
        fill="none"
        stroke={color}
        strokeWidth={pen}
      />
      {label !== undefined && (
        <>
          <rect x={tabLeft} y={top - tabHeight - 0.5} width={tab} height={tabHeight + 2} fill={color} />
          <Mono
            x={tabLeft + size * 0.45}
            y={top - size * 0.4}
            size={size}
            color={color === palette.lime ? palette.ink : palette.chalk}
            weight={600}
            text={label}
          />
        </>
      )}
    </g>
  );
}

type LabelProps = Pick<BoxMarkProps, "size" | "maxX">;
type DetectionsProps = LabelProps & { found: readonly DetectedObject[] };

export const Detections = ({ found, ...label }: DetectionsProps) =>
  found.map((object) => <Detection key={object.name} object={object} {...label} />);

type PhotoProps = DetectionsProps & { box: Box; ground?: string; objects: readonly PlacedObject[] };

/** The camera's view of a load: its objects, and a box around those that are found. */
export const Photo = ({ box, ground = "#1C2621", objects, found, ...label }: PhotoProps) => (
  <svg {...box} viewBox={`0 0 ${box.width} ${box.height}`} aria-hidden="true">
    <rect width={box.width} height={box.height} rx={6} fill={ground} />
    <Objects objects={[...objects, ...found]} />
    <Detections found={found} {...label} />
  </svg>
);

/** The box around a detected object: lime if the object belongs there, red-orange if not. */
function Detection({ object, size, maxX }: LabelProps & { object: DetectedObject }) {
  const { drawing, label, isContaminant } = objectKinds[object.name];
  const tight = boundsOf(drawing, object);
  const box = {
    x: tight.x - PAD,
    y: tight.y - PAD,
    width: tight.width + 2 * PAD,
    height: tight.height + 2 * PAD,
  };
  return (
    <BoxMark
      box={box}
      color={isContaminant ? palette.contaminant : palette.lime}
      label={`${label} ${object.confidence.toFixed(2)}`}
      size={size}
      maxX={maxX}
    />
  );
}
