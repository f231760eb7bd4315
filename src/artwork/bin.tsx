import { palette } from "./picture.tsx";

/** A wheeled bin with an open lid, seen from directly above: rim, hinge, grip, dark inside. */
export function OpenBin({ x, y, width, height }: { x: number; y: number; width: number; height: number }) {
  const rim = Math.min(width, height) * 0.05;
  const corner = Math.min(width, height) * 0.1;
  const hinge = { y: y - rim * 1.5, width: width * 0.16, height: rim * 1.4, rx: rim * 0.4, fill: "#46564E" };
  const insetRim = (sides: number, top = sides) => ({
    x: x + sides,
    y: y + top,
    width: width - 2 * sides,
    height: height - 2 * sides,
  });
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
      <rect x={x + width * 0.2} {...hinge} />
      <rect x={x + width * 0.64} {...hinge} />
      <rect {...insetRim(0)} rx={corner} fill="#3A4942" />
      <rect {...insetRim(1)} rx={corner - 1} fill="none" stroke="#5A6B62" />
      <rect {...insetRim(rim)} rx={corner - rim * 0.4} fill="#141C18" />
      <rect {...insetRim(rim * 2.4, rim * 2.6)} rx={corner - rim * 0.6} fill={palette.ink} />
    </g>
  );
}
