/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx';
import type { PublicBlockOf } from '@busker/core/blocks/public-blocks';
import { givingNames, readGivingPlace, type GivingPlace } from '@busker/core/giving/giving-place';
import type { ShippedLanguage } from '@busker/core/locale/language-tags';
import { readableAddress } from '@busker/core/links/readable-address';
import { pageTexts } from '@busker/core/messages/core-texts';
import { qrCode, qrPicture } from './qr-code';

/** Black on white in every look, because a phone has to read it. */
const colours = { ink: '#000000', paper: '#ffffff' };

/** A coin's address, as text to compare and as a code for the phone with the wallet. It opens without a script. */
function coinCode({ kind, uri }: GivingPlace, id: string): Child {
  const title = givingNames[kind];
  return (
    <details>
      <summary>
        QR · <bdi>{title}</bdi>
      </summary>
      <a href={uri} rel="noopener nofollow" data-press={id}>
        {qrPicture(qrCode(uri, 4), 220, uri, colours)}
      </a>
      <code dir="ltr">{uri.slice(uri.indexOf(':') + 1)}</code>
    </details>
  );
}

/** Places to give that are not Busker's, which the page says. A place that an earlier rule let in and that is none is left out. */
export function givingBlock(
  { id, rows, label: title }: PublicBlockOf<'giving'>,
  language: ShippedLanguage,
): Child {
  const texts = pageTexts(language);
  return (
    <>
      {title === '' ? <h2 lang={language}>{texts.alsoHere}</h2> : null}
      <ul class="rows">
        {rows.map(({ place, label }) => {
          const read = readGivingPlace(place);
          if (typeof read === 'string') return null;
          const isPage = read.uri.startsWith('https:');
          const name = givingNames[read.kind];
          return (
            <li>
              <a href={read.uri} rel="noopener nofollow" data-press={id}>
                <b dir="auto">{label === '' ? name : label}</b>
                <span class="muted" dir="ltr">
                  {isPage ? readableAddress(read.uri) : name}
                </span>
              </a>
              {isPage ? null : coinCode(read, id)}
            </li>
          );
        })}
      </ul>
      <p class="muted" lang={language}>
        {texts.notOurs}
      </p>
    </>
  );
}
