import { html } from '../../../core/web/html';
import type { QrCode } from './qr-code';

export interface Colours {
  /** `#rrggbb` */
  readonly ink: string;
  readonly paper: string;
}

/** A path with one segment per run of dark modules: small, and without hairlines between modules. */
function runs({ dark }: QrCode): string {
  return dark
    .flatMap((row, y) =>
      row.flatMap((isDark, x) => {
        if (!isDark || row[x - 1] === true) return [];
        const end = row.indexOf(false, x);
        return [`M${x} ${y}h${(end === -1 ? row.length : end) - x}v1H${x}z`];
      }),
    )
    .join('');
}

/** `width` in CSS pixels; `title` is the text for screen readers. */
export function qrSvg(code: QrCode, width: number, title: string, { ink, paper }: Colours): string {
  const { size } = code;
  return html`<svg
    xmlns="http://www.w3.org/2000/svg"
    width="${width}"
    height="${width}"
    viewBox="0 0 ${size} ${size}"
    role="img"
    shape-rendering="crispEdges"
  >
    <title>${title}</title>
    <path fill="${paper}" d="M0 0h${size}v${size}H0z" />
    <path fill="${ink}" d="${runs(code)}" />
  </svg>`.html;
}
