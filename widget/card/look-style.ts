import type { PublicProfile } from '../../core/public-profile';

type Look = PublicProfile['look'];

/** Fonts that every device has: nothing is fetched. */
const fonts: Readonly<Record<Look['font'], string>> = {
  system: 'system-ui, sans-serif',
  serif: 'ui-serif, Georgia, "Times New Roman", serif',
  mono: 'ui-monospace, "SF Mono", Consolas, monospace',
  rounded: 'ui-rounded, "SF Pro Rounded", "Arial Rounded MT Bold", system-ui, sans-serif',
};

/** The owner's look as custom properties. The page's own `--busker-…` properties stand before them (styles/card.css). */
export function lookStyle(look: Look, accent: string | null): Record<string, string> {
  const colour = accent ?? look.accent;
  return {
    '--own-accent': colour,
    '--own-on-accent': readableOn(colour),
    '--own-radius': `${look.radius}px`,
    '--own-font': fonts[look.font],
  };
}

/**
 * Black or white, whichever is better to read on this colour (WCAG 2 contrast). For browsers without relative colours, which do it in the
 * style sheet for any colour; here other notations than #rrggbb get white.
 */
export function readableOn(colour: string): '#000' | '#fff' {
  const hex = /^#([0-9a-f]{6})$/i.exec(colour)?.[1];
  if (!hex) return '#fff';
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const share = parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000' : '#fff';
}
