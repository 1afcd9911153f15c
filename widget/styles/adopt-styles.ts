const sheets = new WeakMap<Document, Map<string, CSSStyleSheet>>();

/**
 * Adds a style sheet to a shadow root, once. A strict `style-src` allows `adoptedStyleSheets`. All cards of a document share the sheet; an element
 * that moves to another document gets that document's sheet.
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
