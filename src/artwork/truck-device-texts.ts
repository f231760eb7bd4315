export const truckDeviceTexts = {
  title: "A collection truck from the side, with the device on it",
  description:
    "A bin is tipped into the hopper. A camera on a bracket above the hopper looks down at it; a computer sits behind the cab, an antenna on its roof.",
  camera: "camera",
  computer: "edge computer",
  antenna: "antenna",
};
