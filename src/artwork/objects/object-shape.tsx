import type { Placement } from "./bounds.ts";
import { type ObjectName, objectKinds } from "./catalog.ts";

export type PlacedObject = Placement & { name: ObjectName };

/** One object at its place, with the hard shadow of a lamp directly above. */
export function ObjectShape({ name, x, y, turn = 0, scale = 1 }: PlacedObject) {
  const { drawing } = objectKinds[name];
  const lying = `rotate(${turn}) scale(${scale})`;
  return (
    <g transform={`translate(${x} ${y})`} strokeLinejoin="round" strokeLinecap="round">
      <path transform={`translate(3 5) ${lying}`} d={drawing.outline} fill="#040806" opacity={0.4} />
      <g transform={lying}>
        {drawing.layers.map((layer) => (
          <path key={`${layer.d}${layer.fill ?? layer.stroke}`} fill="none" {...layer} />
        ))}
      </g>
    </g>
  );
}

export const Objects = ({ objects }: { objects: readonly PlacedObject[] }) =>
  objects.map((object) => <ObjectShape key={object.name} {...object} />);
