/** @jsxImportSource hono/jsx */
import type { Context } from 'hono';
import type { Child } from 'hono/jsx';
import {
  directionOf,
  languageOf,
  shippedLanguage,
  shippedLanguages,
  type ShippedLanguage,
} from '@busker/core/locale/language-tags';
import { problemKinds } from '@busker/core/base/problem-codes';
import { ok } from '@busker/core/base/result';
import { pagePreviewBody, type PagePreviewAnswer } from '@busker/core/dashboard-api/owner-api';
import type { Interval } from '@busker/core/amounts/amount-limits';
import { formatMoney } from '@busker/core/money/money';
import { isSafeUrl } from '@busker/core/links/link';
import { coreIcons, platformOf } from '@busker/core/platforms/platform';
import { pauseDay, type PublicLink, type PublicProfile } from '@busker/core/profile/profile';
import type { Wall } from '@busker/core/wall/wall';
import { wallTexts, pageTexts, stopPageTexts } from '@busker/core/messages/core-texts';
import type { Deps } from '../deps';
import { answerCached, maxPageBytes, ownerCallWith, type Cacheable, type Route } from '../http/routes';
import { stopPageAddress } from '../monthly-pages/manage-section';
import { webhookJsonSchema } from '../senders/webhook-sender';
import { cardIcon } from '../pages/page-assets';
import { languageChoice, legalLinks, pageText, type Page } from '../pages/page';
import {
  atOwner,
  answerNoProfile,
  answerRestricted,
  draftWall,
  readPageWall,
} from '../profiles/published-profile';
import { blocksAsset, linksAndBlocks } from './page-blocks';

/** The language of `?lang=` if it is one of ours, however it is written, else the language nearest to the fallback. */
function chosenLanguage(asked: string | undefined, fallback: string): ShippedLanguage {
  return shippedLanguage(asked ?? '') ?? languageOf(fallback);
}

/** A profile's public page in one language. */
interface PublicPage {
  readonly profile: PublicProfile;
  readonly language: ShippedLanguage;
  /** What the owner shows of the goal and of supporters; null = it could not be read. */
  readonly wall: Wall | null;
  /** HOST's. */
  readonly origin: string;
  /** Before the path of the card's script. */
  readonly cardFrom?: string;
  /** For its owner alone, before publishing: no script, no metadata, and links that open nothing in the frame. */
  readonly isPreview?: boolean;
}

/** The URL of the page in a language. The owner's language has the plain URL. */
function addressIn(language: ShippedLanguage, { url, language: own }: PublicProfile): string {
  return language === languageOf(own) ? url : `${url}?lang=${language}`;
}

/** One line for search engines and link previews: the owner's bio, else a description of the page. */
const descriptionOf = ({ profile, language }: PublicPage): string =>
  profile.bio.replaceAll(/\s+/g, ' ').trim() || pageTexts(language).description({ name: profile.name });

function previews(page: PublicPage): Child {
  const { profile, language, origin } = page;
  const { name, handle, look, cover = null } = profile;
  const picture = profile.picture ?? cover;
  const description = descriptionOf(page);
  return (
    <>
      <meta name="description" content={description} />
      <meta name="theme-color" content={look.accent} />
      <meta property="og:type" content="profile" />
      <meta property="og:site_name" content="Busker" />
      <meta property="og:title" content={name} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={addressIn(language, profile)} />
      <meta property="og:locale" content={language} />
      <meta property="profile:username" content={handle} />
      <meta name="twitter:card" content="summary" />
      <meta name="twitter:title" content={name} />
      <meta name="twitter:description" content={description} />
      {picture === null ? null : pictures(origin + picture, name)}
    </>
  );
}

const pictures = (address: string, name: string) => (
  <>
    <meta property="og:image" content={address} />
    <meta property="og:image:alt" content={name} />
    <meta name="twitter:image" content={address} />
    <meta name="twitter:image:alt" content={name} />
  </>
);

