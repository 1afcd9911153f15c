/** Where a press does something by itself inside the card. */
const acting = 'a,label,summary,[type=radio],[type=checkbox]';

function keep(event: Event): void {
  const [at] = event.composedPath() as [Element];
  const { key } = event as KeyboardEvent;
  // From inside the shadow root this finds nothing. What the page put into the tag is the page's; the card's own elements there have slots of its own.
  const light = at.closest('busker-card,[slot^=busker]');
  // Other keys are for the page, too: Escape, Tab, its shortcuts.
  if (light === event.currentTarget || (key && !/^( |Enter)$/.test(key))) return;
  event.stopPropagation();
  // Chromium follows a link around a button, too.
  if (!key && (light ?? !at.closest(acting))) event.preventDefault();
}

/** No link and no handler of the page around the card hears of a press in it. A second call for the same tag adds nothing. */
export function keepPresses(host: Element): void {
  for (const name of ['click', 'auxclick', 'dblclick', 'keydown']) host.addEventListener(name, keep);
}
