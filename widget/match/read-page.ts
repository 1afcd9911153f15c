import type { PageColours } from './mend-contrast';
import { over, readColour, type Seen } from './read-colour';
import { contrast, type Rgb } from '../../core/web/readable-ink';
import { poleOn, white } from './rgb';

export interface PageLook extends PageColours {
  /** The colour of the page's controls or links; null if it has none of its own. */
  readonly accent: Rgb | null;
  /** A CSS font family. */
  readonly font: string;
}

/** Reads the computed colours and font of the page around this element. Nothing is added to the page. */
export function readPage(element: HTMLElement): PageLook {
  const around = renderedParent(element) ?? document.documentElement;
  const { color, fontFamily, accentColor } = getComputedStyle(around);
  const background = backgroundOf(element);
  const ink = readColour(color);
  const text = ink ? over(ink, background) : poleOn(background);
  // Empty in a browser without `accent-color`.
  const accent = (accentColor || 'auto') === 'auto' ? linkColour(text, background) : opaque(accentColor);
  return { background, text, accent, font: fontFamily };
}

/** From the window's background up to the element, each layer over those below. Pictures cannot be read and are left out. */
function backgroundOf(element: HTMLElement): Rgb {
  const layers: Seen[] = [];
  for (let at = renderedParent(element); at && (layers.at(-1)?.alpha ?? 0) < 1; at = renderedParent(at)) {
    const layer = readColour(getComputedStyle(at).backgroundColor);
    if (layer && layer.alpha > 0) layers.push(layer);
  }
  return layers.reduceRight((under, layer) => over(layer, under), groundOf(element));
}

/** The system's background colour, which a page with `color-scheme: dark` has by default. */
function groundOf(element: HTMLElement): Rgb {
  const probe = document.createElement('i');
  probe.style.color = 'Canvas';
  element.shadowRoot?.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  const paper = readColour(color);
  return paper && paper.alpha === 1 ? paper.colour : white;
}

const enough = 100;

/** The first link in the page's text whose colour differs from the text. Menus come last, since their links often look like buttons. */
function linkColour(text: Rgb, background: Rgb): Rgb | null {
  const inText = 'p a[href], li a[href], main a[href]';
  for (const list of [inText, 'a[href]']) {
    for (const link of [...document.querySelectorAll(list)].slice(0, enough)) {
      if (link.closest('busker-card')) continue;
      const colour = opaque(getComputedStyle(link).color);
      if (colour && differs(colour, text) && contrast(colour, background) > 1.5) return colour;
    }
  }
  return null;
}

const differs = (a: Rgb, b: Rgb): boolean => a.some((channel, at) => Math.abs(channel - (b[at] ?? 0)) > 24);

function opaque(computed: string): Rgb | null {
  const colour = readColour(computed);
  return colour && colour.alpha > 0.5 ? colour.colour : null;
}

/** In the flat tree: out of shadow roots, through slots. Not shared with widget/floating, because each shared chunk costs every card a hash. */
function renderedParent(element: Element): Element | null {
  const parent = element.assignedSlot ?? element.parentNode;
  return parent instanceof ShadowRoot ? parent.host : parent instanceof Element ? parent : null;
}
