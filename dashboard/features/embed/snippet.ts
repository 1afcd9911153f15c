import type { StoredProfile } from '../../../core/profile-document';
import { inOrder, isShown } from '../../../core/public-view';
import { isSafeUrl } from '../../../core/link';
import { reservedHeight } from './reserved-height';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
export const escapeHtml = (given: string): string =>
  given.replace(/[&<>"]/g, (character) => entities[character] ?? character);

export interface SnippetOptions {
  /** Origin of the Busker server. */
  readonly host: string;
  readonly now: number;
}

/**
 * The tag to paste: the real links inside work before, without and after the script; the height keeps the page from jumping. What
 * stands in it is what is live, never the draft.
 */
export function htmlSnippet(profile: StoredProfile, { host, now }: SnippetOptions): string {
  const { handle, name } = profile;
  const links = inOrder(profile.links).filter(([, link]) => isShown(link, now) && isSafeUrl(link.url));
  const lines = links.map(
    ([, link]) => `  <a rel="me" href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a>`,
  );
  return [
    `<script type="module" async src="${host}/embed/v1.js"></script>`,
    `<busker-card profile="${handle}" style="display:block;min-height:${reservedHeight(profile, links.length)}px">`,
    ...lines,
    `  <a href="${host}/@${handle}">Tip ${escapeHtml(name)}</a>`,
    '</busker-card>',
  ].join('\n');
}
