import type { ReactNode } from 'react';
import type { PublicLink, PublicProfile } from '@busker/core/profile/profile';
import { textParts, type TextPart } from '@busker/core/text/addresses';
import { isSafeUrl, readUrl } from '@busker/core/text/safe-url';
import { isRecord, string } from '../server/http-answer';

/**
 * A link with the owner's texts that stand before it, and after the last one those that follow; without a link, the texts of a card that has none.
 * What a server or a file sent is checked here.
 */
export function withTexts(
  { blocks, links }: PublicProfile,
  link?: PublicLink,
  anchor?: ReactNode,
): ReactNode {
  const texts = Array.isArray(blocks)
    ? (blocks as readonly unknown[]).filter(isRecord).filter(({ kind }) => kind === 'text')
    : [];
  const isLast = links.at(-1)?.id === link?.id;
  return [
    ...texts.filter(({ before }) => link && before === link.id).map(drawn),
    anchor,
    ...texts.filter(({ before }) => isLast && before === null).map(drawn),
  ];
}

/** The browser's own form of an address is in ASCII, so that no letter passes for another. */
const part = ({ words, url }: TextPart, at: number) =>
  url !== null && isSafeUrl(url) ? (
    <a key={`part ${at}`} href={url} rel="noopener nofollow" target="_blank">
      {readUrl(url)?.href}
    </a>
  ) : (
    words
  );

const drawn = ({ id, label, text }: Readonly<Record<string, unknown>>) => (
  <div key={`text ${string(id)}`}>
    {string(label) && <p className="group">{string(label)}</p>}
    <p className="bio" part="bio" dir="auto">
      {textParts(string(text)).map(part)}
    </p>
  </div>
);
