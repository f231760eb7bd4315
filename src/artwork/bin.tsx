import { palette } from "./palette.ts";

/** A wheeled bin with an open lid, seen from directly above: rim, hinge, grip, dark inside. */
export function OpenBin({ x, y, width, height }: { x: number; y: number; width: number; height: number }) {
  const rim = Math.min(width, height) * 0.05;
  const corner = Math.min(width, height) * 0.1;
  const right = x + width;
  return (
    <g>
      <rect
        x={x + width * 0.12}
        y={y - rim * 0.9}
        width={width * 0.76}
        height={rim * 2}
        rx={rim * 0.7}
        fill="#35433C"
      />
      <rect
        x={x + width * 0.2}
        y={y - rim * 1.5}
        width={width * 0.16}
        height={rim * 1.4}
        rx={rim * 0.4}
        fill="#46564E"
      />
      <rect
        x={right - width * 0.36}
        y={y - rim * 1.5}
        width={width * 0.16}
        height={rim * 1.4}
        rx={rim * 0.4}
        fill="#46564E"
      />
      <rect x={x} y={y} width={width} height={height} rx={corner} fill="#3A4942" />
      <rect
        x={x + 1}
        y={y + 1}
        width={width - 2}
        height={height - 2}
        rx={corner - 1}
        fill="none"
        stroke="#5A6B62"
      />
      <rect
        x={x + rim}
        y={y + rim}
        width={width - 2 * rim}
        height={height - 2 * rim}
        rx={corner - rim * 0.4}
        fill="#141C18"
      />
      <rect
        x={x + rim * 2.4}
        y={y + rim * 2.6}
        width={width - 4.8 * rim}
        height={height - 4.8 * rim}
        rx={corner - rim * 0.6}
        fill={palette.ink}
      />
    </g>
  );
}
