import { confirmingOf, isRedirectType, redirectMethods } from '../reference/method-types';
import type { Brand } from './card-number';
import type { CardWords } from './card-words';
import { make } from './elements-options';

const SVG = 'http://www.w3.org/2000/svg';

const shape = (name: string, attributes: Readonly<Record<string, string>>): SVGElement => {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
};

const word = (text: string, fill: string): SVGElement => {
  const element = shape('text', {
    x: '19',
    y: '16',
    fill,
    'text-anchor': 'middle',
    'font-size': '10',
    'font-weight': '700',
    'font-family': 'sans-serif',
    'font-style': 'italic',
  });
  element.textContent = text;
  return element;
};

const plate = (fill: string) =>
  shape('rect', {
    x: '0.5',
    y: '0.5',
    width: '37',
    height: '23',
    rx: '4',
    fill,
    stroke: 'rgba(128,128,128,0.4)',
  });

function parts(brand: Brand): SVGElement[] {
  switch (brand) {
    case 'visa':
      return [plate('#ffffff'), word('VISA', '#1a1f71')];
    case 'mastercard':
      return [
        plate('#ffffff'),
        shape('circle', { cx: '15', cy: '12', r: '7', fill: '#eb001b' }),
        shape('circle', { cx: '23', cy: '12', r: '7', fill: '#f79e1b', 'fill-opacity': '0.9' }),
      ];
    case 'amex':
      return [plate('#016fd0'), word('AMEX', '#ffffff')];
    case 'unknown':
      return [
        plate('none'),
        shape('rect', {
          x: '0',
          y: '6',
          width: '38',
          height: '4',
          fill: 'currentColor',
          'fill-opacity': '0.35',
        }),
        shape('rect', {
          x: '5',
          y: '14',
          width: '12',
          height: '3',
          rx: '1.5',
          fill: 'currentColor',
          'fill-opacity': '0.35',
        }),
      ];
  }
}

/** Our own drawing of each card brand, hidden from screen readers. */
export function brandMark(brand: Brand): SVGElement {
  const svg = shape('svg', {
    viewBox: '0 0 38 24',
    class: 'brand',
    'aria-hidden': 'true',
    focusable: 'false',
  });
  svg.append(...parts(brand));
  return svg;
}

/** The countries in the form's list, as ISO 3166 alpha-2 codes. */
const CODES =
  `AE AR AT AU BE BG BR CA CH CL CO CR CY CZ DE DK EE EG ES FI FR GB GR HK HR HU ID IE IL IN IS IT JP KE KR KW LI LT
LU LV MA MT MX MY NG NL NO NZ PE PH PK PL PT RO RS SA SE SG SI SK TH TR TW UA US UY VN ZA`.split(/\s+/);

interface Country {
  readonly code: string;
  readonly name: string;
}

export function countriesIn(locale: string): Country[] {
  const names = new Intl.DisplayNames([locale, 'en'], { type: 'region' });
  return CODES.map((code) => ({ code, name: names.of(code) ?? code })).sort((a, b) =>
    a.name.localeCompare(b.name, locale),
  );
}

/** The region of the browser's language, or the United States when the language has no region. */
export function countryOfBrowser(): string {
  for (const language of navigator.languages) {
    const region = regionOf(language);
    if (region !== undefined && CODES.includes(region)) return region;
  }
  return 'US';
}

/** A headless Chromium without a locale names its language `en-US@posix`, which `Intl.Locale` refuses. */
function regionOf(language: string): string | undefined {
  try {
    return new Intl.Locale(language).region;
  } catch {
    return undefined;
  }
}

interface WayChoice {
  /** `card`, or Stripe's name of another way to pay. */
  readonly chosen: () => string;
  /** Offers these; with cards alone there is nothing to choose. */
  readonly offer: (types: readonly string[]) => void;
  readonly write: (words: CardWords) => void;
}

/** The choice between cards and the pages of banks and wallets, above the card's fields, which only the card needs. */
export function createWayChoice(form: HTMLElement, words: CardWords, changed: () => void): WayChoice {
  let spoken = words;
  let offered: readonly string[] = ['card'];
  let way = 'card';
  const choice = make('fieldset', { class: 'ways' });
  const note = make('p', { class: 'note', role: 'status' });
  form.before(choice, note);

  const nameOf = (type: string) => {
    if (type === 'link') return 'Link';
    return isRedirectType(type) ? redirectMethods[type].name : spoken.card;
  };
  const show = () => {
    const isCard = way === 'card';
    choice.hidden = offered.every((type) => type === 'card');
    form.hidden = !isCard;
    const leaves = isRedirectType(way) && ['page', 'app'].includes(confirmingOf(way).kind);
    note.hidden = !leaves;
    note.textContent = leaves ? spoken.leaves.replace('{name}', nameOf(way)) : '';
  };
  const write = () => {
    choice.replaceChildren(
      ...offered.map((type) => {
        const radio = make('input', { type: 'radio', name: 'way', value: type });
        radio.checked = type === way;
        radio.addEventListener('change', () => {
          way = type;
          show();
          changed();
        });
        return make('label', { class: 'way' }, radio, nameOf(type));
      }),
    );
    show();
  };
  write();
  return {
    chosen: () => way,
    offer(types) {
      offered = types.filter((type) => type === 'card' || type === 'link' || isRedirectType(type));
      if (!offered.includes(way)) way = offered[0] ?? 'card';
      write();
    },
    write(next) {
      spoken = next;
      write();
    },
  };
}
