import { isWhole } from "../../packages/server/test/support/whole.ts";

/** Each value of both lists at least once, or every combination. */
export const paired = <A, B>(one: readonly A[], other: readonly B[]): [A, B][] => {
  const whole = one.flatMap((a) => other.map((b): [A, B] => [a, b]));
  if (isWhole) return whole;
  const count = Math.max(one.length, other.length);
  return whole.filter((_, index) => {
    const [a, b] = [Math.floor(index / other.length), index % other.length];
    const place = one.length === count ? a : b;
    return a === place % one.length && b === place % other.length;
  });
};

/** Each pair of values of any two lists at least once, or every combination. The third list is the shortest. */
export const pairwise = <A, B, C>(one: readonly A[], other: readonly B[], third: readonly C[]): [A, B, C][] =>
  one.flatMap((a, i) =>
    other.flatMap((b, j) =>
      third.filter((_, k) => isWhole || k === (i + j) % third.length).map((c): [A, B, C] => [a, b, c]),
    ),
  );
