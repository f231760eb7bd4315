/** The size of the film and of its largest poster. */
export const WIDTH_PX = 1280;
export const HEIGHT_PX = 720;
