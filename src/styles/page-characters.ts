/**
 * The characters of the fonts that every page loads, as a `unicode-range`: printable ASCII and the marks of our texts.
 * Other characters, as in a user's name, load the complete font.
 */
export const PAGE_CHARACTERS =
  "U+20-7E, U+A0, U+A9, U+B7, U+2013-2014, U+2018-2019, U+201C-201D, U+2022, U+2026";

/** Google Fonts' "latin" subset without `PAGE_CHARACTERS`. */
export const OTHER_CHARACTERS =
  "U+00-1F, U+7F-9F, U+A1-A8, U+AA-B6, U+B8-FF, U+131, U+152-153, U+2BB-2BC, U+2C6, U+2DA, U+2DC, U+304, U+308, U+329, U+2000-2012, U+2015-2017, U+201A-201B, U+201E-2021, U+2023-2025, U+2027-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD";

/** All characters of a `unicode-range`, as one text. */
export const charactersIn = (unicodeRange: string): string =>
  unicodeRange
    .split(", ")
    .flatMap((range) => {
      const [first = 0, last = first] = range
        .slice("U+".length)
        .split("-")
        .map((code) => Number.parseInt(code, 16));
      return Array.from({ length: last - first + 1 }, (_, offset) => String.fromCodePoint(first + offset));
    })
    .join("");
