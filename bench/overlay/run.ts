import { chromium, type Page } from '@playwright/test';
import { overlayAnswer } from '@busker/core/dashboard-api/channel-api';
import { findChromium } from '@busker/emulators/find-chromium';
import { openWholeBackend } from '@busker/local/api/whole-backend';
import { median, type BenchOptions, type BenchRow } from '../bench-row';

export const needs = ['overlay', 'dashboard', 'widget', 'functions'];

/** Milliseconds since the epoch at which the alert of this fan was drawn. */
const drawnAt = (page: Page, name: string): Promise<number> =>
  page.evaluate(async (fan) => {
    while (!document.querySelector('.busker-alert')?.textContent?.includes(fan))
      await new Promise((resolve) => requestAnimationFrame(resolve));
    // Seen in the next frame.
    await new Promise((resolve) => requestAnimationFrame(resolve));
    return Date.now();
  }, name);

/** From the confirmation of a payment until its alert is drawn in an open source, all on this machine. */
export async function run({ quick, log }: BenchOptions): Promise<readonly BenchRow[]> {
  const tips = quick ? 5 : 25;
  const backend = await openWholeBackend();
  const { executablePath, args } = await findChromium();
  const browser = await chromium.launch({ executablePath, args: [...args] });
  try {
    const token = await backend.signIn();
    await backend.call(overlayAnswer, 'POST', '/v1/me/overlay', undefined, token);
    const changes = { seconds: 3, volume: 0 };
    const { overlay } = await backend.call(overlayAnswer, 'PATCH', '/v1/me/overlay', changes, token);
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
    await page.goto(overlay?.url ?? '');
    await page.locator('#overlay[data-look]').waitFor();
    const waits: number[] = [];
    for (let tip = 0; tip < tips; tip += 1) {
      const name = `Fan ${tip}`;
      const { pay } = await backend.newTip({ name, message: 'Thank you' });
      const drawn = drawnAt(page, name);
      const confirmed = Date.now();
      await pay();
      waits.push((await drawn) - confirmed);
      await page.locator('.busker-alert').waitFor({ state: 'detached' });
    }
    const sorted = waits.toSorted((a, b) => a - b);
    log(`overlay: ${sorted.join(', ')} ms`);
    return [
      { what: 'confirmed payment to drawn alert: median', value: median(waits) / 1000, unit: 's', atMost: 1 },
      { what: 'the slowest', value: (sorted.at(-1) ?? Number.NaN) / 1000, unit: 's', atMost: null },
    ];
  } finally {
    await browser.close();
    await backend.close();
  }
}
