import { Button, TextInput } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { nanoid } from 'nanoid';
import { useState, type ClipboardEvent, type FormEvent } from 'react';
import * as v from 'valibot';
import { completeUrl, maxLinks, safeUrl } from '../../../core/profile/link';
import { removeField, setField } from '../../draft/draft-edit';
import { useDraft } from '../../draft/draft-provider';
import { lastOrder } from '../../draft/link-order';
import { useFaultText } from '../../messages/fault-text';
import { useText } from '../../messages/text';
import { useAnnounce } from '../../ui/announcer';
import { useToast } from '../../ui/toast';
import { fitting, newLink, pastedLinks } from './pasted-links';
import { PlatformIcon } from './platform-icon';
import styles from './profile.module.css';

/** One field for any address: it recognises the platform and suggests the label. */
export function AddLink() {
  const text = useText();
  const faultText = useFaultText();
  const announce = useAnnounce();
  const { notify } = useToast();
  const { draft, edit } = useDraft();
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState<string | null>(null);
  const url = completeUrl(typed);

  const add = (event: FormEvent) => {
    event.preventDefault();
    const parsed = v.safeParse(safeUrl, url);
    if (!parsed.success) {
      setRefused(faultText(parsed.issues[0].message));
      return;
    }
    const link = newLink(parsed.output, lastOrder(draft.links) + 1);
    edit(setField(['links', nanoid(10)], link));
    announce(text('links.added', { label: link.label }));
    setTyped('');
    setRefused(null);
  };

  /** A pasted list becomes links at once; a single address goes into the field. */
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const { urls, refused: wrong } = pastedLinks(event.clipboardData.getData('text'));
    if (urls.length < 2) return;
    event.preventDefault();
    const { added, leftOut } = fitting(urls, draft.links);
    const first = lastOrder(draft.links) + 1;
    const ids = added.map(() => nanoid(10));
    if (added.length > 0)
      edit(...added.map((link, at) => setField(['links', ids[at] ?? ''], newLink(link, first + at))));
    notify(text('links.addedMany', { count: added.length }), {
      label: text('links.undo'),
      run: () => edit(...ids.map((id) => removeField(['links', id]))),
    });
    const why = [
      ...(wrong.length > 0 ? [text('links.notAdded', { list: wrong.join(', ') })] : []),
      ...(leftOut > 0 ? [text('links.leftOut', { count: leftOut, max: maxLinks })] : []),
    ];
    setRefused(why.length > 0 ? why.join(' ') : null);
  };

  return (
    <form className={styles.add} onSubmit={add} noValidate>
      <TextInput
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
        }}
      />
      <Button type="submit" size="md" leftSection={<IconPlus size={17} aria-hidden />}>
        {text('links.add')}
      </Button>
    </form>
  );
}
