// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { printScript } from './print-script';

const pageWith = (body: string) => {
  document.body.innerHTML = body;
  const print = vi.fn<() => void>();
  const page = { document, print } as unknown as Window & typeof globalThis;
  printScript(page);
  return print;
};

it('shows the button and prints the page when it is pressed', () => {
  const print = pageWith('<button id="print" hidden>Print</button>');
  const button = document.querySelector<HTMLButtonElement>('#print');
  expect(button?.hidden).toBe(false);
  expect(print).not.toHaveBeenCalled();
  button?.click();
  expect(print).toHaveBeenCalledOnce();
});

it('does nothing on a page without the button', () => {
  expect(() => pageWith('<p></p>')).not.toThrow();
});
