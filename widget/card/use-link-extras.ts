import { platformOf } from '../../core/platform';
import { isInApp } from '../in-app';
import type { PublicLink } from '../../core/public-profile';
import type { LinkExtras } from '../link-extras/link-extras';
import { useChunk } from './use-chunk';

const load = async (): Promise<LinkExtras> =>
  (await import('../link-extras/link-extras')).linkExtras(isInApp());

/** More platforms and the copy button: loaded only where a link needs them. */
export function useLinkExtras(links: readonly PublicLink[]): LinkExtras | null {
  const chunk = useChunk(load, isInApp() || links.some(({ url }) => platformOf(url) === 'link'));
  return chunk.at === 'ready' ? chunk.part : null;
}
