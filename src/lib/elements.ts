import type { ReactElement } from "react";

/** Elements, but no bare text: a browser's translator replaces text nodes, and React then cannot move them. */
export type Elements = ReactElement | false | null | undefined | readonly Elements[];
