import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense, type ComponentType } from 'react';
import { IntlProvider } from 'react-intl';
import { describe, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { en } from '../testing/fakes';
import { later } from './later';
import { LoadBoundary } from './load-boundary';

describe('later', () => {
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
  });

  const show = (Part: ComponentType) =>
    render(
      <MantineProvider>
        <IntlProvider locale="en" messages={en}>
          <p>The rest of the page</p>
          <LoadBoundary crashed={<p>A bug</p>}>
            <Suspense fallback={<p>Waiting</p>}>
              <Part />
            </Suspense>
          </LoadBoundary>
        </IntlProvider>
      </MantineProvider>,
    );

  // Holds dash-096.
  test('a part whose code did not load can be retried, and the rest of the page stays', async () => {
    let tries = 0;
    show(
      later(async () => {
        tries += 1;
        if (tries < 3) throw new TypeError('Failed to fetch dynamically imported module');
        return () => <p>The part</p>;
      }),
    );
    const again = () => screen.findByRole('button', { name: 'Try again' });
    await again();
    expect(screen.getByText('The rest of the page')).toBeDefined();
    expect(tries).toBe(1);
    await userEvent.click(await again());
    await userEvent.click(await again());
    expect(await screen.findByText('The part')).toBeDefined();
    expect(tries).toBe(3);
  });

  test('retries when the connection is back', async () => {
    let reached = false;
    show(
      later(async () => {
        if (!reached) throw new TypeError('Failed to fetch dynamically imported module');
        return () => <p>The part</p>;
      }),
    );
    await screen.findByText(en['failure.part']);
    reached = true;
    window.dispatchEvent(new Event('online'));
    expect(await screen.findByText('The part')).toBeDefined();
  });

  test('a bug in a part is not reported as a network failure', async () => {
    show(
      later(async () => () => {
        throw new Error('A bug');
      }),
    );
    expect(await screen.findByText('A bug')).toBeDefined();
    expect(screen.queryByText(en['failure.part'])).toBeNull();
  });
});

describe('later styles', () => {
  const address = '/assets/later-1.css';

  /** A page as it is built, and the loader as a new tab has it. */
  async function newTab({ named = true } = {}) {
    vi.resetModules();
    const { laterStyles } = await import('./later');
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
});
