const holding = [
  'transform',
  'translate',
  'rotate',
  'scale',
  'perspective',
  'filter',
  'backdropFilter',
] as const;

/**
 * Whether an ancestor is the frame of what is `position: fixed` inside it, in place of the window: page builders animate sections by
 * transforms, and what lies in one of those is then neither at the window's edge nor above the rest of the page.
 */
export function isHeld(element: Element): boolean {
  for (let at = renderedParent(element); at; at = renderedParent(at)) {
    const style = getComputedStyle(at);
    // A browser that lacks a property has no value for it.
    if (holding.some((name) => (style[name] || 'none') !== 'none')) return true;
    if (/transform|translate|rotate|scale|perspective|filter/.test(style.willChange)) return true;
    if (/paint|layout|strict|content/.test(style.contain) || style.contentVisibility === 'auto') return true;
  }
  return false;
}

/** As it is rendered: out of shadow roots, through slots. Not shared with widget/match: a shared file would be one more hash in every card. */
function renderedParent(element: Element): Element | null {
  const parent = element.assignedSlot ?? element.parentNode;
  return parent instanceof ShadowRoot ? parent.host : parent instanceof Element ? parent : null;
}
