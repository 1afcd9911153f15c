import { contrast, luminance, mix, towards, type Rgb } from '@busker/core/web/readable-ink';

export const black: Rgb = [0, 0, 0];
export const white: Rgb = [255, 255, 255];

/** Black or white, whichever has more contrast on this colour. */
export const poleOn = (background: Rgb): Rgb =>
  contrast(black, background) >= contrast(white, background) ? black : white;

const written = ([red, green, blue]: Rgb): string => `rgb(${red} ${green} ${blue})`;

interface PageColours {
  readonly background: Rgb;
  readonly text: Rgb;
}

/** The card's colours on that page. Every text is readable on every background by WCAG AA. */
interface CardColours {
  readonly background: Rgb;
  /** The background of hovered links and of quotations. */
  readonly raised: Rgb;
  readonly text: Rgb;
  readonly muted: Rgb;
  readonly danger: Rgb;
  /** The border of fields, with the contrast that WCAG asks of controls. */
  readonly field: Rgb;
  readonly border: Rgb;
  readonly dark: boolean;
}

/** The WCAG AA contrast for text, and for controls. */
export const needed = { text: 4.5, control: 3 } as const;

/** Keeps the page's colours where they are readable, and changes each only as far as necessary. */
export function mendContrast({ background, text: wished }: PageColours): CardColours {
  const pole = poleOn(background);
  const text = towards(pole, wished, [background], needed.text);
  // On medium grey even black has no contrast left for a second background.
  const tinted = mix(text, background, 0.04);
  const raised = contrast(text, tinted) >= needed.text ? tinted : background;
  const under = [background, raised];
  const dark = luminance(background) < 0.18;
  return {
    background,
    raised,
    text,
    muted: towards(text, mix(text, background, 0.7), under, needed.text),
    danger: towards(text, dark ? [255, 180, 171] : [179, 38, 30], under, needed.text),
    field: towards(text, mix(text, background, 0.5), under, needed.control),
    border: mix(text, background, 0.16),
    dark,
  };
}

interface Seen {
  readonly colour: Rgb;
  /** From 0 (transparent) to 1. */
  readonly alpha: number;
}

/** Parses a computed colour. Null: this browser cannot paint it. */
export function readColour(computed: string): Seen | null {
  const legacy = /^rgba?\(([^)]*)\)$/.exec(computed);
  if (legacy) return seen(numbers(legacy[1]));
  const wide = /^color\(srgb ([^)]*)\)$/.exec(computed);
  if (!wide) return painted(computed);
  const [red = 0, green = 0, blue = 0, alpha = 1] = numbers(wide[1]);
  return seen([red * 255, green * 255, blue * 255, alpha]);
}

const numbers = (list = ''): number[] =>
  list
    .split(/[\s,/]+/)
    .filter(Boolean)
    .map((part) => (part.endsWith('%') ? parseFloat(part) / 100 : parseFloat(part) || 0));

const byte = (value: number): number => Math.max(0, Math.min(255, Math.round(value)));

const seen = ([red = 0, green = 0, blue = 0, alpha = 1]: readonly number[]): Seen => ({
  colour: [byte(red), byte(green), byte(blue)],
  alpha: Math.max(0, Math.min(1, alpha)),
});

/** A colour whose pixel is known. */
const known = [17, 34, 51, 255] as const;

/**
 * oklch, lab, display-p3 and later notations: the browser converts them by painting. Null where the reader keeps pages from reading a canvas: it throws,
 * or its pixels are false.
 */
function painted(computed: string): Seen | null {
  const paint = (colour: string): readonly number[] => {
    const pen = document.createElement('canvas').getContext('2d');
    if (!pen) return [];
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    return [...pen.getImageData(0, 0, 1, 1).data];
  };
  try {
    if (String(paint(`rgb(${known.slice(0, 3).join(' ')})`)) !== String(known)) return null;
    const [red = 0, green = 0, blue = 0, alpha = 255] = paint(computed);
    return seen([red, green, blue, alpha / 255]);
  } catch {
    return null;
  }
}

/** The result of painting one colour over another. */
export const over = (top: Seen, under: Rgb): Rgb => mix(top.colour, under, top.alpha);

interface PageLook extends PageColours {
  /** The colour of the page's controls or links; null if it has none of its own. */
  readonly accent: Rgb | null;
  /** A CSS font family. */
  readonly font: string;
}

/** Reads the computed colours and font of the page around this element. Nothing is added to the page. */
function readPage(element: HTMLElement): PageLook {
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

const listeners = new Set<() => void>();
let stop: AbortController | null = null;

/**
 * Calls back when the page's colours may have changed: the system's colour scheme, an attribute of `html` or `body` (every theme switch sets
 * one), a late style sheet, the end of a transition. At most once per frame, with one set of listeners for all cards. Returns a function that
 * stops this.
 */
export function watchPage(callback: () => void): () => void {
  listeners.add(callback);
  stop ??= watch();
  return () => {
    listeners.delete(callback);
    if (listeners.size > 0) return;
    stop?.abort();
    stop = null;
  };
}

function watch(): AbortController {
  const end = new AbortController();
  const { signal } = end;
  let frame = 0;
  const tell = () => {
    frame = 0;
    for (const listener of listeners) listener();
  };
  const soon = () => {
    frame ||= requestAnimationFrame(tell);
  };
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', soon, { signal });
  const attributes = new MutationObserver(soon);
  for (const root of [document.documentElement, document.body])
    attributes.observe(root, { attributes: true });
  const loaded = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.relList.contains('stylesheet')) soon();
  };
  document.addEventListener('load', loaded, { capture: true, signal });
  const faded = ({ propertyName, target }: TransitionEvent) => {
    // Not the transition of a hovered link.
    if (propertyName.includes('color') && target instanceof Element && target.querySelector('busker-card'))
      soon();
  };
  document.addEventListener('transitionend', faded, { signal });
  signal.addEventListener('abort', () => {
    attributes.disconnect();
    cancelAnimationFrame(frame);
  });
  return end;
}

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
