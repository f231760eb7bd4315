export const homeTexts = {
  headline: "Digital infrastructure for the waste industry",
  subline:
    "Cameras and edge computers that tell you what’s in every bin, while there’s still time to act on it.",
  seeSolutions: "See solutions",
  audiences: "Who it’s for",
  haulers: { name: "Haulers", gain: "Contamination detection, bin by bin" },
  facilities: { name: "Recovery facilities", gain: "Composition data, in real time" },
  cities: { name: "Cities", gain: "Automated reporting and compliance" },
  pause: "Pause video",
  play: "Play video",
  lost: "What is lost today",
  /** The only figures that we state. */
  statistics: {
    contamination: {
      value: "25%",
      label: "Average recycling contamination",
      reading: "Of what goes into recycling carts, a quarter doesn’t belong there.",
      source: "National Waste & Recycling Association",
    },
    recyclables: {
      value: "76%+",
      label: "Recyclables lost to landfill",
      reading: "Of the recyclables in a household’s waste, more than three quarters go into the trash.",
      source: "The Recycling Partnership, 2024",
    },
    organics: {
      value: "24%",
      label: "Organics lost to landfill",
      reading: "Of what is buried in landfills, almost a quarter is food that could be composted.",
      source: "US EPA, 2018",
    },
  },
  source: (publisher: string) => `Source: ${publisher}`,
  changes: "What changes on Monday",
  features: {
    detect: {
      title: "Identify contamination at the source",
      text: "A camera on the truck looks into every bin as it’s tipped, and an edge computer names what shouldn’t be there: bin by bin, with the picture as proof.",
    },
    feedback: {
      title: "Deliver continuous feedback to customers",
      text: "The household or business behind the bin learns what went wrong, sees the photo, and gets one tip for next week. No stickers, no guesswork.",
    },
    stream: {
      title: "Understand your material stream",
      text: "Composition by route, day and customer, in the categories you sell in. Plan sorting shifts on what’s coming, not on last year’s audit.",
    },
    report: {
      title: "Automate reporting and compliance",
      text: "The records that regulators ask for are written while the truck drives its route. Each one can be traced back to its bin.",
    },
  },
};
