import type { Page } from '@playwright/test';
import type { Addresses } from './backend';
import { en } from './card-texts';
import { expect, test, ownOwner } from './fixtures';
import { openHostPage } from './host-page';

test.describe('views and clicks', () => {
  const ada = ownOwner({ name: 'Ada Lind' });
  const card = () =>
    `<busker-card profile="${ada.handle}" style="display: block; min-height: 577px"></busker-card>`;

  /** The kinds of the events that this page's context sends. */
  function counted(page: Page): readonly string[] {
    const kinds: string[] = [];
    page.context().on('request', (request) => {
      if (new URL(request.url()).pathname !== '/v1/events') return;
      const { events } = JSON.parse(request.postData() ?? '{"events":[]}') as { events: { kind: string }[] };
      kinds.push(...events.map(({ kind }) => kind));
    });
    return kinds;
  }
  /** Longer than views are collected. */
  const collected = (page: Page) => page.waitForTimeout(2_500);
  const shown = (page: Page) => page.getByRole('button', { name: en.sendTip }).waitFor();

  // Holds tag-107.
  test('a page that the browser draws ahead counts its view once it is visited', async ({ page, busker }) => {
    const kinds = counted(page);
    await openHostPage(page, busker, {
      head: `<script>let early = true;
      Object.defineProperty(document, 'prerendering', { get: () => early });
      window.activate = () => { early = false; document.dispatchEvent(new Event('prerenderingchange')); };</script>`,
      body: card(),
    });
    await shown(page);
    await collected(page);
    expect(kinds).toEqual([]);
    await page.evaluate('activate()');
    await collected(page);
    expect(kinds).toEqual(['view']);
  });

  // Holds tag-107.
  test('a page in a tab that is not shown counts its view when it is', async ({ page, busker }) => {
    const kinds = counted(page);
    await openHostPage(page, busker, {
      head: `<script>let isHidden = true;
      Object.defineProperty(document, 'hidden', { get: () => isHidden });
      window.show = () => { isHidden = false; document.dispatchEvent(new Event('visibilitychange')); };</script>`,
      body: card(),
    });
    await shown(page);
    await collected(page);
    expect(kinds).toEqual([]);
    await page.evaluate('show()');
    await collected(page);
    expect(kinds).toEqual(['view']);
  });

  // Holds tag-107.
  test('a preview out of the cache counts nothing, and the page that replaces it counts one view', async ({
    page,
    busker,
  }) => {
    const kinds = counted(page);
    await openHostPage(page, busker, {
      head: `<script>document.documentElement.setAttribute('data-turbo-preview', '')</script>`,
      body: card(),
    });
    await shown(page);
    await collected(page);
    expect(kinds).toEqual([]);
    await page.evaluate(() => {
      document.documentElement.removeAttribute('data-turbo-preview');
      const before = document.querySelector('busker-card');
      before?.replaceWith(before.cloneNode());
    });
    await collected(page);
    expect(kinds).toEqual(['view']);
  });

  // Holds tag-107.
  test('a return in the history counts no second view', async ({ page, busker }) => {
    const kinds = counted(page);
    await openHostPage(page, busker, {
      body: `${card()}<a href="${busker.examples}/plain-html/?away">Away</a>`,
    });
    await shown(page);
    await collected(page);
    await page.goto('about:blank');
    await page.goBack();
    await shown(page);
    await collected(page);
    expect(kinds).toEqual(['view']);
  });

  // Holds tag-108.
  test('where a list blocks pings, views and clicks count all the same', async ({ page, busker }) => {
    const kinds = counted(page);
    await page.route('**/*', (route) =>
      route.request().resourceType() === 'ping' ? route.abort('blockedbyclient') : route.fallback(),
    );
    await openHostPage(page, busker, { body: card() });
    await shown(page);
    const answer = page.waitForResponse(
      (response) => response.url().endsWith('/v1/events') && response.status() === 204,
    );
    await answer;
    expect(kinds).toEqual(['view']);
  });
});

