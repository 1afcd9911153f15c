import { Button, Group, Text, TextInput } from '@mantine/core';
import { nanoid } from 'nanoid';
import { useEffect, useId, useRef, useState, type ClipboardEvent, type FormEvent } from 'react';
import { readUrl } from '@busker/core/text/safe-url';
import {
  completeUrl,
  isLoopbackAddress,
  maxLabelLength,
  maxLinks,
  type DraftLink,
} from '@busker/core/links/link';
import { readableAddress, suggestedName } from '@busker/core/links/readable-address';
import { findPlatform } from '@busker/core/platforms/platform-catalogue';
import { namePlatforms, readTypedLink, type TypedLink } from '@busker/core/links/typed-link';
import { IconPlus } from '../../icons/screen-icons';
import { removeField, setField } from '../../draft/draft-edit';
import { useDraft } from '../../draft/draft-provider';
import { lastOrder } from './link-edits';
import { useFaultText, useText } from '../../messages/text';
import { useAnnounce } from '../../feedback/announcer';
import { useToast } from '../../feedback/toast';
import { PlatformIcon } from './platform-icon';
import { SmallButton } from '../../theme/theme';
import styles from './profile.module.css';

interface AskProps {
  readonly question: string;
  readonly answers: readonly (readonly [label: string, choose: () => void])[];
  /** Which answer gets the focus: the question answers a key press, so the keyboard goes on here. */
  readonly first?: number;
}

function Ask({ question, answers, first = 0 }: AskProps) {
  const id = useId();
  const start = useRef<HTMLButtonElement>(null);
  useEffect(() => start.current?.focus(), []);
  return (
    <Group role="group" aria-labelledby={id} gap="xs" w="100%">
      <Text id={id} size="sm" style={{ overflowWrap: 'anywhere' }}>
        {question}
      </Text>
      {answers.map(([label, choose], at) => (
        <SmallButton
          key={label}
          ref={at === first ? start : undefined}
          type="button"
          onClick={choose}
          styles={{ label: { overflow: 'hidden', textOverflow: 'ellipsis' } }}
          maw="100%"
        >
          {label}
        </SmallButton>
      ))}
    </Group>
  );
}

interface AskAgainProps {
  /** The addresses that the list has already. */
  readonly urls: readonly string[];
  readonly onKeep: () => void;
  readonly onLeave: () => void;
}

/** Asks whether links that are in the list already are added a second time. The answer that changes nothing has the focus. */
function AskAgain({ urls, onKeep, onLeave }: AskAgainProps) {
  const text = useText();
  const answers = [
    [text('links.keepBoth'), onKeep],
    [text('links.dontAdd'), onLeave],
  ] as const;
  const list = urls.map(readableAddress).join(', ');
  return <Ask question={text('links.again', { count: urls.length, list })} answers={answers} first={1} />;
}

/** `localhost` too: that is where `npm start` serves the dashboard. */
const isOnLoopback = (host: string): boolean => host === 'localhost' || isLoopbackAddress(host);

/** What an owner means by a typed address. A dashboard on this machine takes addresses of this machine, such as the example sites. */
export const readLink = (typed: string): TypedLink =>
  readTypedLink(typed, { onThisMachine: isOnLoopback(location.hostname) });

interface PastedLinks {
  readonly urls: readonly string[];
  /** Entries that are not addresses. */
  readonly refused: readonly string[];
}

/** The addresses of a pasted list, separated by line breaks, spaces or commas. One that is written twice comes twice. */
export function pastedLinks(pasted: string): PastedLinks {
  const words = pasted.split(/[\s,;]+/).filter((word) => /[.:]\S/.test(word));
  const parsed = words.map((word) => ({ word, url: addressOf(readLink(word)) }));
  return {
    urls: parsed.flatMap(({ url }) => url ?? []),
    refused: [...new Set(parsed.flatMap(({ word, url }) => (url === null ? [word] : [])))],
  };
}

/** In a list nothing is asked: what is written like an email address is one. */
function addressOf(read: TypedLink): string | null {
  if (read.kind === 'url') return read.url;
  return read.kind === 'mail-or-profile' ? read.mail : null;
}

/** A new link with its platform's label. */
const newLink = (url: string, order: number): DraftLink => ({
  url,
  label: suggestedName(url).slice(0, maxLabelLength),
  order,
  on: true,
});

interface Fitting<T> {
  readonly added: readonly T[];
  /** The number of new links beyond the limit. */
  readonly leftOut: number;
  /** Those that the list has already, or that were given twice, each once: the owner is asked about them. */
  readonly again: readonly T[];
}

/** Sorts given links into new ones that fit and those that would be in the list twice. */
export function fitting<T extends { readonly url: string }>(
  given: readonly T[],
  links: Readonly<Record<string, DraftLink>>,
): Fitting<T> {
  const there = new Set(Object.values(links).map(({ url }) => placeOf(url)));
  const fresh: T[] = [];
  const again = new Map<string, T>();
  for (const link of given) {
    const place = placeOf(link.url);
    if (there.has(place)) again.set(place, again.get(place) ?? link);
    else fresh.push(link);
    there.add(place);
  }
  const added = fresh.slice(0, roomIn(links));
  const left = new Set(fresh.slice(added.length).map(({ url }) => placeOf(url)));
  const asked = [...again].filter(([place]) => !left.has(place)).map(([, link]) => link);
  return { added, leftOut: fresh.length - added.length, again: asked };
}

export const roomIn = (links: Readonly<Record<string, DraftLink>>): number =>
  Math.max(0, maxLinks - Object.keys(links).length);

