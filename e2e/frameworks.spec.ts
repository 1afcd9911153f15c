import { enTip } from './card-texts';
import { expect, test } from './fixtures';
import { builtSite, frameworks, isInstalled } from './frameworks';
import { ada, cards, openTipSheet, typeCard } from './steps';
import { listenForSuccess, oneSuccess, successes } from './truth';

// An installation and a build of each: minutes, also on a quiet machine.
test.describe.configure({ timeout: 15 * 60_000 });

// Holds host-099 in test:long alone: each site installs its own packages and is built by its own tools.
const walk = 'the links are in the HTML, and a tip is paid';

for (const framework of frameworks)
  test(`${framework.name}: ${walk}`, async ({ page, busker }) => {
    test.skip(!isInstalled(framework.build[0]), `${framework.build[0]} is not installed here.`);
    const site = await builtSite(framework, busker);
    const warnings: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text());
    });

    await test.step('what the server sends has the tag and its links', () => {
      expect(site.html).toMatch(/<busker-card [^>]*profile="?ada"?/);
      for (const link of ['https://instagram.com/adalind.cello', `${busker.app}/@ada`])
        expect(site.html).toContain(link);
    });

    await test.step('a fan pays on the page', async () => {
      await listenForSuccess(page);
      await page.goto(site.url);
      const sheet = await openTipSheet(page, ada.name);
      await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
      await typeCard(page, cards.good);
      await sheet.getByRole('button', { name: 'Pay $5.00' }).click();
      await expect(page.getByRole('heading', { name: enTip.thankYou })).toBeVisible();
      expect(await successes(page)).toEqual(oneSuccess(500, 'usd'));
    });

    expect(warnings.filter((text) => /hydrat|mismatch|custom element/i.test(text))).toEqual([]);
    await site.close();
  });
