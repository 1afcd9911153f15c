import { directionOf, shippedLanguages, type ShippedLanguage } from '../../core/base/language-tags';
import { coreIcons, platformOf } from '../../core/profile/platform';
import { isSafeUrl } from '../../core/profile/link';
import type { PublicLink, PublicProfile } from '../../core/profile/public-profile';
import { html, type Html } from '../../core/web/html';
import type { Page } from '../pages/page';
import { stopPageAddress } from '../monthly/page/stop-page-address';
import { stopPageTexts, pageTexts } from '../messages/page-texts';
import { legalLinks } from '../pages/page-footer';
import { addressIn, ownIcons, pageHead, type PublicPage } from './page-head';
import { languageNames } from '../pages/chosen-language';
import { wallPart } from './wall-part';

/** The owner's picture, or the first letter of their name. */
function portrait({ name, picture }: PublicProfile): Html {
  if (picture === null)
    return html`<span class="initial" aria-hidden="true">${/\S/u.exec(name)?.[0].toUpperCase() ?? ''}</span>`;
  return html`<img itemprop="image" src="${picture}" alt="" width="96" height="96" fetchpriority="high" />`;
}

/** The owner's texts are in their language, whatever language the page has. */
export function profileHead(profile: PublicProfile): Html {
  const { name, handle, bio, language } = profile;
  return html`<header class="head" lang="${language}">
    ${portrait(profile)}
    <h1 itemprop="name" dir="auto">${name}</h1>
    <p class="muted" dir="ltr">@<span itemprop="alternateName">${handle}</span></p>
    ${bio === '' ? null : html`<p itemprop="description" dir="auto">${bio}</p>`}
  </header>`;
}

/** The links without JavaScript, group by group. */
export function plainLinks({ links, language }: PublicProfile, verified: string): Html | null {
  const safe = links.filter(({ url }) => isSafeUrl(url));
  if (safe.length === 0) return null;
  return html`<ul class="links" lang="${language}">
    ${safe.map((link, index) => plainLink(link, safe[index - 1]?.group ?? null, verified))}
  </ul>`;
}

function plainLink(link: PublicLink, before: string | null, verified: string): Html {
  const { url, label, group } = link;
  const opened = group === null || group === before ? null : html`<p class="group">${group}</p>`;
  const mark = link.verified ? verifiedMark(verified) : null;
  return html`<li>
    ${opened}<a itemprop="sameAs" rel="me noopener" href="${url}"
      >${signOf(link)}<span dir="auto">${label}</span>${mark}</a
    >
  </li>`;
}

/** The card shows the same icon at first: those of other platforms are files, which it loads later. */
function signOf({ url, picture }: PublicLink): Html {
  if (picture) return html`<img src="${picture}" alt="" width="28" height="28" loading="lazy" />`;
  const [path, isLine] = coreIcons[platformOf(url)];
  return html`<svg viewBox="0 0 24 24" aria-hidden="true">
    <path class="${isLine ? 'line' : 'area'}" d="${path}" />
  </svg>`;
}

const verifiedMark = (label: string) =>
  html`<svg class="verified" viewBox="0 0 24 24" role="img" aria-label="${label}">
    <path class="line" d="m5 13 4 4L19 7" />
  </svg>`;

/** The URL of the form without JavaScript, in the page's language. */
export const tipAddress = ({ handle }: PublicProfile, language: ShippedLanguage) =>
  `/@${handle}/tip?lang=${language}`;

function foot({ profile, language }: PublicPage): Html {
  const others = shippedLanguages.filter((each) => each !== language);
  return html`<details>
      <summary>${pageTexts(language).language}: ${languageNames[language]}</summary>
      <ul class="languages">
        ${others.map(
          (each) =>
            html`<li>
              <a hreflang="${each}" lang="${each}" href="${addressIn(each, profile)}"
                >${languageNames[each]}</a
              >
            </li>`,
        )}
      </ul>
    </details>
    ${
      profile.tips.monthly === undefined
        ? null
        : html`<p>
            <a rel="nofollow" href="${stopPageAddress(profile.handle, language)}"
              >${stopPageTexts(language).title}</a
            >
          </p>`
    }
    ${legalLinks({ language, handle: profile.handle })}`;
}

/**
 * `/@ada`: complete without JavaScript. With JavaScript, the card replaces the links and the tip button in place and looks the same, so that tips work
 * as on any other page. The card does not replace the name, picture, bio, goal and supporters. The page never contains an inline script, whatever an
 * owner typed.
 */
export function profilePage(page: PublicPage): Page {
  const { profile, language, wall } = page;
  const texts = pageTexts(language);
  const { tips, name, handle, look } = profile;
  const place = tips.button === 'auto' ? 'top' : tips.button;
  const isFirst = place === 'top';
  const tip =
    tips.state === 'on'
      ? html`<p class="${place}">
          <a class="button" href="${tipAddress(profile, language)}">${texts.sendTip}</a>
        </p>`
      : null;
  const icon = ownIcons(profile.picture);
  // There is no other page here that the card could match.
  const theme = look.theme === 'match' ? 'auto' : look.theme;
  return {
    language,
    direction: directionOf(language),
    look,
    title: `${name} (@${handle})`,
    head: pageHead(page),
    ...(icon && { icon }),
    body: html`<main itemscope itemtype="https://schema.org/ProfilePage">
      <div class="panel" itemprop="mainEntity" itemscope itemtype="https://schema.org/Person">
        ${profileHead(profile)}
        <busker-card
          profile="${handle}"
          layout="links"
          theme="${theme}"
          locale="${language}"
          placement="page"
          tips="${place}"
          goal="off"
          wall="0"
        >
          ${isFirst ? tip : null} ${plainLinks(profile, texts.verified)} ${isFirst ? null : tip}
        </busker-card>
        ${wall === null ? null : wallPart(wall, language)}
        ${tips.state === 'on' ? null : html`<p class="muted">${texts.noTips({ name })}</p>`}
      </div>
    </main>`,
    footer: foot(page),
  };
}
