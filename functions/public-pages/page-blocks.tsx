/** @jsxImportSource hono/jsx */
import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import { isWeekday, mediaNames, readMedia, weekdays } from '@busker/core/blocks/block';
import { telephone } from '@busker/core/blocks/block-files';
import type { BlockPicture, PublicBlock, PublicBlockOf } from '@busker/core/blocks/public-blocks';
import { isSafeUrl } from '@busker/core/links/link';
import { readableAddress, readableHostOf } from '@busker/core/links/readable-address';
import type { ShippedLanguage } from '@busker/core/locale/language-tags';
import { platformOf } from '@busker/core/platforms/platform';
import { findPlatform } from '@busker/core/platforms/platform-catalogue';
import type { PublicLink, PublicProfile } from '@busker/core/profile/profile';
import { textParts } from '@busker/core/text/addresses';
import { pageTexts } from '@busker/core/messages/core-texts';
import { scriptAsset } from '../pages/page-assets';
import { givingBlock } from './giving-block';

export const blocksAsset = scriptAsset('blocks');

interface Drawn {
  readonly profile: PublicProfile;
  readonly language: ShippedLanguage;
  /** Before paths of the installation, on a domain that has none of them. */
  readonly host: string;
  /** Links that stand next to each other; `before`: the group of the one before them. */
  readonly links: (run: readonly PublicLink[], before: string | null) => Child;
  /** The icon of a link on the page. */
  readonly icon: (link: Pick<PublicLink, 'id' | 'url' | 'platform'>) => Child;
  /** What a block of tips moves to its place. */
  readonly parts: Readonly<Record<PublicBlockOf<'tips'>['show'], Child>>;
}

/** The links and blocks of a page in their order. */
export function linksAndBlocks(drawn: Drawn): Child {
  const { profile } = drawn;
  const blocks = profile.blocks ?? [];
  const shown: Child[] = [];
  let run: PublicLink[] = [];
  let before: string | null = null;
  const endRun = () => {
    if (run.length > 0) shown.push(drawn.links(run, before));
    before = run.at(-1)?.group ?? before;
    run = [];
  };
  for (const link of [...profile.links, null]) {
    const here = blocks.filter((block) => block.before === (link?.id ?? null));
    if (here.length > 0) endRun();
    shown.push(...here.map((block) => blockPart(block, drawn)));
    if (link !== null) run.push(link);
  }
  endRun();
  return <>{shown}</>;
}

function blockPart(block: PublicBlock, drawn: Drawn): Child {
  const { label, kind } = block;
  const content = kind === 'tips' ? drawn.parts[block.show] : contentOf(block, drawn);
  if (!content) return null;
  return (
    <section class={`block of-${kind}`} lang={drawn.profile.language}>
      {label === '' ? null : <h2 dir="auto">{label}</h2>}
      {content}
    </section>
  );
}

function contentOf(block: Exclude<PublicBlock, { readonly kind: 'tips' }>, drawn: Drawn): Child {
  switch (block.kind) {
    case 'text':
      return textBlock(block);
    case 'picture':
      return picture(block.picture, block.alt);
    case 'dates':
      return datesBlock(block, drawn);
    case 'media':
      return mediaBlock(block, drawn);
    case 'contact':
      return contactBlock(block, drawn);
    case 'giving':
      return givingBlock(block, drawn.language);
    case 'icons':
      return iconsBlock(block, drawn);
  }
}

/** An address in a text is shown as it is read, so that no letter passes for another. */
const textBlock = ({ id, text }: PublicBlockOf<'text'>) => (
  <p dir="auto">
    {textParts(text).map(({ words, url }) =>
      url === null || !isSafeUrl(url) ? (
        words
      ) : (
        <a href={url} rel="noopener nofollow" data-press={id}>
          {readableAddress(url)}
        </a>
      ),
    )}
  </p>
);

/** With its size, so that nothing moves when it arrives. */
const picture = ({ src, width, height }: BlockPicture, alt: string) => (
  <img
    class="wide"
    src={src}
    alt={alt}
    width={width ?? undefined}
    height={height ?? undefined}
    loading="lazy"
    decoding="async"
  />
);

/** Any Monday. */
const monday = Date.UTC(2024, 0, 1);
const dayMs = 24 * 60 * 60_000;

