import type { ShippedLanguage } from '../../core/base/language-tags';
import { html, type Html } from '../../core/web/html';
import { legalTexts } from '../messages/page-texts';

/** The legal pages that every page links to. The legal pages link to all of them. */
const everywhere = ['imprint', 'terms', 'privacy'] as const;
const further = ['imprint', 'contact', 'terms', 'privacy', 'transparency'] as const;

interface LegalLinks {
  readonly language: ShippedLanguage;
  /** The handle of the profile on the page. The "Report" link reports this profile. */
  readonly handle?: string;
  /** True on the legal pages: the footer links to all of them. */
  readonly all?: boolean;
}

/** The links in the footer of each page: imprint, terms, privacy, report. */
export function legalLinks({ language, handle, all = false }: LegalLinks): Html {
  const texts = legalTexts(language);
  const about = handle === undefined ? '' : `u=${handle}&`;
  return html`<nav aria-label="${texts.about}">
    <ul class="languages">
      ${(all ? further : everywhere).map(
        (name) => html`<li><a href="/legal/${name}?lang=${language}">${texts[name]}</a></li>`,
      )}
      <li><a rel="nofollow" href="/report?${about}lang=${language}">${texts.report}</a></li>
    </ul>
  </nav>`;
}
