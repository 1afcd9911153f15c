/**
 * As a `ref`: what comes in place of what was pressed takes its focus, which would be nowhere with it gone. For the next step of an act in
 * progress alone; nothing takes the focus by just being drawn.
 */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}
