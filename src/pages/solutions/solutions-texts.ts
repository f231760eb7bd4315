export const solutionsTexts = {
  title: "Solutions",
  lead: "Four ways to know what’s in the bin: each useful alone, better together.",
  onThisPage: "On this page",
  learnMore: "Learn More",
  /** Read out after "Learn More". */
  about: (title: string) => ` about ${title}`,
  detection: {
    title: "Point-of-Collection Contaminant Detection",
    shortTitle: "Contaminant detection",
    problem: [
      "Contamination turns up at the sorting line, hours after collection, mixed with everything else. By then you can’t tell whose it is.",
    ],
    solution: [
      "A camera above the hopper sees each bin as it’s tipped. Before the next bin is lifted, an edge computer on the truck draws a box around every contaminant, names it, and ties it to the address.",
    ],
    bulletPoints: [
      "Bin-by-bin findings with the picture as proof",
      "Works offline; uploads when it reconnects",
      "Warns the driver at once about batteries, gas tanks and other hazards",
    ],
  },
  characterization: {
    title: "Point-of-Collection Material Characterization",
    shortTitle: "Material characterization",
    problem: [
      "A manual audit sorts a few loads by hand and is out of date by the time it’s printed.",
      "Between audits, routes, shifts and prices are planned on averages.",
    ],
    solution: [
      "Every bin is an audit. Composition is measured by volume and estimated weight in the categories you trade in, and added up by customer, route, day and facility.",
    ],
    bulletPoints: [
      "Fiber, plastic, metal, glass, organics and contaminants, or your own grades",
      "Know what arrives at the facility before the truck does",
      "Compare routes, seasons and programs on the same scale",
    ],
  },
  feedback: {
    title: "Automated Feedback & Education",
    shortTitle: "Feedback & education",
    problem: ["A flyer in January doesn’t change what happens in the kitchen in June."],
    solution: [
      "The people behind the bin get a short message after collection: what was found, the photo, and the one thing to do differently. People who sort well hear about it, too.",
    ],
    bulletPoints: [
      "By text message, email or mail, in the customer’s language",
      "You set the thresholds, the tone, and what a person reviews first",
      "The next pickup shows whether it worked",
    ],
  },
  compliance: {
    title: "Automated Regulatory Compliance",
    shortTitle: "Regulatory compliance",
    problem: [] as string[],
    solution: [
      "Rules on contamination monitoring, route reviews and diversion ask for records that nobody has time to write. Here they’re a by-product: each collection leaves a finding, each finding an entry, each month a report.",
      "You can open every number in it, down to the bin and the picture it was counted from.",
    ],
    bulletPoints: [
      "Reports in the layout your regulator asks for",
      "A trail from each total to its evidence",
      "Retention and blurring rules that follow your privacy obligations",
    ],
  },
};
