import type { Brand } from './card-number';

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
