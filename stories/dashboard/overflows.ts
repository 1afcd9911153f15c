const isShown = (element: Element): boolean => {
  const { width, height } = element.getBoundingClientRect();
  return width > 1 && height > 1 && element.checkVisibility({ checkVisibilityCSS: true });
};

const around = (element: Element): readonly Element[] => {
  const all: Element[] = [];
  for (let at: Element | null = element; at; at = at.parentElement) all.push(at);
  return all;
};

const scrolls = (element: Element): boolean =>
  around(element).some(
    (each) => each !== document.documentElement && /auto|scroll/.test(getComputedStyle(each).overflowX),
  );

/** Text that is cut off, text outside the window, and a page that scrolls sideways, each as a sentence. */
export function overflowsIn({ documentElement, body }: Document): readonly string[] {
  const room = documentElement.clientWidth;
  const wide = documentElement.scrollWidth - room;
  const widest = [...body.querySelectorAll('*')].findLast(
    (element) => isShown(element) && element.getBoundingClientRect().right > room + 1,
  );
  const faults =
    wide > 0 ? [`the page is ${wide} px too wide: ${widest?.localName} ${widest?.textContent.trim()}`] : [];
  for (const element of body.querySelectorAll('*')) {
    const own = [...element.childNodes].some(
      ({ nodeType, textContent }) => nodeType === 3 && textContent?.trim(),
    );
    if (!own || !isShown(element) || element.closest('svg, script, style, noscript') || scrolls(element))
      continue;
    const words = (element.textContent ?? '').trim().slice(0, 60);
    const { display, textOverflow, overflowX } = getComputedStyle(element);
    // An inline element has no width of its own. An ellipsis is meant for names and addresses, which have no limit.
    const cuts = display !== 'inline' && !(textOverflow === 'ellipsis' && /hidden|clip/.test(overflowX));
    if (cuts && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0)
      faults.push(`too long: ${words}`);
    const { left, right } = element.getBoundingClientRect();
    if (left < -1 || right > room + 1) faults.push(`outside the window: ${words}`);
  }
  return faults;
}
