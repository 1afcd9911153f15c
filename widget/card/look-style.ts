import type { PublicProfile } from '../../core/profile/public-profile';

type Look = PublicProfile['look'];

/** System fonts only: nothing is downloaded. */
const fonts: Readonly<Record<Look['font'], string>> = {
  system: 'system-ui',
  serif: 'ui-serif, Georgia, "Times New Roman", serif',
  mono: 'ui-monospace, Consolas, monospace',
  rounded: 'ui-rounded, "Arial Rounded MT Bold", system-ui',
};

/**
 * The owner's look as custom properties. The page's colours (`theme="match"`) and the tag's `accent` override it, and the page's `--busker-…`
 * properties override all of them (styles/card.css).
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
