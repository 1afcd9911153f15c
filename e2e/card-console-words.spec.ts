import { en } from './card-texts';
import { expect, test } from './fixtures';
import { openHostPage } from './host-page';

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
  expect(await colour('accent="blurple" locale="english_" amounts="five" wall="all" layout="sidebar"')).toBe(
    own,
  );
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
