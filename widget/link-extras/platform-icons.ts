import { findPlatform } from '../../core/platform-catalogue';

/** The files of widget/icons/, which the build lays beside the chunks. A platform without one shows the plain link icon. */
const drawn: ReadonlySet<string> = new Set(['email', 'linkedin', 'phone']);

/** The name of the icon file of an address's platform (`icons/<name>.svg` among the build's files), null when there is none. */
export function platformWithIcon(url: string): string | null {
  const platform = findPlatform(url);
  return platform && drawn.has(platform.id) ? platform.id : null;
}
