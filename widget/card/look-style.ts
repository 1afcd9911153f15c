import type { PublicProfile } from '../../core/public-profile';

type Look = PublicProfile['look'];

/** Fonts that every device has: nothing is fetched. */
const fonts: Readonly<Record<Look['font'], string>> = {
  system: 'system-ui',
  serif: 'ui-serif, Georgia, "Times New Roman", serif',
  mono: 'ui-monospace, Consolas, monospace',
  rounded: 'ui-rounded, "Arial Rounded MT Bold", system-ui',
};

/** The owner's look as custom properties. The page's own `--busker-…` properties stand before them (styles/card.css). */
export const lookStyle = ({ accent, radius, font }: Look, wished: string | null): Record<string, string> => ({
  '--own-accent': wished ?? accent,
  '--own-radius': `${radius}px`,
  '--own-font': fonts[font],
});
