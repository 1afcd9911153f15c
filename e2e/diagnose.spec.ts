import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { openHostPage } from './host-page';

const card = '<busker-card profile="ada"></busker-card>';

interface Found {
  readonly ok: boolean;
  readonly headersRead: boolean;
  readonly findings: readonly { readonly cause: string; readonly mend: string }[];
}

async function diagnose(page: Page): Promise<Found> {
  await page.getByRole('button', { name: 'Send a tip' }).waitFor();
  return page.evaluate(() => {
    const element = document.querySelector('busker-card') as unknown as { diagnose: () => Promise<Found> };
    return element.diagnose();
  });
}

test('diagnose() finds nothing on a page that blocks nothing', async ({ page, busker }) => {
  await openHostPage(page, busker, { body: card });
  expect(await diagnose(page)).toMatchObject({ ok: true, headersRead: true, findings: [] });
});

test('diagnose() names what policies in headers and in the page block', async ({ page, busker }) => {
  const printed: string[] = [];
  page.on('console', (message) => printed.push(`${message.type()}: ${message.text()}`));
  const stripe = new URL(busker.stripe).origin;
  await openHostPage(page, busker, {
    headers: {
      'Content-Security-Policy': `script-src ${busker.app} 'unsafe-inline'; require-trusted-types-for 'script'`,
      'Permissions-Policy': 'payment=()',
    },
    head: `<meta http-equiv="Content-Security-Policy" content="frame-src 'none'">`,
    body: card,
  });
  const { ok, findings } = await diagnose(page);
  expect(ok).toBe(false);
  expect(findings.map(({ cause }) => cause)).toEqual([
    'content-security-policy',
    'content-security-policy',
    'permissions-policy',
    'trusted-types',
  ]);
  expect(findings[0]?.mend).toBe(`Content-Security-Policy: add to script-src: ${stripe}`);
  expect(findings[1]?.mend).toBe(`Content-Security-Policy: add to frame-src: ${busker.app} ${stripe}`);
  expect(printed.some((line) => line.startsWith('table'))).toBe(true);
});

test('diagnose() knows another element’s shadow root', async ({ page, busker }) => {
  await openHostPage(page, busker, { body: '<div id="other"></div>' });
  await page.evaluate(() => {
    const root = document.querySelector('#other')?.attachShadow({ mode: 'open' });
    const element = document.createElement('busker-card');
    element.setAttribute('profile', 'ada');
    root?.append(element);
  });
  await page.getByRole('button', { name: 'Send a tip' }).waitFor();
  const causes = await page.evaluate(async () => {
    const root = document.querySelector('#other')?.shadowRoot;
    const element = root?.querySelector('busker-card') as unknown as { diagnose: () => Promise<Found> };
    return (await element.diagnose()).findings.map(({ cause }) => cause);
  });
  expect(causes).toEqual(['foreign-shadow-root']);
});
