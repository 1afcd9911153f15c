/**
 * As a `ref`: the new element takes the focus of the pressed one that it replaces. Only for the next step of an action; nothing else takes
 * the focus when it appears.
 */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}
