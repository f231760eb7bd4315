export const techTexts = {
  title: "Technology you can read at a glance",
  lead: "The computing happens on the truck and at the line. What you see is an interface for people with other work to do.",
  interface: "Clean User Interface",
  items: [
    {
      title: "Sleek and intuitive interface",
      text: "One screen per question: what’s in this bin, how this route is doing, what goes into this week’s report. Every figure opens the pictures behind it.",
    },
    {
      title: "Customizable themes",
      text: "Your material categories, your units, your colors, day and night for the cab. A screen in the control room and a tablet in the truck show the same thing in their own light.",
    },
    {
      title: "Responsive design",
      text: "From the wall display to the phone in a gloved hand. The small screen hides nothing; it just puts first things first.",
    },
  ],
};
