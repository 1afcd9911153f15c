import type { Browser, BrowserContext } from '@playwright/test';
import type { Reader } from '../examples/zoo/oddity';
import { firefoxPreferences } from './firefox';

export interface ReaderContext {
  readonly context: BrowserContext;
  readonly close: () => Promise<void>;
}

/** Firefox has these as preferences of the whole browser. */
function preferencesOf({ colours, reducedMotion }: Reader): Record<string, number | boolean> {
  return {
    ...(colours === 'dark' ? { 'layout.css.prefers-color-scheme.content-override': 0 } : {}),
    ...(colours === 'forced' ? { 'browser.display.document_color_use': 2 } : {}),
    ...(reducedMotion ? { 'ui.prefersReducedMotion': 1 } : {}),
  };
}

/** A browser context with the settings of this reader. */
export async function contextOf(browser: Browser, reader: Reader): Promise<ReaderContext> {
  const usual = {
    locale: 'en-US',
    viewport: reader.viewport ?? { width: 1280, height: 900 },
    ...(reader.userAgent ? { userAgent: reader.userAgent } : {}),
  };
  const type = browser.browserType();
  const preferences = preferencesOf(reader);
  if (type.name() === 'firefox') {
    const special =
      Object.keys(preferences).length > 0
        ? await type.launch({ firefoxUserPrefs: { ...firefoxPreferences, ...preferences } })
        : null;
    const context = await (special ?? browser).newContext(usual);
    // Firefox's protocol cannot switch scripts off, and Playwright itself needs them.
    if (reader.withoutScript)
      await context.route('**', (route) =>
        route.request().resourceType() === 'script' ? route.abort() : route.continue(),
      );
    return { context, close: () => (special ?? context).close() };
  }
  const context = await browser.newContext({
    ...usual,
    javaScriptEnabled: !reader.withoutScript,
    colorScheme: reader.colours === 'dark' ? 'dark' : 'light',
    forcedColors: reader.colours === 'forced' ? 'active' : 'none',
    reducedMotion: reader.reducedMotion ? 'reduce' : 'no-preference',
  });
  return { context, close: () => context.close() };
}
