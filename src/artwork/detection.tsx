import { type Box, boundsOf } from "./objects/bounds.ts";
import { objectKinds } from "./objects/catalog.ts";
import type { PlacedObject } from "./objects/object-shape.tsx";
import { palette } from "./palette.ts";
import { Mono, monoWidth } from "./text.tsx";

export type DetectedObject = PlacedObject & { confidence: number };

const PAD = 6;

type BoxMarkProps = {
  box: Box;
  color?: string;
  label?: string;
  labelColor?: string;
  size?: number | undefined;
  maxX?: number | undefined;
};

/** Corner brackets around a box, with a tab on its top edge that says what is inside. */
export function BoxMark({
  box,
  color = palette.lime,
  label,
  labelColor = palette.ink,
  size = 18,
  maxX = Infinity,
}: BoxMarkProps) {
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
            color={labelColor}
            weight={600}
            text={label}
          />
        </>
      )}
    </g>
  );
}

/** The box around a detected object: lime if the object belongs there, red-orange if not. */
export function Detection({ object, size, maxX }: { object: DetectedObject; size?: number; maxX?: number }) {
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
      labelColor={isContaminant ? palette.chalk : palette.ink}
      label={`${label} ${object.confidence.toFixed(2)}`}
      size={size}
      maxX={maxX}
    />
  );
}
