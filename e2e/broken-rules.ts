/**
 * The texts of the page's card and sheet whose contrast to their own ground is below 4.5, as the browser paints them. Runs in the page. A text without a
 * ground of the card's own is named too: what lies behind would shine through.
 */
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

/**
 * The texts of the page's card and sheet whose contrast to their own ground is below 4.5, as the browser paints them. Runs in the page. A text without a
 * ground of the card's own is named too: what lies behind would shine through.
 */
export function unreadable(): readonly string[] {
  type Rgb = readonly [number, number, number, number];
  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const read = (colour: string): Rgb => {
    if (!pen) return [0, 0, 0, 1];
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    const [r = 0, g = 0, b = 0, a = 0] = pen.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const light = ([r, g, b]: Rgb): number => {
    const [x = 0, y = 0, z = 0] = [r, g, b].map((one) => {
      const share = one / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const over = (top: Rgb, under: Rgb): Rgb => {
    const mix = (at: 0 | 1 | 2) => top[at] * top[3] + under[at] * (1 - top[3]);
    return [mix(0), mix(1), mix(2), 1];
  };
  const parentOf = (element: Element): Element | null => {
    const parent = element.assignedSlot ?? element.parentNode;
    return parent instanceof ShadowRoot ? parent.host : parent instanceof Element ? parent : null;
  };
  const groundOf = (element: Element): Rgb | null => {
    const layers: Rgb[] = [];
    for (let at: Element | null = element; at; at = parentOf(at)) {
      const layer = read(getComputedStyle(at).backgroundColor);
      if (layer[3] > 0) layers.push(layer);
      if (layer[3] === 1) return layers.reduceRight((under, top) => over(top, under));
      // Nothing around the sheet is its ground.
      if (at.matches('.sheet')) return null;
    }
    return [...layers, [255, 255, 255, 1] as Rgb].reduceRight((under, top) => over(top, under));
  };
  const found: string[] = [];
  const root = document.querySelector('busker-card')?.shadowRoot;
  if (!root) return ['no card'];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    const text = (walker.currentNode as Text).data.trim();
    if (!element || !text || element.closest('style, script')) continue;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const ground = groundOf(element);
    const ink = ground && over(read(getComputedStyle(element).color), ground);
    const [a = 0, b = 0] = ink && ground ? [light(ink), light(ground)].toSorted((x, y) => y - x) : [];
    const contrast = (a + 0.05) / (b + 0.05);
    if (!ground || contrast < 4.5)
      found.push(
        `${text.slice(0, 30)}: ${ground ? contrast.toFixed(2) : 'no ground'} ${getComputedStyle(element).color} on ${ground?.map(Math.round).join()}`,
      );
  }
  return found;
}

/**
 * In the page: its `moves` name each field and note of the open sheet that is somewhere else in the sheet than before, once the place of the card form
 * is there, which the fan opens with an amount. What is scrolled away counts too, which no layout shift tells.
 */
export function watchPlaces(): void {
  const places = new Map<string, number>();
  const moves: string[] = [];
  Object.assign(window, { moves });
  requestAnimationFrame(function look() {
    const body = document.querySelector('busker-card')?.shadowRoot?.querySelector('.sheet-body');
    const named = '.amounts, .ways, .card-form, .safety, .field, .choice, summary';
    const shown = body?.querySelector('.ways') ? [...body.querySelectorAll(named)] : [];
    for (const one of shown) {
      // The parts inside a closed panel have no place.
      if (one.closest('details') && one.localName !== 'summary') continue;
      const name = `${one.className || one.localName} ${one.textContent?.slice(0, 20)}`;
      const above = (body?.getBoundingClientRect().top ?? 0) - (body?.scrollTop ?? 0);
      const top = Math.round(one.getBoundingClientRect().top - above);
      const before = places.get(name);
      if (before !== undefined && Math.abs(before - top) > 1) moves.push(`${name}: ${before} → ${top}`);
      places.set(name, top);
    }
    requestAnimationFrame(look);
  });
}
