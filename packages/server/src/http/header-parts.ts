/** The parts of a header's value, trimmed and in lower case. */
export const partsOf = (value: string, separator: "," | ";"): string[] =>
  // An expression that includes the spaces would try every run of them again from each of its characters.
  value.split(separator).map((part) => part.trim().toLowerCase());
