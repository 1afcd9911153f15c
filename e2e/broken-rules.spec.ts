import { brokenRules } from './broken-rules';
import { expect, test } from './fixtures';

const pageWith = (color: string) => `<!doctype html><html lang="en"><title>A page</title>
  <style>p { color: ${color}; background: #fff; transition: color 600ms } .gone { color: #000 }</style>
  <main><h1>A page</h1><p>Words</p></main></html>`;

test('a page is looked at when its transitions have ended, and a fault that stays is found', async ({
  page,
}) => {
  await page.setContent(pageWith('#eee'));
  expect(await brokenRules(page)).toEqual([expect.stringMatching(/^color-contrast: <p/)]);
  await page.locator('p').evaluate((words) => words.classList.add('gone'));
  expect(await brokenRules(page)).toEqual([]);
});
