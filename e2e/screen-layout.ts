import type { Page } from '@playwright/test';

/** The horizontal position of a part of a screen, in CSS pixels. Heights depend on the machine's fonts and are not compared. */
export interface Box {
  readonly name: string;
  readonly left: number;
  readonly width: number;
}

/** The grid items of a screen, in document order. */
export const boxesOf = (page: Page): Promise<Box[]> =>
  page.evaluate(() => {
    const parts = document.querySelectorAll<HTMLElement>(
      'header, nav, main, aside, form, search, main section, main ul[aria-label], [role="tablist"]',
    );
    const nameOf = (part: HTMLElement): string => {
      const by = part.getAttribute('aria-labelledby');
      const label = part.getAttribute('aria-label') ?? (by && document.getElementById(by)?.textContent) ?? '';
      return [part.localName, part.getAttribute('role'), label].filter(Boolean).join(' ');
    };
    return [...parts].flatMap((part) => {
      const { left, width, height } = part.getBoundingClientRect();
      // The card in the preview has its own sizes.
      const shown = width > 0 && height > 0 && !part.closest('busker-card');
      return shown ? [{ name: nameOf(part), left: Math.round(left), width: Math.round(width) }] : [];
    });
  });

export const namesOf = (boxes: readonly Box[]): readonly string[] => boxes.map(({ name }) => name);

/** How many frames the boxes must stay the same to count as at rest: half a second at the usual rate, longer on a busy machine. */
const restFrames = 30;

const framesLater = (page: Page): Promise<void> =>
  page.evaluate(async (frames) => {
    for (let frame = 0; frame < frames; frame += 1)
      await new Promise((resolve) => void requestAnimationFrame(resolve));
  }, restFrames);

/** The boxes once they no longer change. Parts that measure their width by script follow a change of the window a moment later. */
export async function boxesAtRest(page: Page): Promise<Box[]> {
  for (let before = await boxesOf(page); ;) {
    await framesLater(page);
    const now = await boxesOf(page);
    if (JSON.stringify(now) === JSON.stringify(before)) return now;
    before = now;
  }
}

/** Layout faults of a screen that are wrong at any width and with any font, each as a sentence. */
export const faultsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const wide = document.documentElement.scrollWidth - window.innerWidth;
    const faults = wide > 0 ? [`the page is ${wide} px wider than the window`] : [];
    const styleOf = (element: Element) => getComputedStyle(element);
    const isShown = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1 && element.checkVisibility({ checkVisibilityCSS: true });
    };
    const above = (element: Element): Element[] => {
      const parents: Element[] = [];
      for (let at = element.parentElement; at; at = at.parentElement) parents.push(at);
      return parents;
    };
    const scrolls = (element: Element) =>
      [element, ...above(element)].some((parent) => /auto|scroll/.test(styleOf(parent).overflowX));
    // Elements that overlap on purpose: a sticky bar, the cross in a field.
    const floats = (element: Element) =>
      [element, ...above(element)].some((parent) => /fixed|sticky|absolute/.test(styleOf(parent).position));
    const words = (element: Element) => (element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 40);

    for (const element of document.querySelectorAll('body *')) {
      const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      if (!own || !isShown(element) || element.closest('svg, script, style')) continue;
      const { overflowX, textOverflow, lineHeight, fontSize } = styleOf(element);
      const { left, right, height } = element.getBoundingClientRect();
      const hides = /hidden|clip/.test(overflowX) && textOverflow !== 'ellipsis';
      if (hides && element.scrollWidth > element.clientWidth + 1) faults.push(`cut off: ${words(element)}`);
      const outside = right > window.innerWidth + 1 || left < -1;
      if (outside && !scrolls(element)) faults.push(`outside the window: ${words(element)}`);
      const line = Number.parseFloat(lineHeight) || Number.parseFloat(fontSize);
      if (styleOf(element).display !== 'inline' && height < line * 0.7 && !scrolls(element))
        faults.push(`too low for its line: ${words(element)}`);
    }

    const controls = [...document.querySelectorAll('a, button, input, select, textarea')].filter(
      (control) => isShown(control) && !floats(control) && styleOf(control).opacity !== '0',
    );
    const isEmpty = (element: Element) =>
      !element.textContent?.trim() && !/^(canvas|iframe|img|input|svg|video)$/i.test(element.tagName);
    for (const [at, one] of controls.entries()) {
      const a = one.getBoundingClientRect();
      // Null outside of the window.
      const hit = document.elementFromPoint(a.left + a.width / 2, a.top + a.height / 2);
      if (hit && isEmpty(hit) && !one.contains(hit) && !hit.contains(one) && !hit.closest('label, svg'))
        faults.push(`takes the tap on ${words(one)}, and cannot be seen: ${hit.className}`);
      for (const other of controls.slice(at + 1)) {
        if (one.contains(other) || other.contains(one)) continue;
        const b = other.getBoundingClientRect();
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (across > 2 && down > 2) faults.push(`overlap: ${words(one)} and ${words(other)}`);
      }
    }
    return faults;
  });

/** The differences from the recorded layout, without those of rounding or of a scroll bar. */
export function differences(recorded: readonly Box[], now: readonly Box[], tolerance = 3): readonly string[] {
  const names = (boxes: readonly Box[]) => namesOf(boxes).join('\n');
  if (names(recorded) !== names(now)) return [`parts were\n${names(recorded)}\nand are\n${names(now)}`];
  return now.flatMap((box, at) => {
    const before = recorded[at] ?? box;
    const moved = Math.max(Math.abs(before.left - box.left), Math.abs(before.width - box.width));
    return moved > tolerance
      ? [`${box.name}: ${before.left} + ${before.width} became ${box.left} + ${box.width}`]
      : [];
  });
}