test.describe('crashes', () => {
  /** Breaks the browser for our script only after the page has loaded: the card's next drawing throws inside the embed. */
  async function crash(page: Page): Promise<void> {
    await page.evaluate(() => {
      Object.assign(document, { createTextNode: undefined, createElement: undefined });
      document.querySelector('busker-card')?.setAttribute('layout', 'button');
    });
  }

  /** Everything that the page sends to /v1/events. */
  function beaconsOf(page: Page, busker: Addresses): string[] {
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url() === `${busker.app}/v1/events`) sent.push(request.postData() ?? '');
    });
    return sent;
  }

  test('a crash of the card is counted once, with its version, and without the error or the page', async ({
    page,
    busker,
    complaints,
  }) => {
    complaints.expected(/createElement|createTextNode|of the page/);
    const sent = beaconsOf(page, busker);
    const thrown: string[] = [];
    page.on('pageerror', ({ message }) => thrown.push(message));
    await openHostPage(page, busker, { body: '<busker-card profile="ada"></busker-card>' });
    await expect(page.getByRole('button', { name: 'Send a tip' })).toBeVisible();
    await expect.poll(() => sent.length).toBe(1);
    expect(JSON.parse(sent[0] ?? '')).toMatchObject({
      card: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      events: [{ kind: 'view', handle: 'ada' }],
    });
    await crash(page);
    await expect.poll(() => sent.length).toBe(2);
    expect(thrown.length).toBeGreaterThan(0);
    expect(JSON.parse(sent[1] ?? '')).toEqual({
      card: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      events: [{ kind: 'crash' }],
    });
  });

  test('a card that waits for consent reports no crash, and an error of the page is not ours', async ({
    page,
    busker,
    complaints,
  }) => {
    complaints.expected(/createElement|createTextNode|of the page/);
    const sent = beaconsOf(page, busker);
    await openHostPage(page, busker, { body: '<busker-card profile="ada" consent="wait"></busker-card>' });
    await expect(page.getByRole('button', { name: 'Send a tip' })).toBeVisible();
    await page.evaluate(() => setTimeout(() => reportError(new Error('of the page'))));
    const crashed = page.waitForEvent('pageerror', ({ message }) => message !== 'of the page');
    await crash(page);
    await crashed;
    // A closed page sends what waits.
    await page.goto('about:blank');
    expect(sent).toEqual([]);
  });
});

test.describe('words in the console', () => {
  test("invalid attributes: the console names each one and what to write, and the owner's colour stays", async ({
    page,
    busker,
  }) => {
    const words: string[] = [];
    page.on('console', (message) => message.type() === 'warning' && words.push(message.text()));
    const colour = async (attributes: string) => {
      await openHostPage(page, busker, { body: `<busker-card profile="ada" ${attributes}></busker-card>` });
      const button = page.getByRole('button', { name: en.sendTip });
      return button.evaluate((element) => getComputedStyle(element).backgroundColor);
    };
    const own = await colour('');
    expect(words).toEqual([]);
    expect(
      await colour('accent="blurple" locale="english_" amounts="five" wall="all" layout="sidebar"'),
    ).toBe(own);
    await expect
      .poll(() => words)
      .toEqual([
        '<busker-card>: amounts="five" is not understood. Write numbers, as in 3,5,10.',
        '<busker-card>: layout="sidebar" is not understood. Write card, links, button or floating.',
        '<busker-card>: accent="blurple" is not understood. Write a CSS colour, as in #2f6fed.',
        '<busker-card>: locale="english_" is not understood. Write a language tag, as in de-CH.',
        '<busker-card>: wall="all" is not understood. Write a number from 0 to 50.',
      ]);
  });

  test("an invalid src: the console says so, and the page's own links stay", async ({ page, busker }) => {
    const warning = page.waitForEvent('console', (message) => message.text().includes('src="https://["'));
    await openHostPage(page, busker, {
      body: '<busker-card src="https://["><a href="https://example.com/">Ada</a></busker-card>',
    });
    expect((await warning).text()).toBe(
      '<busker-card>: src="https://[" is not understood. Write the address of a JSON file.',
    );
    await expect(page.getByRole('link', { name: 'Ada' })).toBeVisible();
  });
});
