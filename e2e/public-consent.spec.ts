import { expect, test } from './fixtures';

// Holds web-027, tag-031, tag-044.
test('with consent="wait" nothing is counted and no picture loads before grantConsent()', async ({
  page,
  busker,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${busker.examples}/consent/`);
  await page.getByRole('button', { name: 'Send a tip' }).waitFor();
  const early = asked.filter((path) => path === '/v1/events' || path.startsWith('/img/'));
  expect(early).toEqual([]);
  const counted = page.waitForRequest(`${busker.app}/v1/events`);
  await page.getByRole('button', { name: 'Allow pictures and counting' }).click();
  await counted;
});
