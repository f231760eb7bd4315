export const homeTexts = {
  headline: "Digital infrastructure for the waste industry",
  subline:
    "Cameras and edge computers that tell you what’s in every bin, while there’s still time to act on it.",
  seeSolutions: "See solutions",
  pause: "Pause video",
  play: "Play video",
  lost: "What is lost today",
  /** The only figures that we state. */
  statistics: {
    contamination: {
      value: "25%",
      label: "Average recycling contamination",
      reading: "A quarter of what goes into the recycling cart doesn’t belong there.",
    },
    recyclables: {
      value: "76%+",
      label: "Recyclables lost to landfill",
      reading: "More than three quarters of what could be recycled is buried instead.",
    },
    organics: {
      value: "24%",
      label: "Organics lost to landfill",
      reading: "Food and yard waste that never reaches a composter.",
    },
  },
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
