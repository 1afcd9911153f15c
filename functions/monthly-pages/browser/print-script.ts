/**
 * The button that prints a page or saves it as a PDF. Without script there is none, and the browser's own menu does it.
 */
export function printScript(page: Window & typeof globalThis): void {
  const button = page.document.querySelector<HTMLButtonElement>('#print');
  if (!button) return;
  button.hidden = false;
  button.addEventListener('click', () => page.print());
}
