import { directionOf, type ShippedLanguage } from '../../core/base/language-tags';
import type { PublicProfile } from '../../core/profile/public-profile';
import { html } from '../../core/web/html';
import type { Page } from '../pages/page';
import { frameAsset } from './frame-script';
import { plainLinks, profileHead, tipAddress } from './profile-page';
import { pageTexts } from '../messages/page-texts';

export interface FrameView {
  readonly profile: PublicProfile;
  readonly language: ShippedLanguage;
  /** `card` = everything, `links` = links and tip button. */
  readonly layout: 'card' | 'links';
  readonly theme: 'auto' | 'light' | 'dark' | null;
}

/**
 * `/@ada/embed`: for sites that allow frames but no scripts. Links open in a new tab, and tips use the form and the payment provider's page, so it
 * works in the strictest sandbox. Its script only reports its height to the embedding page.
 */
export function framePage({ profile, language, layout, theme }: FrameView): Page {
  const texts = pageTexts(language);
  const { name, handle, look, tips } = profile;
  const isFirst = tips.button === 'top';
  const tip =
    tips.state === 'on'
      ? html`<p><a class="button" href="${tipAddress(profile, language)}">${texts.tip({ name })}</a></p>`
      : null;
  return {
    language,
    direction: directionOf(language),
    look: { accent: look.accent, theme: theme ?? look.theme },
    title: `${name} (@${handle})`,
    framed: true,
    head: html`<base target="_blank" />
      <meta name="robots" content="noindex" />
      <link rel="canonical" href="${profile.url}" />
      <script defer src="${frameAsset.path}"></script>`,
    body: html`<main class="panel">
      ${layout === 'card' ? profileHead(profile) : html`<h1 class="small" dir="auto">${name}</h1>`}
      ${isFirst ? tip : null} ${plainLinks(profile, texts.verified)} ${isFirst ? null : tip}
    </main>`,
  };
}
