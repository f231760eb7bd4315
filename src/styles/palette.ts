/** Brand colors of the dark bands (hero, footer, pictures) and of what stands on them: the same in both schemes. */
export const brand = {
  ink: "#0F1714",
  graphite: "#26312C",
  paper: "#F7F5EF",
  line: "#DAD6CA",
  lime: "#C9F24D",
  limeBright: "#D9FA74",
};

/** Colors by their role on a page; `docs/generated/palette.md` shows both schemes, and a test computes their contrasts. */
export const light = {
  text: "#0F1714",
  /** Secondary text. */
  muted: "#4B5550",
  page: "#F7F5EF",
  card: "#FFFFFF",
  line: "#DAD6CA",
  /** Borders of controls, which need 3:1; `line` is only decoration. */
  control: "#7C837C",
  /** Primary buttons, marks and confirmations. */
  accent: "#1B5E3D",
  accentStrong: "#124530",
  accentTint: "#E4EFE6",
  /** Text on `accent` and on `danger`. */
  onAccent: "#FFFFFF",
  /** Links and focus rings. */
  link: "#1B5E3D",
  /** The contaminant color is for data; as text on paper it would reach only 4.2:1. */
  danger: "#92260F",
  dangerStrong: "#741D0A",
  dangerTint: "#FBE9E3",
  caution: "#724A23",
};

/** Night at the sorting line: raised surfaces are lighter, and the signal lime takes the part of moss. */
export const dark: typeof light = {
  text: "#F1EFE8",
  muted: "#AEB9B2",
  page: "#151D19",
  card: "#1D2722",
  line: "#36433C",
  control: "#7E8B83",
  accent: "#C9F24D",
  accentStrong: "#D9FA74",
  accentTint: "#26331B",
  onAccent: "#0F1714",
  link: "#C9F24D",
  danger: "#FF9B80",
  dangerStrong: "#FFB8A3",
  dangerTint: "#3A211A",
  caution: "#D9A867",
};

/** Colors of materials, for data only. Each color always means the same material and is beside a label. */
export const material = {
  contaminant: "#D6401F",
  organics: "#8A5A2B",
  fibre: "#C8A15A",
  metal: "#6D7C86",
  glass: "#3C8C8A",
  plastic: "#3E63C9",
};
/** The same hues, light enough for dark surfaces. */
export const materialDark: typeof material = {
  contaminant: "#EE6B4D",
  organics: "#B98550",
  fibre: "#D4B06C",
  metal: "#8D9CA6",
  glass: "#57ABA8",
  plastic: "#7C98E8",
};

const plainColors = (background: string, color: string) => ({ background, borderColor: background, color });

/** Buttons of other services in the colors that each service's guidelines give for light and dark surfaces. */
export const providerButtons = {
  "google.com": {
    light: { background: "#FFFFFF", borderColor: "#747775", color: "#1F1F1F" },
    dark: { background: "#131314", borderColor: "#8E918F", color: "#E3E3E3" },
  },
  // Facebook's usual blue is 4.23:1 under white; this is the darker one of its guidelines.
  "facebook.com": { light: plainColors("#0866D9", "#FFFFFF"), dark: plainColors("#0866D9", "#FFFFFF") },
  "twitter.com": { light: plainColors("#0F1419", "#FFFFFF"), dark: plainColors("#FFFFFF", "#0F1419") },
  "github.com": { light: plainColors("#24292F", "#FFFFFF"), dark: plainColors("#F6F8FA", "#24292F") },
  "apple.com": { light: plainColors("#000000", "#FFFFFF"), dark: plainColors("#FFFFFF", "#000000") },
  "microsoft.com": {
    light: { background: "#FFFFFF", borderColor: "#8C8C8C", color: "#5E5E5E" },
    dark: { background: "#2F2F2F", borderColor: "#8C8C8C", color: "#FFFFFF" },
  },
  "oidc.sso": {
    light: { background: "#FFFFFF", borderColor: "#747775", color: "#0F1714" },
    dark: { background: "#151D19", borderColor: "#8E918F", color: "#F1EFE8" },
  },
};
