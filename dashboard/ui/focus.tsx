import { useState, type ComponentProps } from 'react';

/** Elements that Enter or Space would activate. */
const acting = 'a, button, input, select, textarea, [role="slider"], [role="switch"]';
const outOfSight = '[hidden], [inert], [style*="display: none"]';
const region = 'main, [role="dialog"]';

const canBeRead = (node: Node | null): node is HTMLElement =>
  node instanceof HTMLElement &&
  node.isConnected &&
  node.textContent !== '' &&
  !node.matches(acting) &&
  !node.closest(outOfSight);

/** The element after the gap, before it, or around it. Never an active element: a second Enter would press it. */
function nearest(
  { target, nextSibling, previousSibling }: MutationRecord,
  home: Element,
): HTMLElement | null {
  const kin = [nextSibling, previousSibling].find(canBeRead);
  if (kin) return kin;
  const around = home.contains(target) ? target : home;
  return around instanceof HTMLElement ? around : null;
}

/** Focuses an element that is not a control until it loses the focus. */
function stand(element: HTMLElement): void {
  if (!element.hasAttribute('tabindex')) {
    element.tabIndex = -1;
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  element.focus({ preventScroll: true });
}

/**
 * Many buttons disappear when pressed: a removed item, a failure's retry, a finished step. The focus would fall to the page's top. It moves
 * to the nearest remaining element instead, unless something else has taken it. Returns a function that stops this.
 */
export function keepFocus(page: Document): () => void {
  let last: Element | null = null;
  // Menus and toasts are outside of the screen: remembers what had the focus before, and what is left when they close.
  let inside: HTMLElement | null = null;
  let home: Element | null = null;
  let instead: HTMLElement | null = null;
  const note = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    last = target;
    const around = target.closest(region);
    if (around) [inside, home, instead] = [target, around, null];
  };
  /** The person clicked elsewhere, so there is nothing to restore. Browsers send the same event before removing an element. */
  const forget = ({ target }: FocusEvent) => {
    setTimeout(() => {
      if (target === last && last?.isConnected) last = null;
    });
  };
  const placeAt = (gap: MutationRecord | undefined): HTMLElement | null => {
    if (home?.isConnected) return gap ? nearest(gap, home) : null;
    // A closed dialog returns the focus itself; a new screen is read from its beginning.
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

/**
 * As a `ref`: the new element takes the focus of the pressed one that it replaces. Only for the next step of an action; nothing else takes
 * the focus when it appears.
 */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}

function menuButtonOf(element: Element): HTMLElement | null {
  const id = element.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return id ? document.getElementById(id) : null;
}

// A menu closes when an item is chosen and may be gone before the dialog opens, so its button is remembered while the focus is inside.
let menuButton: HTMLElement | null = null;
document.addEventListener('focusin', ({ target }) => {
  menuButton = target instanceof Element ? menuButtonOf(target) : null;
});

/** What has the focus, which opens the dialog that now appears: in place of a menu's item, the button of the menu. */
export const whatOpens = (): Element | null => menuButton ?? document.activeElement;

/**
 * The element of every Mantine `Button`, which is disabled while it works. Browsers remove the focus from a disabled element, so keyboard
 * users would lose their place: a focused button keeps the focus, does nothing, and is marked `aria-disabled`.
 */
export function Pressable({ disabled = false, type = 'button', ...props }: ComponentProps<'button'>) {
  const { onClick, onFocus, onBlur, ...rest } = props;
  const [focused, setFocused] = useState(false);
  const stays = disabled && focused;
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled && !focused}
      aria-disabled={stays || undefined}
      onClick={(event) => (stays ? event.preventDefault() : onClick?.(event))}
      onFocus={(event) => {
        setFocused(true);
        onFocus?.(event);
      }}
      onBlur={(event) => {
        setFocused(false);
        onBlur?.(event);
      }}
    />
  );
}