/** The words of days and times. Each format is made once for all rows: that takes far longer than to use it. */
function wordsIn(language: string) {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
  const weekday = format({ weekday: 'long' });
  const date = format({ weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' });
  const clock = format({ timeStyle: 'short' });
  return {
    dayText: (day: string): string =>
      isWeekday(day) ? weekday.format(monday + weekdays.indexOf(day) * dayMs) : date.format(Date.parse(day)),
    timeText: (time: string, ends: string): string =>
      [time, ends]
        .filter((each) => each !== '')
        .map((each) => clock.format(Date.parse(`2024-01-01T${each}Z`)))
        .join(' – '),
  };
}

const fileAddress = ({ profile, host }: Drawn, id: string, ending: string) =>
  `${host}/@${profile.handle}/${id}.${ending}`;

function datesBlock({ id, rows }: PublicBlockOf<'dates'>, drawn: Drawn): Child {
  const { language } = drawn;
  const { dayText, timeText } = wordsIn(language);
  const hasDates = rows.some(({ day }) => !isWeekday(day));
  return (
    <>
      <ul class="rows">
        {rows.map(({ day, time, ends, title, place, url }) => (
          <li>
            <span class="muted" lang={language}>
              {isWeekday(day) ? (
                dayText(day)
              ) : (
                <time datetime={time === '' ? day : `${day}T${time}`}>{dayText(day)}</time>
              )}
              {time + ends === '' ? null : `, ${timeText(time, ends)}`}
            </span>
            <b dir="auto">
              {url !== '' && isSafeUrl(url) ? (
                <a href={url} rel="noopener" data-press={id}>
                  {title}
                </a>
              ) : (
                title
              )}
            </b>
            {place === '' ? null : <span dir="auto">{place}</span>}
          </li>
        ))}
      </ul>
      {hasDates ? (
        <p lang={language}>
          <a href={fileAddress(drawn, id, 'ics')} download data-press={id}>
            {pageTexts(language).addToCalendar}
          </a>
        </p>
      ) : null}
    </>
  );
}

/** A picture of ours with a play button. The player comes after a press; without JavaScript it is a link to the same page. */
function mediaBlock({ id, url, label, picture: own }: PublicBlockOf<'media'>, drawn: Drawn): Child {
  const media = isSafeUrl(url) ? readMedia(url) : null;
  if (media === null) return null;
  const { language, profile, host } = drawn;
  const onHost = media.service === 'mastodon' || media.service === 'peertube';
  const place = onHost ? ` (${readableHostOf(new URL(url).hostname)})` : '';
  const service = mediaNames[media.service] + place;
  const texts = pageTexts(language);
  return (
    <div class={`player ${media.shape}`}>
      <a
        href={url}
        target="_blank"
        rel="noopener"
        data-press={id}
        data-title={label === '' ? service : label}
        data-frame={`${host}/@${profile.handle}/media/${id}`}
      >
        {own === null ? null : <img src={own.src} alt="" loading="lazy" />}
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path class="area" d="M8 5v14l11-7z" />
        </svg>
        <span class="says" lang={language}>
          {texts.play({ service })}
        </span>
      </a>
    </div>
  );
}

/** Each character as a reference: a harvester that looks for an address in the text of a page finds none, and browsers read it as it is. */
const hidden = (text: string) =>
  Array.from(text, (character) => `&#${character.codePointAt(0) ?? 0};`).join('');

/** A `?` or `&` before the @ is a part of the address, and would begin a header of the mail (RFC 6068). */
const mailAddress = (email: string) => `mailto:${encodeURIComponent(email).replace('%40', '@')}`;

function contactBlock({ id, email, phone, place }: PublicBlockOf<'contact'>, drawn: Drawn): Child {
  const { language } = drawn;
  return (
    <>
      <ul class="rows">
        {email === '' ? null : (
          <li>
            {raw(
              `<a dir="ltr" data-press="${hidden(id)}" href="${hidden(mailAddress(email))}">${hidden(email)}</a>`,
            )}
          </li>
        )}
        {phone === '' ? null : (
          <li>
            <a dir="ltr" href={telephone(phone)} data-press={id}>
              {phone}
            </a>
          </li>
        )}
        {place === '' ? null : <li dir="auto">{place}</li>}
      </ul>
      <p lang={language}>
        <a href={fileAddress(drawn, id, 'vcf')} download rel="nofollow" data-press={id}>
          {pageTexts(language).saveContact}
        </a>
      </p>
    </>
  );
}

const iconsBlock = ({ id, rows }: PublicBlockOf<'icons'>, { icon }: Drawn) => (
  <ul class="icons">
    {rows.map(({ url, label }, at) => {
      if (!isSafeUrl(url)) return null;
      const platform = findPlatform(url)?.id ?? null;
      return (
        <li>
          <a href={url} rel="me noopener" aria-label={label} title={label} data-press={id}>
            {platform === null && platformOf(url) === 'link' ? (
              <span aria-hidden="true">{/\S/u.exec(label)?.[0].toUpperCase() ?? ''}</span>
            ) : (
              icon({ id: `${id}-${at}`, url, platform })
            )}
          </a>
        </li>
      );
    })}
  </ul>
);
