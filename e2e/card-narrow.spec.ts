import type { Page } from '@playwright/test';
import { en } from './card-texts';
import { expect, test } from './fixtures';
import { openHostPage } from './host-page';

/** A word longer than any of the columns. */
const endless = 'Donaudampfschifffahrtsgesellschaftskapitänswitwe';
const words = {
  name: 'Käthe Brandenburg',
  bio: `Straßenmusik und Kammermusik, jeden Sonntag am Landwehrkanal. Manchmal auch die ${endless}.`,
};
const labels = ['Instagram', 'Noten und Aufnahmen', 'Nächste Konzerte', 'Newsletter'];

const germanProfile = (page: Page) =>
  page.route('**/v1/profiles/ada', async (route) => {
    const response = await route.fetch();
    const profile = (await response.json()) as { links: readonly object[] };
    const links = labels.map((label, index) => ({ ...profile.links[index], label }));
    await route.fulfill({ response, json: { ...profile, ...words, links } });
  });

/** The card's words that break across lines, and by how many pixels its content overflows. */
const brokenWords = (page: Page) =>
  page.locator('busker-card').evaluate(({ shadowRoot }) => {
    const broken: string[] = [];
    const walker = document.createTreeWalker(shadowRoot as ShadowRoot, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      for (const { 0: word, index } of text.data.matchAll(/[^\s.,]+/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) broken.push(word);
      }
    }
    const card = shadowRoot?.querySelector('.card');
    return { broken, over: (card?.scrollWidth ?? 0) - (card?.clientWidth ?? 0) };
  });

test('in a column of 180, 240 or 360 px only words longer than the column are broken', async ({
  page,
  busker,
}) => {
  await germanProfile(page);
  await openHostPage(page, busker, {
    body: `<div id="column"><busker-card profile="ada"></busker-card></div>`,
  });
  await page.getByRole('button', { name: en.sendTip }).waitFor();
  for (const width of [180, 240, 360]) {
    await page.locator('#column').evaluate((column, wide) => (column.style.width = `${wide}px`), width);
    expect(await brokenWords(page)).toEqual({ broken: [endless], over: 0 });
  }
});
