import type { Page } from '@playwright/test';
import type { Addresses } from './backend';
import { expect, test } from './fixtures';
import { openHostPage } from './host-page';

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
