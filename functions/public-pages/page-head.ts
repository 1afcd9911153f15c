import { languageOf, shippedLanguages, type ShippedLanguage } from '../../core/base/language-tags';
import type { PublicProfile } from '../../core/profile/public-profile';
import type { Wall } from '../../core/profile/wall';
import { html, type Html } from '../../core/web/html';
import { pageTexts } from '../messages/page-texts';

/** A profile's public page in one language. */
export interface PublicPage {
  readonly profile: PublicProfile;
  readonly language: ShippedLanguage;
  /** What the owner shows of the goal and of supporters; null = it could not be read. */
  readonly wall: Wall | null;
  /** HOST's. */
  readonly origin: string;
}

/** The URL of the page in a language. The owner's language has the plain URL. */
export function addressIn(language: ShippedLanguage, { url, language: own }: PublicProfile): string {
  return language === languageOf(own) ? url : `${url}?lang=${language}`;
}

/** One line for search engines and link previews: the owner's bio, else a description of the page. */
const descriptionOf = ({ profile, language }: PublicPage): string =>
  profile.bio.replaceAll(/\s+/g, ' ').trim() || pageTexts(language).description({ name: profile.name });

function previews(page: PublicPage): Html {
  const { profile, language, origin } = page;
  const { name, handle, picture, look } = profile;
  const description = descriptionOf(page);
  return html`<meta name="description" content="${description}" />
    <meta name="theme-color" content="${look.accent}" />
    <meta property="og:type" content="profile" />
    <meta property="og:site_name" content="Busker" />
    <meta property="og:title" content="${name}" />
    <meta property="og:description" content="${description}" />
    <meta property="og:url" content="${addressIn(language, profile)}" />
    <meta property="og:locale" content="${language}" />
    <meta property="profile:username" content="${handle}" />
    <meta name="twitter:card" content="summary" />
    <meta name="twitter:title" content="${name}" />
    <meta name="twitter:description" content="${description}" />
    ${picture === null ? null : pictures(origin + picture, name)}`;
}

const pictures = (address: string, name: string) =>
  html`<meta property="og:image" content="${address}" />
    <meta property="og:image:alt" content="${name}" />
    <meta name="twitter:image" content="${address}" />
    <meta name="twitter:image:alt" content="${name}" />`;

/** The owner's picture as the favicon; undefined = the owner has none. */
export const ownIcons = (picture: string | null): Html | undefined =>
  picture === null
    ? undefined
    : html`<link rel="icon" href="${picture}" /> <link rel="apple-touch-icon" href="${picture}" />`;

const alternate = (language: string, href: string) =>
  html`<link rel="alternate" hreflang="${language}" href="${href}" />`;

/** The oEmbed endpoint for this page. */
function discovery({ profile, language, origin }: PublicPage): Html {
  const url = encodeURIComponent(addressIn(language, profile));
  const link = (format: 'json' | 'xml', type: string) =>
    html`<link
      rel="alternate"
      type="${type}+oembed"
      href="${origin}/oembed?url=${url}&amp;format=${format}"
      title="${profile.name}"
    />`;
  return html`${link('json', 'application/json')} ${link('xml', 'text/xml')}`;
}

/** The metadata of a public page for search engines, chats and browsers. The body has more as microdata. */
export function pageHead(page: PublicPage): Html {
  const { profile, language } = page;
  return html`${previews(page)}
    <link rel="canonical" href="${addressIn(language, profile)}" />
    ${alternate('x-default', profile.url)}
    ${shippedLanguages.map((each) => alternate(each, addressIn(each, profile)))} ${discovery(page)}
    <script type="module" async src="/embed/v1.js"></script>`;
}
