import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { openHostPage } from './host-page';
import { ownOwner } from './own-owner';
import { en } from './card-texts';

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
