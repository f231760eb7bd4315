/** A headline for each social picture, one entry for each of its lines, and the note below it. */
export const cardTexts = {
  home: { headline: ["Digital", "infrastructure for", "the waste industry"], note: "what’s in the bin" },
  solutions: { headline: ["Measured at", "the point of", "collection"], note: "solutions" },
  about: { headline: ["Built for", "impact."], note: "about us" },
  contact: { headline: ["Get in touch"], note: "We reply in 24hrs" },
  tech: { headline: ["Clean User", "Interface"], note: "technology" },
  policy: { headline: ["Privacy policy"], note: "legal" },
  terms: { headline: ["Terms of service"], note: "legal" },
  other: { headline: ["Know what’s", "in every bin"], note: "digital infrastructure" },
};
