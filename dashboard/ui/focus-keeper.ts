/** What a press of Enter or Space would act on. */
const acting = 'a, button, input, select, textarea, [role="slider"], [role="switch"]';
const outOfSight = '[hidden], [inert], [style*="display: none"]';
const region = 'main, [role="dialog"]';

const canBeRead = (node: Node | null): node is HTMLElement =>
  node instanceof HTMLElement &&
  node.isConnected &&
  node.textContent !== '' &&
  !node.matches(acting) &&
  !node.closest(outOfSight);

/** What stood after the gap, or before it, or around it. Nothing that acts: a second, hasty Enter would press it. */
function nearest(
  { target, nextSibling, previousSibling }: MutationRecord,
  home: Element,
): HTMLElement | null {
  const kin = [nextSibling, previousSibling].find(canBeRead);
  if (kin) return kin;
  const around = home.contains(target) ? target : home;
  return around instanceof HTMLElement ? around : null;
}

/** Gives the focus to something that is no control, for as long as it has it. */
function stand(element: HTMLElement): void {
  if (!element.hasAttribute('tabindex')) {
    element.tabIndex = -1;
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  element.focus({ preventScroll: true });
}

/**
 * Many a button is gone once it was pressed: what it removes, the failure that it asks again about, the step that it ends. The focus would
 * be nowhere then, and who goes by keyboard or ear at the top of the page. It goes to what stands nearest instead, so that Tab
 * leads on from there, unless something else has taken it. Answers what ends the keeping.
 */
export function keepFocus(page: Document): () => void {
  let last: Element | null = null;
  // Menus and notices stand outside of the screen: what had the focus before they took it, and what stands there once that is gone.
  let inside: HTMLElement | null = null;
  let home: Element | null = null;
  let instead: HTMLElement | null = null;
  const note = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    last = target;
    const around = target.closest(region);
    if (around) [inside, home, instead] = [target, around, null];
  };
  /** Left on purpose, by a press beside it: then there is nothing to keep. Browsers say the same of what they are about to remove. */
  const forget = ({ target }: FocusEvent) => {
    setTimeout(() => {
      if (target === last && last?.isConnected) last = null;
    });
  };
  const placeAt = (gap: MutationRecord | undefined): HTMLElement | null => {
    if (home?.isConnected) return gap ? nearest(gap, home) : null;
    // A dialog that is gone gives the focus back by itself; a screen in whose place another came is read from its beginning.
    return home?.matches('main') ? page.querySelector('main') : null;
  };
  const observer = new MutationObserver((changes) => {
    if (inside && !inside.isConnected) {
      const gone = inside;
      inside = null;
      instead = placeAt(
        changes.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(gone))),
      );
    }
    if (!last || last.isConnected) return;
    last = null;
    if (page.activeElement !== page.body && page.activeElement !== null) return;
    if (inside) inside.focus({ preventScroll: true });
    else if (instead?.isConnected) stand(instead);
  });
  page.addEventListener('focusin', note);
  page.addEventListener('focusout', forget);
  observer.observe(page.body, { childList: true, subtree: true });
  return () => {
    page.removeEventListener('focusin', note);
    page.removeEventListener('focusout', forget);
    observer.disconnect();
  };
}
