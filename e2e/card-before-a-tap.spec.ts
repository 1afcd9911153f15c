import type { StoredProfile } from '@busker/core/profile/profile';
import { heightStyle, reservedHeight } from '@busker/dashboard/embed-code/snippet';
import { demoOwners } from '@busker/local/demo-owners';
import { en } from './card-texts';
import { expect, test } from './fixtures';
import { originsAsked } from './steps';

// Holds web-058, tag-001.
test("before the script has loaded, the page's own links are shown and work", async ({ page, busker }) => {
  // The script is on a network that never answers.
  await page.route('**/embed/**', () => undefined);
  await page.goto(`${busker.examples}/plain-html/`, { waitUntil: 'commit' });
  const card = page.locator('busker-card');
  await expect(card.getByRole('link')).toHaveText([
    'Instagram',
    'YouTube',
    'TikTok',
    'X',
    'Sheet music',
    'Tip Ada',
  ]);
  await card.getByRole('link', { name: 'Tip Ada' }).click();
  await page.waitForURL(`${busker.app}/@ada`, { waitUntil: 'commit' });
});

// Holds tag-004.
test("while the profile loads, the page's own links stay and work", async ({ page, busker }) => {
  await page.route('**/v1/profiles/**', () => undefined);
  await page.goto(`${busker.examples}/plain-html/`);
  const card = page.locator('busker-card');
  await page.waitForFunction(() => customElements.get('busker-card') !== undefined);
  await expect.poll(() => card.evaluate((element) => element.shadowRoot?.innerHTML)).toContain('<slot');
  await expect(card.getByRole('link', { name: 'Tip Ada' })).toBeVisible();
  await card.getByRole('link', { name: 'Tip Ada' }).click();
  await page.waitForURL(`${busker.app}/@ada`, { waitUntil: 'commit' });
});

// Holds tag-003.
test('when the profile cannot be loaded, the page keeps its own links and shows no error', async ({
  page,
  busker,
  complaints,
}) => {
  complaints.expected(/ERR_FAILED/);
  await page.route('**/v1/profiles/**', (route) => route.abort());
  await page.goto(`${busker.examples}/plain-html/`);
  const card = page.locator('busker-card');
  await expect
    .poll(() => card.evaluate((element) => element.shadowRoot?.childElementCount ?? 0))
    .toBeGreaterThan(0);
  await expect(card.getByRole('link', { name: 'Tip Ada' })).toBeVisible();
  await expect(card.getByRole('alert')).toHaveCount(0);
});

for (const site of ['plain-html', 'strict-csp', 'many-cards', 'tag-manager', 'trusted-types'])
  // Holds web-012, web-026, tag-039, pay-032.
  test(`${site}: before a tap there is no request to another site, whatever the pointer does`, async ({
    page,
    context,
    busker,
  }) => {
    const origins = originsAsked(context);
    await page.goto(`${busker.examples}/${site}/`);
    const button = page.locator('busker-card').first().getByRole('button', { name: en.sendTip });
    await button.hover();
    await button.focus();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.waitForLoadState('networkidle');
    expect(origins()).toEqual([busker.examples, busker.app].toSorted());
  });

// Holds web-023, tag-038.
test('the embed adds no global name, cookie, style sheet or stored value to the page', async ({
  page,
  context,
  busker,
}) => {
  await page.addInitScript(() => {
    const before = new Set(Object.getOwnPropertyNames(window));
    Object.assign(document, {
      newGlobals: () => Object.getOwnPropertyNames(window).filter((name) => !before.has(name)),
    });
  });
  await page.goto(`${busker.examples}/strict-csp/`);
  await page.getByRole('button', { name: en.sendTip }).waitFor();
  const left = await page.evaluate(() => ({
    globals: (document as unknown as { newGlobals: () => string[] })
      .newGlobals()
      // The browser makes a global for each element with an id.
      .filter((name) => !document.getElementById(name)),
    sheets: document.styleSheets.length + document.adoptedStyleSheets.length,
    storage: localStorage.length + sessionStorage.length,
  }));
  expect(left).toEqual({ globals: [], sheets: 1, storage: 0 });
  expect(await context.cookies()).toEqual([]);
});

const [adas] = demoOwners;

for (const width of [360, 768, 1280])
  // Holds web-042, tag-005.
  test(`with the snippet's reserved height nothing shifts at ${width} px`, async ({ page, busker }) => {
    const draft = adas?.draft;
    if (!draft) throw new Error('There are no demo owners');
    const height = heightStyle(reservedHeight(draft as unknown as StoredProfile, Object.values(draft.links)));
    await page.setViewportSize({ width, height: 900 });
    await page.addInitScript(() => {
      const moved = { sum: 0 };
      Object.assign(document, { moved });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) moved.sum += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    // The snippet's style for the card, set before the first paint.
    await page.addInitScript((kept) => {
      new MutationObserver(() => {
        const card = document.querySelector<HTMLElement>('busker-card');
        if (card) card.style.minHeight = kept;
      }).observe(document, { childList: true, subtree: true });
    }, height);
    await page.goto(`${busker.examples}/plain-html/`);
    await page.getByRole('button', { name: en.sendTip }).waitFor();
    await page.waitForLoadState('networkidle');
    // The observer reports a frame after its paint.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    const moved = await page.evaluate(() => (document as unknown as { moved: { sum: number } }).moved.sum);
    expect(moved).toBeLessThanOrEqual(0.001);
  });
