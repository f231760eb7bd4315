/** The users of a run. Their names begin with different letters, because some pages show only initials. */
export const PEOPLE = ["Ada", "Grace", "Barbara"] as const;
export type Person = (typeof PEOPLE)[number];

export const emailOf = (person: Person): string => `${person.toLowerCase()}@example.com`;

export const isPerson = (text: string): text is Person => PEOPLE.some((person) => person === text);
