export const deviceTexts = {
  title: "What you bolt on",
  parts: [
    { name: "A camera above the hopper", text: "It sees each bin as it’s tipped." },
    {
      name: "An edge computer on the truck",
      text: "It names every contaminant before the next bin is lifted, and works offline.",
    },
    { name: "An antenna on the cab", text: "Findings upload when the truck reconnects." },
  ],
};
