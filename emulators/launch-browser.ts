import { chromium, type Browser } from '@playwright/test';
import { findChromium } from './find-chromium';

/** The real browser that every browser test of a local server runs in. */
export async function launchBrowser(): Promise<Browser> {
  const { executablePath, args } = await findChromium();
  return chromium.launch({ executablePath, args: [...args] });
}
