export const sortingLineTexts = {
  title: "A sorting line seen from above",
  description:
    "Four things have passed the camera and are boxed: cardboard, a PET bottle, a jug, and plastic film marked as a contaminant. Two more are coming.",
};
