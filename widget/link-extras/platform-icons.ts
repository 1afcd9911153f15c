import { findPlatform } from '../../core/platform-catalogue';

/** Platforms of the catalogue that the icon set has no mark for; they show the plain link icon. */
export const withoutIcon: ReadonlySet<string> = new Set(['indiegogo', 'codepen', 'amazon', 'eventbrite']);

/** The name of the icon file of an address's platform (`icons/<name>.svg` among the build's files), null when there is none. */
export function platformWithIcon(url: string): string | null {
  const platform = findPlatform(url);
  return platform && !withoutIcon.has(platform.id) ? platform.id : null;
}