/** The owner's picture as the favicon; undefined = the owner has none. */
const ownIcons = (picture: string | null): Child =>
  picture === null ? undefined : (
    <>
      <link rel="icon" href={picture} />
      <link rel="apple-touch-icon" href={picture} />
    </>
  );

const alternate = (language: string, href: string) => (
  <link rel="alternate" hreflang={language} href={href} />
);

/** The oEmbed endpoint for this page. */
function discovery({ profile, language, origin }: PublicPage): Child {
  const url = encodeURIComponent(addressIn(language, profile));
  const link = (format: 'json' | 'xml', type: string) => (
    <link
      rel="alternate"
      type={`${type}+oembed`}
      href={`${origin}/oembed?url=${url}&format=${format}`}
      title={profile.name}
    />
  );
  return (
    <>
      {link('json', 'application/json')}
      {link('xml', 'text/xml')}
    </>
  );
}

/** The metadata of a public page for search engines, chats and browsers. The body has more as microdata. */
function pageHead(page: PublicPage): Child {
  const { profile, language, cardFrom = '' } = page;
  const { cover } = profile;
  return (
    <>
      {cover && <link rel="preload" as="image" href={cover} />}
      {previews(page)}
      <link rel="canonical" href={addressIn(language, profile)} />
      {alternate('x-default', profile.url)}
      {shippedLanguages.map((each) => alternate(each, addressIn(each, profile)))}
      {discovery(page)}
      <script type="module" async src={`${cardFrom}/embed/v1.js`}></script>
      {profile.blocks === undefined ? null : <script defer src={blocksAsset.path}></script>}
    </>
  );
}

/** The owner's goal, as the card draws it on other pages. */
function goalPart(
  { label, amount, reached, currency }: NonNullable<Wall['goal']>,
  language: ShippedLanguage,
): Child {
  const money = (minorUnits: number) => formatMoney({ minorUnits, currency }, language);
  const texts = wallTexts(language);
  const sum = texts.reached({ reached: money(reached), amount: money(amount) });
  const sentence = reached < amount ? sum : `${texts.full} · ${sum}`;
  const percent = Math.min(100, (reached / amount) * 100);
  return (
    <div class="goal">
      <p class="row">
        <span dir="auto">{label}</span> <span class="muted">{sentence}</span>
      </p>
      <svg
        class="bar"
        role="progressbar"
        aria-label={label}
        aria-valuemin="0"
        aria-valuemax="100"
        aria-valuenow={Math.floor(percent)}
        aria-valuetext={sentence}
      >
        <rect width={`${percent}%`} height="100%" />
      </svg>
    </div>
  );
}

