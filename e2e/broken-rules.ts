import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
  run(options: {
    readonly resultTypes: readonly string[];
  }): Promise<{ readonly violations: readonly { id: string; nodes: readonly { html: string }[] }[] }>;
}

/** The accessibility rules that a page breaks, and where. Axe comes through the debugger: a strict policy does not stop it. */
export async function brokenRules(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    // The card's are in a shadow root, of which the document does not tell.
    const rootsIn = (root: Document | ShadowRoot): (Document | ShadowRoot)[] => [
      root,
      ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? rootsIn(shadowRoot) : [])),
    ];
    // In the middle of a transition axe would measure a colour that nobody reads. A spinner has no end.
    const ending = () =>
      rootsIn(document)
        .flatMap((root) => root.getAnimations())
        .filter(
          ({ playState, effect }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
        );
    for (let running = ending(); running.length > 0; running = ending())
      await Promise.all(running.map(({ finished }) => finished.catch(() => null)));
    const { violations } = await (window as unknown as { axe: Axe }).axe.run({ resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
}
