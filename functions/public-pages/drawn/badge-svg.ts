import { readableInk } from '../../../core/web/readable-ink';
import { html } from '../../../core/web/html';

export interface Badge {
  readonly text: string;
  /** `#rrggbb` */
  readonly colour: string;
  /** CSS pixels. */
  readonly height: number;
}

const longest = 32;

/** Characters as people count them: a family emoji is one. */
const signsOf = (text: string): readonly string[] =>
  Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);

/** The approximate width of a text in em for system fonts: letters a bit over 0.5, East Asian characters and emoji 1. */
function emOf(text: string): number {
  const widths = signsOf(text).map((sign) => {
    if (
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}]/u.test(
        sign,
      )
    )
      return 1;
    if (/[iljtfr.,'!| ]/.test(sign)) return 0.34;
    return /[mwMWA-Z@]/.test(sign) ? 0.78 : 0.58;
  });
  return widths.reduce((sum, width) => sum + width, 0);
}

function shortened(text: string): string {
  const signs = signsOf(text);
  return signs.length <= longest
    ? text
    : `${signs
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`;
}

/** A picture of a button, for a link in a README, a forum or an email. The text is stretched to the computed width. */
export function badgeSvg({ text, colour, height }: Badge): string {
  const shown = shortened(text);
  const font = Math.round(height * 0.46);
  const textWidth = Math.round(emOf(shown) * font);
  const textStart = Math.round(height * 0.95);
  const width = textStart + textWidth + Math.round(height * 0.42);
  const ink = readableInk(colour);
  const middle = height / 2;
  const coin = height * 0.24;
  return html`<svg
    xmlns="http://www.w3.org/2000/svg"
    width="${width}"
    height="${height}"
    viewBox="0 0 ${width} ${height}"
    role="img"
    aria-label="${text}"
  >
    <title>${text}</title>
    <rect width="${width}" height="${height}" rx="${height * 0.28}" fill="${colour}" />
    <g
      fill="none"
      stroke="${ink}"
      stroke-width="${height * 0.06}"
      stroke-linecap="round"
      stroke-linejoin="round"
    >
      <circle cx="${height * 0.54}" cy="${middle}" r="${coin}" />
      <path
        d="M${height * 0.44} ${middle}l${height * 0.075} ${height * 0.075} ${height * 0.13}-${height * 0.16}"
      />
    </g>
    <text
      x="${textStart}"
      y="${middle}"
      dy=".35em"
      textLength="${textWidth}"
      lengthAdjust="spacingAndGlyphs"
      fill="${ink}"
      font-family="system-ui,-apple-system,Segoe UI,Roboto,sans-serif"
      font-size="${font}"
      font-weight="600"
    >
      ${shown}
    </text>
  </svg>`.html;
}
