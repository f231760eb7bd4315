export const interfacePictureTexts = {
  title: "The product’s interface",
  description:
    "Left, the camera’s view of a bin with a PET bottle and plastic film boxed. Right, the load’s composition as a stacked bar with the name of each material. Below, contamination over nine weeks. Example data.",
  bin: (number: string) => `Bin ${number}`,
  example: "example",
  byWeek: "Contamination by week",
};
