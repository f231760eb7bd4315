/** The number of random cases to try. `npm run test:fast` tries a tenth of them. */
export const randomCases = (all: number): number => Math.ceil(all * Number(process.env["CASE_SHARE"] ?? 1));
