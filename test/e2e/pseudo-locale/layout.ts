import { mkdirSync } from "node:fs";
import { expect, type Page } from "@playwright/test";

const SHOTS = process.env["SCREENSHOTS"];

/**
 * The faults of a page's layout: the page scrolls sideways, or a text is cut off or covers another text. Runs in the
 * page.
 */
const faultsOfPage = () => {
  const TOLERANCE_PX = 1.5;
  const faults: string[] = [];
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width)
    faults.push(`the page scrolls sideways: ${document.documentElement.scrollWidth} px`);

  type Shown = { text: string; element: Element; box: DOMRect; layer: Element | undefined };
  const shown: Shown[] = [];
  /** The layer that an element is deliberately in above the page: a banner, a badge, the skip link. */
  const layerOf = (element: Element): Element | undefined => {
    for (let at: Element | null = element; at; at = at.parentElement)
      if (/fixed|sticky/.test(getComputedStyle(at).position)) return at;
    return undefined;
  };
  const isForReadersOnly = (element: Element): boolean => {
    for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
      const { width: w, height: h } = at.getBoundingClientRect();
      const { position, clipPath } = getComputedStyle(at);
      if (position === "absolute" && ((w <= 1 && h <= 1) || clipPath === "inset(50%)")) return true;
    }
    return false;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent?.trim() ?? "";
    if (!element || text === "" || /^(NOSCRIPT|SCRIPT|STYLE|TITLE|DESC|OPTION)$/i.test(element.tagName))
      continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (isForReadersOnly(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    // Measure the element of a text in a picture, because SVG may squeeze the text and a range does not measure that.
    const boxes =
      element instanceof SVGTextElement ? [element.getBoundingClientRect()] : range.getClientRects();
    for (const box of boxes) if (box.width > 0) shown.push({ text, element, box, layer: layerOf(element) });
  }
  const name = (text: string) => `“${text.slice(0, 60)}”`;
  for (const { text, element, box, layer } of shown) {
    let isScrolled = false;
    for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at);
      const outer = at.getBoundingClientRect();
      if (/auto|scroll/.test(overflowX)) isScrolled = true;
      const cuts = at instanceof SVGSVGElement || /hidden|clip/.test(overflowX + overflowY);
      if (!cuts || isScrolled) continue;
      if (
        box.left < outer.left - TOLERANCE_PX ||
        box.right > outer.right + TOLERANCE_PX ||
        // Allow half a line above and below, which is only the leading of the font.
        box.top + box.height / 2 < outer.top ||
        box.bottom - box.height / 2 > outer.bottom
      )
        faults.push(`${name(text)} is cut off`);
    }
    const isSkipLink = layer && box.bottom < 0;
    if (!isScrolled && !isSkipLink && (box.left < -TOLERANCE_PX || box.right > width + TOLERANCE_PX))
      faults.push(`${name(text)} is outside the window`);
  }
  for (const control of document.querySelectorAll("button, a, input:not([type=file]), select, label")) {
    if (!(control instanceof HTMLElement) || !control.checkVisibility() || isForReadersOnly(control))
      continue;
    const isField = control instanceof HTMLInputElement;
    if (!isField && control.clientWidth > 0 && control.scrollWidth > control.clientWidth + TOLERANCE_PX)
      faults.push(`${name(control.textContent ?? "")} is wider than its control`);
  }
  // Compare only the middle of two lines, because a line's box is higher than its letters.
  const middle = ({ top, bottom, left, right, height }: DOMRect) => ({
    top: top + height * 0.25,
    bottom: bottom - height * 0.25,
    left: left + 1,
    right: right - 1,
  });
  for (const [index, one] of shown.entries())
    for (const other of shown.slice(index + 1)) {
      if (one.element === other.element || one.layer !== other.layer) continue;
      const [a, b] = [middle(one.box), middle(other.box)];
      if (a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
        faults.push(`${name(one.text)} lies over ${name(other.text)}`);
    }
  return [...new Set(faults)];
};

/** Expects that no text of the page is cut off or covered by another text, in the page's current state. */
export const expectRoomy = async (page: Page, state: string) => {
  await page.evaluate(() => document.fonts.ready);
  if (SHOTS !== undefined) {
    mkdirSync(SHOTS, { recursive: true });
    const file = `${SHOTS}/${state.replace(/[^\w]+/g, "-")}.png`;
    await page.screenshot({ path: file, fullPage: true, animations: "disabled" });
  }
  expect.soft(await page.evaluate(faultsOfPage), state).toEqual([]);
};
