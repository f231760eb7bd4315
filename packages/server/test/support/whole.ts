/** `npm run lab -- nightly` tries every combination and all random cases; `npm test` tries some of both. */
export const isWhole = process.env["CASES"] === "whole";

/** The number of random cases to try. @param all how many `npm run lab -- nightly` tries */
export const randomCases = (all: number): number => (isWhole ? all : Math.ceil(all / 10));
