import { platformWithIcon } from './platform-icons';
import { CopyLink } from './copy-link';
import type { ComponentType } from 'react';

export interface LinkExtras {
  /** The slug of the platform's icon among the build's files; null when it has none. */
  readonly iconOf: (url: string) => string | null;
  /** A button beside each link, in the browsers inside apps. */
  readonly CopyLink: ComponentType<{ readonly url: string; readonly label: string }> | null;
}

export const linkExtras = (inApp: boolean): LinkExtras => ({
  iconOf: platformWithIcon,
  CopyLink: inApp ? CopyLink : null,
});
