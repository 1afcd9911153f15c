import { mendContrast } from './mend-contrast';
import { readPage } from './read-page';
import { written } from './rgb';
import { watchPage } from './watch-page';

/** Derives the card's colours and font from the page around it, as custom properties, now and whenever the page changes. */
export function followPage(element: HTMLElement, wear: (style: Record<string, string>) => void): () => void {
  let worn = '';
  const look = () => {
    const style = styleOf(element);
    const text = JSON.stringify(style);
    if (text === worn) return;
    worn = text;
    wear(style);
  };
  look();
  return watchPage(look);
}

function styleOf(element: HTMLElement): Record<string, string> {
  const { accent, font, ...page } = readPage(element);
  const { dark, ...colours } = mendContrast(page);
  const style: Record<string, string> = { colorScheme: dark ? 'dark' : 'light', '--own-font': font };
  if (accent) style['--own-accent'] = written(accent);
  for (const [name, colour] of Object.entries(colours)) {
    // The page's own `--busker-…` properties override the derived ones.
    const own = publicNames.has(name) ? `--busker-${name}` : null;
    style[`--_${name}`] = own ? `var(${own}, ${written(colour)})` : written(colour);
  }
  return style;
}

const publicNames: ReadonlySet<string> = new Set(['background', 'text', 'muted', 'border']);