/** The same text for addresses that lead to the same page: with and without `www.`, encryption or a closing slash, in any spelling of the host. */
export function placeOf(url: string): string {
  const parsed = readUrl(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return parsed?.href ?? url;
  const { host, pathname, search, hash } = parsed;
  return `${host.replace(/^www\./, '')}${pathname.replace(/\/$/, '')}${search}${hash}`;
}

interface AddressQuestion {
  readonly question: string;
  readonly readings: readonly (readonly [label: string, url: string])[];
}

/** The question that has to be answered before a typed address becomes a link; null when nothing is open. */
function useAddressQuestion(): (read: TypedLink) => AddressQuestion | null {
  const text = useText();
  return (read) => {
    switch (read.kind) {
      case 'refused':
        return null;
      case 'url':
        if (read.plain === null) return null;
        return {
          question: text('links.sharingMark'),
          readings: [
            [text('links.withoutMark', { address: readableAddress(read.plain) }), read.plain],
            [text('links.asItIs'), read.url],
          ],
        };
      case 'name': {
        const { name } = read;
        return {
          question: text('links.whichPlatform', { name }),
          readings: namePlatforms.map(({ label, url }) => [label, url(name)]),
        };
      }
      case 'mail-or-profile': {
        const { mail, profile } = read;
        const { host } = new URL(profile);
        return {
          question: text('links.mailOrProfile', { typed: mail.replace(/^mailto:/, '') }),
          readings: [
            [text('links.isMail'), mail],
            [text('links.isProfile', { server: host }), profile],
          ],
        };
      }
    }
  };
}

interface AddLinkProps {
  /** The id of a link whose name is only that of its site, so that its form opens; null = of one that has the name of its platform. */
  readonly onAdded: (id: string | null) => void;
}

/** One field for any address: it recognises the platform and suggests the label. */
export function AddLink({ onAdded }: AddLinkProps) {
  const text = useText();
  const faultText = useFaultText();
  const announce = useAnnounce();
  const { notify } = useToast();
  const { draft, edit } = useDraft();
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const questionOf = useAddressQuestion();
  const [asked, setAsked] = useState<AddressQuestion | null>(null);
  /** Links of the list that were typed or pasted once more. */
  const [again, setAgain] = useState<readonly string[]>([]);
  const url = completeUrl(typed);

  const add = (event: FormEvent) => {
    event.preventDefault();
    const read = readLink(typed);
    const question = questionOf(read);
    if (read.kind === 'refused') setRefused(faultText(read.fault));
    else if (question !== null) setAsked(question);
    else if (read.kind === 'url') addUrl(read.url);
  };

  const addUrl = (address: string) => {
    setAsked(null);
    if (fitting([{ url: address }], draft.links).again.length > 0) setAgain([address]);
    else addLink(address);
  };

  const addLink = (address: string) => {
    const link = newLink(address, lastOrder(draft) + 1);
    const id = nanoid(10);
    edit(setField(['links', id], link));
    onAdded(findPlatform(address) === null ? id : null);
    announce(text('links.added', { label: link.label }));
    setTyped('');
    setRefused(null);
    // The pressed answer disappears together with the question.
    if (asked !== null) field.current?.focus();
  };

  /** A pasted list becomes links at once; a single address goes into the field. */
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const { urls, refused: wrong } = pastedLinks(event.clipboardData.getData('text'));
    if (urls.length < 2) return;
    event.preventDefault();
    const given = urls.map((each) => ({ url: each }));
    const { added, leftOut, again: twice } = fitting(given, draft.links);
    setAgain(twice.map((link) => link.url));
    if (added.length > 0) addMany(added.map((link) => link.url));
    tellWhatIsMissing(wrong, leftOut);
  };

  const addMany = (added: readonly string[]) => {
    const first = lastOrder(draft) + 1;
    const ids = added.map(() => nanoid(10));
    edit(...added.map((link, at) => setField(['links', ids[at] ?? ''], newLink(link, first + at))));
    notify(text('links.addedMany', { count: added.length }), {
      label: text('links.undo'),
      run: () => edit(...ids.map((id) => removeField(['links', id]))),
    });
  };

  const tellWhatIsMissing = (wrong: readonly string[], leftOut: number) => {
    const why = [
      ...(wrong.length > 0 ? [text('links.notAdded', { list: wrong.join(', ') })] : []),
      ...(leftOut > 0 ? [text('links.leftOut', { count: leftOut, max: maxLinks })] : []),
    ];
    setRefused(why.length > 0 ? why.join(' ') : null);
  };

  const answered = () => {
    if (again.length === 1) setTyped('');
    setAgain([]);
    field.current?.focus();
  };
  const keepBoth = () => {
    const [only, ...more] = again;
    const room = roomIn(draft.links);
    if (only !== undefined && more.length === 0) addLink(only);
    else addMany(again.slice(0, room));
    tellWhatIsMissing([], Math.max(0, again.length - room));
    answered();
  };

  return (
    <form className={styles.add} onSubmit={add} noValidate>
      <TextInput
        ref={field}
        className={styles.addField ?? ''}
        aria-label={text('links.paste')}
        placeholder={text('links.pastePlaceholder')}
        leftSection={<PlatformIcon url={url} />}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        error={refused}
        onPaste={paste}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setRefused(null);
          setAsked(null);
          setAgain([]);
        }}
      />
      <Button type="submit" size="md" leftSection={<IconPlus size={17} aria-hidden />}>
        {text('links.add')}
      </Button>
      {again.length > 0 && <AskAgain urls={again} onKeep={keepBoth} onLeave={answered} />}
      {asked !== null && (
        <Ask
          question={asked.question}
          answers={asked.readings.map(([label, address]) => [label, () => addUrl(address)])}
        />
      )}
    </form>
  );
}
