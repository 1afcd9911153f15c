import { Button, Group, Text, TextInput } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { nanoid } from 'nanoid';
import { useEffect, useId, useRef, useState, type ClipboardEvent, type FormEvent } from 'react';
import { completeUrl, maxLinks } from '../../../core/profile/link';
import { readableAddress } from '../../../core/profile/readable-address';
import { namePlatforms, type TypedLink } from '../../../core/profile/typed-link';
import { removeField, setField } from '../../draft/draft-edit';
import { useDraft } from '../../draft/draft-provider';
import { lastOrder } from '../../draft/link-order';
import { useFaultText } from '../../messages/fault-text';
import { useText } from '../../messages/text';
import { useAnnounce } from '../../ui/announcer';
import { useToast } from '../../ui/toast';
import { AskAgain } from './ask-again';
import { fitting, newLink, pastedLinks, roomIn } from './pasted-links';
import { PlatformIcon } from './platform-icon';
import styles from './profile.module.css';
import { readLink } from './read-link';

interface Reading {
  readonly label: string;
  readonly url: string;
}

/** What a typed address leaves open. */
interface AddressQuestion {
  readonly question: string;
  readonly readings: readonly Reading[];
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
            { label: text('links.withoutMark', { address: readableAddress(read.plain) }), url: read.plain },
            { label: text('links.asItIs'), url: read.url },
          ],
        };
      case 'name': {
        const { name } = read;
        return {
          question: text('links.whichPlatform', { name }),
          readings: namePlatforms.map(({ label, url }) => ({ label, url: url(name) })),
        };
      }
      case 'mail-or-profile': {
        const { mail, profile } = read;
        const { host } = new URL(profile);
        return {
          question: text('links.mailOrProfile', { typed: mail.replace(/^mailto:/, '') }),
          readings: [
            { label: text('links.isMail'), url: mail },
            { label: text('links.isProfile', { server: host }), url: profile },
          ],
        };
      }
    }
  };
}

interface AskReadingProps extends AddressQuestion {
  readonly onChoose: (url: string) => void;
}

/** Asks what a typed address means. */
function AskReading({ question, readings, onChoose }: AskReadingProps) {
  const id = useId();
  const first = useRef<HTMLButtonElement>(null);
  // The question answers a key press, so the keyboard goes on here.
  useEffect(() => first.current?.focus(), []);
  return (
    <Group role="group" aria-labelledby={id} gap="xs" w="100%">
      <Text id={id} size="sm" style={{ overflowWrap: 'anywhere' }}>
        {question}
      </Text>
      {readings.map(({ label, url }, at) => (
        <Button
          key={label}
          ref={at === 0 ? first : undefined}
          type="button"
          size="compact-sm"
          variant="default"
          onClick={() => onChoose(url)}
          styles={{ label: { overflow: 'hidden', textOverflow: 'ellipsis' } }}
          maw="100%"
        >
          {label}
        </Button>
      ))}
    </Group>
  );
}

/** One field for any address: it recognises the platform and suggests the label. */
export function AddLink() {
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
    const link = newLink(address, lastOrder(draft.links) + 1);
    edit(setField(['links', nanoid(10)], link));
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
    const first = lastOrder(draft.links) + 1;
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
      {asked !== null && <AskReading {...asked} onChoose={addUrl} />}
    </form>
  );
}
