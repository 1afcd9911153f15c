import { findPlatform } from '../../core/platform-catalogue';
import { CopyLink } from './copy-link';
import type { ComponentType } from 'react';

export interface LinkExtras {
  /**
   * The name of the platform's icon (`icons/<name>.svg` among the build's files, one for every platform of the catalogue); null for an address
   * of no platform.
   */
  readonly iconOf: (url: string) => string | null;
  /** A button beside each link, in the browsers inside apps. */
  readonly CopyLink: ComponentType<{ readonly url: string; readonly label: string }> | null;
}

export const linkExtras = (inApp: boolean): LinkExtras => ({
  iconOf: (url) => findPlatform(url)?.id ?? null,
  CopyLink: inApp ? CopyLink : null,
});
