import { expect, test, vi } from 'vitest';

const address = '/assets/later-1.css';

/** A page as it is built, and the loader as a new tab has it. */
async function newTab({ named = true } = {}) {
  vi.resetModules();
  const { laterStyles } = await import('./later-styles');
  const page = document.implementation.createHTMLDocument();
  page.head.innerHTML = `<link rel="stylesheet"><style id="of-mantine"></style>`;
  if (named)
    page.head.insertAdjacentHTML('beforeend', `<meta name="busker-later-styles" content="${address}">`);
  // A plain element in place of a link: happy-dom lets every link to a style sheet fail at once.
  vi.spyOn(page, 'createElement').mockImplementation(() => document.createElement('x-link'));
  const sheets = () => [...page.querySelectorAll<HTMLLinkElement>('x-link')];
  return { page, sheets, load: () => laterStyles(page) };
}

test('needs no sheet where the page names none, as in development', async () => {
  const { load, sheets } = await newTab({ named: false });
  await load();
  expect(sheets()).toEqual([]);
});

test('adds the sheet once, directly after the first one, and waits until it has loaded', async () => {
  const { page, load, sheets } = await newTab();
  const arrived = vi.fn<() => void>();
  const both = Promise.all([load(), load()]).then(() => arrived());
  expect(sheets()).toHaveLength(1);
  expect(page.querySelector('link')?.nextElementSibling).toBe(sheets()[0]);
  expect(sheets()[0]).toMatchObject({ rel: 'stylesheet', href: address });
  await Promise.resolve();
  expect(arrived).not.toHaveBeenCalled();
  sheets()[0]?.dispatchEvent(new Event('load'));
  await both;
});

test('asks for the sheet again after it did not load', async () => {
  const { load, sheets } = await newTab();
  const failing = load();
  sheets()[0]?.dispatchEvent(new Event('error'));
  await expect(failing).rejects.toThrow(address);
  expect(sheets()).toEqual([]);
  const again = load();
  sheets()[0]?.dispatchEvent(new Event('load'));
  await again;
  expect(sheets()).toHaveLength(1);
});
