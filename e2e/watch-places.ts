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
