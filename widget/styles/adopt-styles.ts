const sheets = new WeakMap<Document, Map<string, CSSStyleSheet>>();

/**
 * Gives a shadow root a style sheet, once. Through adoptedStyleSheets, which a strict `style-src` allows; every card of a page shares
 * the same sheet. A sheet belongs to one document, so an element that was moved to another document gets that one's.
 */
export function adoptStyles(root: ShadowRoot, css: string): void {
  const document = root.ownerDocument;
  const view = document.defaultView;
  if (!view) return;
  const known = sheets.get(document) ?? new Map<string, CSSStyleSheet>();
  sheets.set(document, known);
  let sheet = known.get(css);
  if (!sheet) {
    sheet = new view.CSSStyleSheet();
    sheet.replaceSync(css);
    known.set(css, sheet);
  }
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}
