import type { PublicProfile } from '../../core/public-profile';
import { isSafeUrl } from '../../core/link';
import { html, type Html } from './html';
import type { Page } from './page';

function openGraph(profile: PublicProfile, origin: string): Html {
  const picture = profile.picture === null ? null : origin + profile.picture;
  return html`<meta name="description" content="${profile.bio}" />
    <link rel="canonical" href="${profile.url}" />
    <meta property="og:type" content="profile" />
    <meta property="og:title" content="${profile.name}" />
    <meta property="og:description" content="${profile.bio}" />
    <meta property="og:url" content="${profile.url}" />
    <meta name="twitter:card" content="summary" />
    ${picture === null ? null : html`<meta property="og:image" content="${picture}" />`}`;
}

const links = (profile: PublicProfile): readonly Html[] =>
  profile.links
    .filter(({ url }) => isSafeUrl(url))
    .map(({ url, label }) => html`<li><a rel="me noopener" href="${url}">${label}</a></li>`);

const tipLink = ({ tips, handle, name }: PublicProfile): Html | null =>
  tips.state === 'on' ? html`<p><a class="button" href="/@${handle}/tip">Tip ${name}</a></p>` : null;

/**
 * `/@ada`: complete without script. With it the card takes over in place, so that tips work here as on any other page. No script is
 * written into the page, whatever an owner typed.
 */
export function profilePage(profile: PublicProfile, origin: string): Page {
  const picture = profile.picture;
  return {
    language: profile.language,
    title: `${profile.name} (@${profile.handle})`,
    head: html`${openGraph(profile, origin)}
      <script type="module" async src="/embed/v1.js"></script>`,
    body: html`<main>
      <busker-card profile="${profile.handle}">
        <div class="panel">
          <div class="head">
            ${picture === null ? null : html`<img src="${picture}" alt="" width="96" height="96" />`}
            <h1>${profile.name}</h1>
            <p class="muted">@${profile.handle}</p>
            ${profile.bio === '' ? null : html`<p>${profile.bio}</p>`}
          </div>
          <ul class="links">
            ${links(profile)}
          </ul>
          ${tipLink(profile)}
        </div>
      </busker-card>
    </main>`,
  };
}
