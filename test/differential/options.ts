const numberOf = (name: string, fallback: number): number => {
  const prefix = `--${name}=`;
  const given = process.argv.find((argument) => argument.startsWith(prefix));
  const number = given === undefined ? fallback : Number(given.slice(prefix.length));
  if (!Number.isInteger(number) || number < 0) throw new Error(`--${name} must be a whole number`);
  return number;
};

/** `--sequences=`, `--seed=`, `--length=` of the command line. */
export const options = {
  sequences: numberOf("sequences", 500),
  seed: numberOf("seed", Math.floor(performance.timeOrigin) % 2 ** 31),
  length: numberOf("length", 16),
};
