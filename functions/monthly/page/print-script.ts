import { scriptAsset } from '../../pages/page-assets';

/**
 * The button that prints a page or saves it as a PDF. Without script there is none, and the browser's own menu does it. It is sent as text
 * (page-assets.ts), so it uses nothing from outside of itself.
 */
export function printScript(page: Window & typeof globalThis): void {
  const button = page.document.querySelector<HTMLButtonElement>('#print');
  if (!button) return;
  button.hidden = false;
  button.addEventListener('click', () => page.print());
}

export const printAsset = scriptAsset('print', printScript);
