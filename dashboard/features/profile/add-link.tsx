import { Button, TextInput } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { nanoid } from 'nanoid';
import { useState, type FormEvent } from 'react';
import * as v from 'valibot';
import { completeUrl, maxLabelLength, safeUrl } from '../../../core/link';
import { suggestedLabel } from '../../../core/platform';
import { setField } from '../../draft/draft-edit';
import { useDraft } from '../../draft/draft-provider';
import { lastOrder } from '../../draft/link-order';
import { useText } from '../../messages/text';
import { useAnnounce } from '../../ui/announcer';
import { PlatformIcon } from './platform-icon';
import styles from './profile.module.css';

/** One field for any address: the platform is recognised, the label suggested, the link is there. */
export function AddLink() {
  const text = useText();
  const announce = useAnnounce();
  const { draft, edit } = useDraft();
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState<string | null>(null);
  const url = completeUrl(typed);

  const add = (event: FormEvent) => {
    event.preventDefault();
    const parsed = v.safeParse(safeUrl, url);
    if (!parsed.success) {
      setRefused(parsed.issues[0].message);
      return;
    }
    const label = suggestedLabel(parsed.output).slice(0, maxLabelLength);
    edit(
      setField(['links', nanoid(10)], {
        url: parsed.output,
        label,
        order: lastOrder(draft.links) + 1,
        on: true,
      }),
    );
    announce(text('links.added', { label }));
    setTyped('');
    setRefused(null);
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
