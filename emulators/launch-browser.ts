import { chromium, type Browser } from '@playwright/test';
import { findChromium } from './find-chromium';

/** The real browser for all browser tests of the local servers. */
export async function launchBrowser(): Promise<Browser> {
  const { executablePath, args } = await findChromium();
  return chromium.launch({ executablePath, args: [...args] });
}
