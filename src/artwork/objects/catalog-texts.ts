/** The name on the tab of a detected object's box. */
export const catalogTexts = {
  petBottle: "PET bottle",
  jug: "HDPE jug",
  can: "can",
  glass: "glass",
  cardboard: "cardboard",
  paper: "paper",
  pulpTray: "pulp tray",
  film: "film",
  food: "food",
  battery: "battery",
};
