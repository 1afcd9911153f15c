import type { Page } from '@playwright/test';
import { en, enTip } from './card-texts';
import { expect, test } from './fixtures';
import { openHostPage } from './host-page';
import { ada, cardForm, openTipSheet } from './steps';

/** With its height reserved, which diagnose() asks for otherwise. */
const card = '<busker-card profile="ada" style="display:block;min-height:900px"></busker-card>';

const causes = async (page: Page): Promise<readonly string[]> =>
  page.locator('busker-card').evaluate(async (element) => {
    const { findings } = await (
      element as unknown as { diagnose(): Promise<{ findings: readonly { cause: string }[] }> }
    ).diagnose();
    return findings.map(({ cause }) => cause);
  });

/** Page styles that hide or block the card form. With some of them its box keeps its usual size. */
const hiding = [
  'iframe { filter: opacity(0) !important }',
  'iframe { filter: blur(40px) !important }',
  'busker-card * { filter: brightness(0) !important }',
  'iframe { mask-image: linear-gradient(transparent, transparent) !important }',
  'html { zoom: 3 }',
  'iframe { transform: translateX(200vw) !important }',
];
for (const css of hiding)
  test(`with "${css}" the tip goes to the hosted page with the reason, and diagnose() names the page's styles`, async ({
    page,
    busker,
  }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await openHostPage(page, busker, { head: `<style>${css}</style>`, body: card });
    await page.getByRole('button', { name: en.sendTip }).waitFor();
    expect(await causes(page)).toEqual(['page-styles']);
    const sheet = await openTipSheet(page, ada.name);
    await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
    await expect(sheet).toContainText(enTip.whyElsewhere.deformed);
  });

/** Page styles that change the form and leave it usable. */
const harmless = ['iframe { filter: invert(1) hue-rotate(180deg) !important }', 'html { zoom: 1.5 }'];
for (const css of harmless)
  test(`with "${css}" the card form is shown, and diagnose() finds nothing`, async ({ page, busker }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await openHostPage(page, busker, { head: `<style>${css}</style>`, body: card });
    await page.getByRole('button', { name: en.sendTip }).waitFor();
    expect(await causes(page)).toEqual([]);
    const sheet = await openTipSheet(page, ada.name);
    await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
    await expect(cardForm(page).getByLabel('Card number')).toBeVisible();
    await expect(sheet.getByRole('button', { name: 'Pay $5.00' })).toBeEnabled();
    await expect(sheet).not.toContainText(enTip.whyElsewhere.deformed);
  });
