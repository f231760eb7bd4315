/**
 * The page with new sections in place of those of the same title, and one blank line around each heading.
 * @param {string} page Markdown @param {string[]} renewed each begins with its heading of the second level
 * @returns {string}
 */
export function withSections(page, renewed) {
  const [head = "", ...old] = page.split(/^(?=## )/m);
  const sections = new Map(
    [...old, ...renewed].map((section) => [section.split("\n", 1)[0], section.trim()]),
  );
  return `${[head.trim(), ...sections.values()].join("\n\n")}\n`;
}
