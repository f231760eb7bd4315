import type { ReactElement } from "react";

/**
 * Content that stands beside other content: elements, but no bare text. A browser's translator replaces text nodes, and
 * React could then neither move nor remove them.
 */
export type Elements = ReactElement | false | null | undefined | readonly Elements[];
