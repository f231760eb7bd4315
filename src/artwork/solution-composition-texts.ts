export const solutionCompositionTexts = {
  title: "Composition of five bins on one route",
  description:
    "Five stacked bars, one for each bin, divided into fiber, plastic, metal, glass, organics and contaminants. The third bin holds far more organics and contaminants than the others and is boxed. Example data.",
  heading: (route: string) => `Route ${route}, bin by bin`,
  example: "example",
};
