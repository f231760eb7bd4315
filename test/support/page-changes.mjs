/** The report of a page that was changed before its hydration. */
export const RENDERED_AGAIN = /^debug: Error: Minified React error #418;/;

/** Translates as Google Translate does: each text becomes two `<font>` elements, again after each change. */
export const translate = () => {
  const SKIPPED = "font, script, style, noscript, textarea, svg";
  const work = () => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    /** @type {Text[]} */
    const found = [];
    while (texts.nextNode()) if (texts.currentNode instanceof Text) found.push(texts.currentNode);
    for (const text of found) {
      if (text.data.trim() === "" || text.parentElement?.closest(SKIPPED)) continue;
      const [outer, inner] = [document.createElement("font"), document.createElement("font")];
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  const start = () => {
    if (document.readyState === "loading") {
      requestAnimationFrame(start);
      return;
    }
    work();
    new MutationObserver(work).observe(document, { subtree: true, childList: true, characterData: true });
  };
  start();
};

/** Puts an icon beside each field, as password managers do, as soon as the field is there. */
export const addIcons = () => {
  const work = () => {
    for (const field of document.querySelectorAll("input, textarea"))
      if (field.nextElementSibling?.textContent !== "🔑")
        field.after(Object.assign(document.createElement("span"), { textContent: "🔑" }));
  };
  work();
  new MutationObserver(work).observe(document, { subtree: true, childList: true });
};
