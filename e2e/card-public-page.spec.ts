import type { Page } from '@playwright/test';
import { en } from './card-texts';
import { expect, test } from './fixtures';

interface Seen {
  readonly text: string;
  readonly box: readonly number[];
  readonly look: Readonly<Record<string, string>>;
}

/** Everything visible, from the top: position, size, text, colours and font. */
const look = (page: Page): Promise<readonly Seen[]> =>
  page.evaluate(() => {
    const card = document.querySelector('busker-card') as HTMLElement;
    const root = card.shadowRoot?.querySelector('.card') ?? card;
    const inCard = [...root.querySelectorAll('a, a > *, button.tip, .group')];
    const around = document.querySelectorAll('.head > *, .panel, .goal, .goal *, .wall, .wall p, footer');
    const styles = [
      'color',
      'backgroundColor',
      'borderTopColor',
      'borderTopLeftRadius',
      'fontFamily',
      'fontSize',
      'fontWeight',
      'lineHeight',
    ] as const;
    return [...inCard, ...around].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      return {
        text: element.textContent?.trim() ?? '',
        box: [x, y, width, height].map(Math.round),
        look: Object.fromEntries(styles.map((name) => [name, style[name]])),
      };
    });
  });

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [360, 1280])
    for (const handle of ['ada', 'grace'])
      test(`the public page of ${handle} looks the same before and after the card takes over: ${width} px, ${colorScheme}`, async ({
        page,
        busker,
      }) => {
        let release = () => {};
        const held = new Promise<void>((resolve) => {
          release = resolve;
        });
        await page.route('**/embed/v1.js', async (route) => {
          await held;
          await route.continue();
        });
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        await page.goto(`${busker.app}/@${handle}`, { waitUntil: 'commit' });
        const plain = page.getByRole('link', { name: en.sendTip });
        await plain.waitFor();
        // The document can be read before its style sheet is loaded; until then `sheet` is null.
        await expect
          .poll(() =>
            page.evaluate(
              () => document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')?.sheet !== null,
            ),
          )
          .toBe(true);
        const before = await look(page);
        release();
        await page.getByRole('button', { name: en.sendTip }).waitFor();
        await expect(plain).toBeHidden();
        expect(await look(page)).toEqual(before);
      });

test('without script the public page shows the goal and the supporters', async ({ browser, busker }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${busker.app}/@grace`);
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', /of ¥30,000$/);
  await context.close();
});

test('in German the tip link and the button that replaces it have the same text', async ({
  page,
  busker,
}) => {
  await page.goto(`${busker.app}/@ada?lang=de`);
  await expect(page.getByRole('button', { name: 'Trinkgeld senden' })).toBeVisible();
  await expect(page.locator('busker-card > p > a')).toHaveText('Trinkgeld senden');
});
