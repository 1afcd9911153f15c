import type { PublicProfile } from '../../core/profile/public-profile';

type Look = PublicProfile['look'];

/** Fonts that every device has: nothing is fetched. */
const fonts: Readonly<Record<Look['font'], string>> = {
  system: 'system-ui',
  serif: 'ui-serif, Georgia, "Times New Roman", serif',
  mono: 'ui-monospace, Consolas, monospace',
  rounded: 'ui-rounded, "Arial Rounded MT Bold", system-ui',
};

/**
 * The owner's look as custom properties, under the page's own look (`theme="match"`) and the tag's accent. The page's `--busker-…` properties
 * stand before all of them (styles/card.css).
 */
export const lookStyle = (
  { accent, radius, font }: Look,
  matched: Readonly<Record<string, string>> | null,
  wished: string | null,
): Record<string, string> => ({
  '--own-accent': accent,
  '--own-radius': `${radius}px`,
  '--own-font': fonts[font],
  ...matched,
  ...(wished && { '--own-accent': wished }),
});