/** Nothing where there are none. */
function supportersPart(supporters: Wall['supporters'], language: ShippedLanguage): Child {
  if (supporters.length === 0) return null;
  const texts = wallTexts(language);
  const markOf = (every: Interval | undefined) =>
    every === undefined ? null : <bdi class="muted">{texts[every]}</bdi>;
  return (
    <div class="wall" id="wall">
      <p>
        <b>{texts.supporters}</b>
      </p>
      <ul aria-label={texts.supporters}>
        {supporters.map(({ name, message, amount, currency, every }) => (
          <li>
            <p class="row">
              <span dir="auto">
                <b>{name ?? texts.someone}</b> {markOf(every)}
              </span>{' '}
              {amount === null ? null : (
                <span class="muted">{formatMoney({ minorUnits: amount, currency }, language)}</span>
              )}
            </p>
            {message === null ? null : (
              <p class="muted" dir="auto">
                {message}
              </p>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Why there is no tip button: the owner's own sentence and the day of the next tips, if they have paused them. */
export function noTips({ name, tips, language: own }: PublicProfile, language: ShippedLanguage): Child {
  if (tips.state === 'on') return null;
  const { pause } = tips;
  if (pause === undefined) return <p class="muted">{pageTexts(language).noTips({ name })}</p>;
  return (
    <>
      {pause.note === '' ? null : (
        <p lang={own} dir="auto">
          {pause.note}
        </p>
      )}
      <p class="muted">{wallTexts(language).paused({ date: pauseDay(pause.until, language) })}</p>
    </>
  );
}

/** The owner's picture, or the first letter of their name. */
function portrait({ name, picture }: PublicProfile): Child {
  if (picture === null)
    return (
      <span class="initial" aria-hidden="true">
        {/\S/u.exec(name)?.[0].toUpperCase() ?? ''}
      </span>
    );
  return <img itemprop="image" src={picture} alt="" width="96" height="96" fetchpriority="high" />;
}

/** Behind everything, under its veil. It is no part of what the page says, and comes after it. */
const backdropOf = ({ backdrop }: PublicProfile): Child =>
  backdrop && (
    <div class="ground" aria-hidden="true">
      <img src={backdrop} alt="" loading="lazy" />
    </div>
  );

/** As wide as the page and a third as high, whatever its own shape is. */
const coverOf = ({ cover }: PublicProfile): Child =>
  cover && <img class="cover" src={cover} alt="" width="1500" height="500" />;

/** The owner's texts are in their language, whatever language the page has. */
export function profileHead(profile: PublicProfile): Child {
  const { name, handle, bio, language } = profile;
  return (
    <header class="head" lang={language}>
      {portrait(profile)}
      <h1 itemprop="name" dir="auto">
        {name}
      </h1>
      <p class="muted" dir="ltr">
        @<span itemprop="alternateName">{handle}</span>
      </p>
      {bio === '' ? null : (
        <p itemprop="description" dir="auto">
          {bio}
        </p>
      )}
    </header>
  );
}

/** The links without JavaScript, group by group. */
export function plainLinks(
  { links, language }: Pick<PublicProfile, 'links' | 'language'>,
  verified: string,
  { before = null, host }: LinkRun = {},
): Child {
  const safe = links.filter(({ url }) => isSafeUrl(url));
  if (safe.length === 0) return null;
  return (
    <ul class="links" lang={language}>
      {safe.map((link, index) => plainLink(link, safe[index - 1]?.group ?? before, verified, host))}
    </ul>
  );
}

/** Links between two blocks. */
interface LinkRun {
  /** The group of the link before them. */
  readonly before?: string | null;
  /** Before the path of the card's files. Where it is given, no card replaces the links, and the page's script counts presses. */
  readonly host?: string;
}

function plainLink(link: PublicLink, before: string | null, verified: string, host?: string): Child {
  const { url, label, group } = link;
  const opened = group === null || group === before ? null : <p class="group">{group}</p>;
  const mark = link.verified ? verifiedMark(verified) : null;
  return (
    <li>
      {opened}
      <a itemprop="sameAs" rel="me noopener" href={url} data-press={host === undefined ? undefined : link.id}>
        {signOf(link, host)}
        <span dir="auto">{label}</span>
        {mark}
      </a>
    </li>
  );
}

/** The card shows the same icon at first: those of other platforms are files, which it loads later. Where no card comes, the page has these files itself. */
function signOf(
  { id, url, icon, picture, platform }: Pick<PublicLink, 'id' | 'url' | 'platform'> & Partial<PublicLink>,
  host?: string,
): Child {
  if (picture) return <img src={picture} alt="" width="28" height="28" loading="lazy" />;
  const core = platformOf(url);
  const file = icon ?? (core === 'link' ? platform : null);
  if (host !== undefined && file)
    return (
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <mask id={`sign-${id}`} mask-type="alpha">
          <image href={host + cardIcon(file)} width="24" height="24" />
        </mask>
        <rect width="24" height="24" fill="currentColor" mask={`url(#sign-${id})`} />
      </svg>
    );
  const [path, isLine] = coreIcons[core];
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path class={isLine ? 'line' : 'area'} d={path} />
    </svg>
  );
}

const verifiedMark = (label: string) => (
  <svg class="verified" viewBox="0 0 24 24" role="img" aria-label={label}>
    <path class="line" d="m5 13 4 4L19 7" />
  </svg>
);

/** The URL of the form without JavaScript, in the page's language. */
export const tipAddress = ({ handle }: PublicProfile, language: ShippedLanguage) =>
  `/@${handle}/tip?lang=${language}`;

function foot({ profile, language }: PublicPage): Child {
  return (
    <>
      {languageChoice(language, (each) => addressIn(each, profile))}
      {profile.tips.monthly === undefined ? null : (
        <p>
          <a rel="nofollow" href={stopPageAddress(profile.handle, language)}>
            {stopPageTexts(language).title}
          </a>
        </p>
      )}
      {legalLinks({ language, handle: profile.handle })}
    </>
  );
}

/**
 * `/@ada`: complete without JavaScript. With JavaScript, the card replaces the links and the tip button in place and looks the same, so that tips work
 * as on any other page. The card does not replace the name, picture, bio, goal and supporters. The page never contains an inline script, whatever an
 * owner typed.
 */
function profilePage(page: PublicPage): Page {
  const { profile, language, wall, cardFrom = '', isPreview = false } = page;
  const texts = pageTexts(language);
  const { tips, name, handle, look } = profile;
  const place = tips.button === 'auto' ? 'top' : tips.button;
  const isFirst = place === 'top';
  const tip =
    tips.state === 'on' ? (
      <p class={place}>
        <a class="button" href={tipAddress(profile, language)}>
          {texts.sendTip}
        </a>
      </p>
    ) : null;
  // The card says why there are no tips itself, in the same place.
  const paused = tips.pause === undefined ? null : noTips(profile, language);
  const goal = wall?.goal ? goalPart(wall.goal, language) : null;
  const supporters = supportersPart(wall?.supporters ?? [], language);
  const hasBlocks = profile.blocks !== undefined;
  const moves = (part: string) =>
    profile.blocks?.some((block) => block.kind === 'tips' && block.show === part);
  const icon = ownIcons(profile.picture);
  // There is no other page here that the card could match.
  const theme = look.theme === 'match' ? 'auto' : look.theme;
  const card = (layout: string, content: Child) => (
    <busker-card
      profile={handle}
      layout={layout}
      theme={theme}
      locale={language}
      placement="page"
      tips={place}
      goal="off"
      wall="0"
    >
      {content}
    </busker-card>
  );
  // Blocks stand between the links, so these are the page's own, and the card is the button alone.
  const buttonCard = card(
    'button',
    <>
      {tip}
      {paused}
    </>,
  );
  const button = moves('button') ? null : buttonCard;
  return {
    language,
    direction: directionOf(language),
    look: { ...look, page: profile.pageLook },
    title: `${name} (@${handle})`,
    head: isPreview ? <base target="_blank" /> : pageHead(page),
    ...(icon && { icon }),
    body: (
      <>
        {backdropOf(profile)}
        <main
          itemscope
          itemtype="https://schema.org/ProfilePage"
          data-blocks={hasBlocks ? handle : undefined}
          data-host={hasBlocks ? cardFrom : undefined}
        >
          {coverOf(profile)}
          <div class="panel" itemprop="mainEntity" itemscope itemtype="https://schema.org/Person">
            {profileHead(profile)}
            {moves('goal') ? null : goal}
            {supporters && profile.links.length > 5 && !moves('wall') ? (
              <p>
                <a href="#wall">{wallTexts(language).supporters}</a>
              </p>
            ) : null}
            {hasBlocks ? (
              <>
                {isFirst ? button : null}
                {linksAndBlocks({
                  profile,
                  language,
                  host: cardFrom,
                  links: (links, before) =>
                    plainLinks({ links: [...links], language: profile.language }, texts.verified, {
                      before,
                      host: cardFrom,
                    }),
                  icon: (link) => signOf(link, cardFrom),
                  parts: { button: buttonCard, goal, wall: supporters },
                })}
                {isFirst ? null : button}
              </>
            ) : (
              card(
                'links',
                <>
                  {isFirst ? tip : null}
                  {plainLinks(profile, texts.verified)}
                  {isFirst ? null : tip}
                  {paused}
                </>,
              )
            )}
            {moves('wall') ? null : supporters}
            {tips.pause === undefined ? noTips(profile, language) : null}
          </div>
        </main>
      </>
    ),
    footer: foot(page),
  };
}

/** Answers with the public page. `cardFrom`: the origin of the card's script, on a domain that has none; absent = the page's own. */
export async function answerOwnersPage(
  c: Context,
  deps: Deps,
  { body: profile, sharedAge }: Cacheable<PublicProfile>,
  cardFrom = '',
): Promise<Response> {
  const language = chosenLanguage(c.req.query('lang'), profile.language);
  const wall = await readPageWall(deps, profile.handle);
  const page = profilePage({ profile, language, wall, origin: deps.config.publicOrigin, cardFrom });
  c.header('Content-Language', language);
  return answerCached(c, pageText(page), { type: 'text/html; charset=utf-8', sharedAge });
}

/** `GET /@{handle}`: the public page, `?lang=` in one of the card's languages. `POST /v1/me/page-preview`: the same page before it is published. */
export function pageRoutes(deps: Deps): readonly Route[] {
  return [
    {
      path: '/:at{@[^/]+}',
      cors: 'none',
      on: {
        GET: (c) =>
          atOwner(c, deps, {
            missing: () => answerNoProfile(c, deps),
            restricted: (by) => answerRestricted(c, by),
            show: (seen) => answerOwnersPage(c, deps, seen),
          }),
      },
    },
    {
      path: '/v1/me/page-preview',
      cors: 'own',
      on: {
        POST: ownerCallWith(
          deps,
          'signed-in',
          pagePreviewBody,
          async ({ uid }, asked) => {
            const wall = await draftWall(deps, uid, asked);
            const { profile } = asked;
            const language = languageOf(profile.language);
            const origin = deps.config.publicOrigin;
            const html = pageText(profilePage({ profile, language, wall, origin, isPreview: true }));
            return ok<PagePreviewAnswer>({ html });
          },
          200,
          maxPageBytes,
        ),
      },
    },
  ];
}

/** The page that the `type` of every problem+json answer links to: each code with its status, its text for people and the fix for developers. */
function errorsPage(): Page {
  const sections = Object.entries(problemKinds).map(([code, { status, title, detail, fix }]) => (
    <section class="panel" id={code}>
      <h2>{title}</h2>
      <p class="muted">
        <code>{code}</code> · {status}
      </p>
      <p>{fix}</p>
      <p class="muted">People read: {detail}</p>
    </section>
  ));
  return {
    language: 'en',
    title: 'Errors · Busker',
    body: (
      <main>
        <h1>Errors</h1>
        <p>
          Every expected failure has a code. The answer is application/problem+json (RFC 9457); its type links
          to a heading here, fields names the refused fields, and figures has the numbers that a client needs
          to continue.
        </p>
        {sections}
      </main>
    ),
  };
}

/** `GET /docs/errors`: the page that a problem's `type` links to. `GET /docs/webhooks/v1/{type}.json`: the JSON Schema of a webhook's body. */
export function docsRoutes(): readonly Route[] {
  return [
    {
      path: '/docs/errors',
      cors: 'public',
      on: {
        GET: (c) => {
          c.header('Cache-Control', 'public, max-age=3600');
          return c.html(pageText(errorsPage()));
        },
      },
    },
    {
      path: '/docs/webhooks/v1/:file',
      cors: 'public',
      on: {
        GET: (c) => {
          const [, type = ''] = /^(.+)\.json$/.exec(c.req.param('file') ?? '') ?? [];
          const schema = webhookJsonSchema(type);
          if (schema === undefined) return c.notFound();
          return answerCached(c, JSON.stringify(schema), {
            type: 'application/schema+json',
            sharedAge: 3600,
          });
        },
      },
    },
  ];
}
