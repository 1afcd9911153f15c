import type { SurfaceLook } from '../payment/payment-surface';

/** The sheet's computed colours and fonts, in notations that Stripe's form accepts. */
export function readLook(sheet: Element): SurfaceLook {
  const style = getComputedStyle(sheet);
  const colour = (name: string) => toRgb(style.getPropertyValue(name).trim(), sheet);
  return {
    dark: style.colorScheme === 'dark',
    accent: colour('--_accent'),
    background: colour('--_background'),
    text: colour('--_text'),
    muted: colour('--_muted'),
    danger: colour('--_danger'),
    border: colour('--_field'),
    radius: '10px',
    font: style.fontFamily,
  };
}

/** Converts any CSS colour to `rgb(…)`: a probe element computes it, and a canvas converts wide-gamut colours to sRGB. */
function toRgb(colour: string, near: Element): string {
  const probe = document.createElement('span');
  probe.style.color = colour;
  near.append(probe);
  const computed = getComputedStyle(probe).color;
  probe.remove();
  if (/^rgba?\(/.test(computed)) return computed;
  const pen = document.createElement('canvas').getContext('2d');
  if (!pen) return colour;
  pen.fillStyle = computed;
  pen.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = pen.getImageData(0, 0, 1, 1).data;
  return `rgb(${red}, ${green}, ${blue})`;
}
