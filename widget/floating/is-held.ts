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
 * Whether an ancestor contains `position: fixed` elements in place of the window. Page builders animate sections with transforms; an element in
 * such a section is neither at the window's edge nor above the page.
 */
export function isHeld(element: Element): boolean {
  for (let at = renderedParent(element); at; at = renderedParent(at)) {
    const style = getComputedStyle(at);
    // Undefined in a browser without this property.
    if (holding.some((name) => (style[name] || 'none') !== 'none')) return true;
    if (/transform|translate|rotate|scale|perspective|filter/.test(style.willChange)) return true;
    if (/paint|layout|strict|content/.test(style.contain) || style.contentVisibility === 'auto') return true;
  }
  return false;
}

/** In the flat tree: out of shadow roots, through slots. Not shared with widget/match, because each shared chunk costs every card a hash. */
function renderedParent(element: Element): Element | null {
  const parent = element.assignedSlot ?? element.parentNode;
  return parent instanceof ShadowRoot ? parent.host : parent instanceof Element ? parent : null;
}
