import { Detection } from "../../../../src/artwork/detection.tsx";
import { ObjectShape } from "../../../../src/artwork/objects/object-shape.tsx";
import { palette } from "../../../../src/artwork/palette.ts";
import { belt, gantry, LOCK_Y, objects, positionOf } from "../hero/scene.ts";

const CAMERA_HOUSINGS = [110, 288, 466];

/** The video's first frame drawn again as SVG, from `x` to the card's right edge, where it may be cut. */
export function BeltStill({ x, cardWidth }: { x: number; cardWidth: number }) {
  const width = belt.right - belt.left;
  const seen = objects.map((object) => ({
    ...object,
    x: object.x - belt.left,
    y: positionOf(object, 0),
  }));
  return (
    <g transform={`translate(${x} 0)`}>
      <rect width={width} height={720} fill="#1C2621" />
      <path
        d={Array.from(
          { length: 19 },
          (_, rib) => `M0 ${rib * 40 - 40}L${width / 2} ${rib * 40 - 6}L${width} ${rib * 40 - 40}`,
        ).join("")}
        fill="none"
        stroke={palette.ink}
        strokeWidth={2}
        opacity={0.6}
      />
      <rect x={-14} width={14} height={720} fill={palette.graphite} />
      {seen.map((object) => (
        <ObjectShape key={object.y} {...object} />
      ))}
      <rect x={-30} y={gantry.top} width={width + 60} height={gantry.bottom - gantry.top} fill="#2B3731" />
      {CAMERA_HOUSINGS.map((middle) => (
        <g key={middle}>
          <rect x={middle - 44} y={gantry.top + 8} width={88} height={26} rx={5} fill="#131B17" />
          <circle cx={middle} cy={gantry.top + 21} r={9} fill="#3A4842" />
          <circle cx={middle} cy={gantry.top + 21} r={6} fill={palette.ink} />
          <circle cx={middle + 30} cy={gantry.top + 21} r={2.6} fill={palette.lime} />
        </g>
      ))}
      <rect y={gantry.bottom - 3} width={width} height={3} fill={palette.lime} />
      {seen
        .filter(({ y }) => y > LOCK_Y)
        .map((object) => (
          <Detection key={object.y} object={object} size={20} maxX={Math.min(width, cardWidth - x) - 8} />
        ))}
    </g>
  );
}
