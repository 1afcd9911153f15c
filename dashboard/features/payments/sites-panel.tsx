import { ActionIcon, Button, Text, TextInput } from '@mantine/core';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useState, type FormEvent } from 'react';
import { setField } from '../../draft/draft-edit';
import { useDraft } from '../../draft/draft-provider';
import { useText } from '../../messages/text';
import { Panel } from '../../ui/panel';
import { siteOrigin } from './allowed-sites';
import styles from './payments.module.css';

/** The origins that accept tips; none = all. Part of the draft, so it goes live with Publish. */
export function SitesPanel() {
  const text = useText();
  const { draft, problems, edit } = useDraft();
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  const sites = draft.allowedSites;
  const refused = Object.entries(problems).find(([path]) => path.startsWith('allowedSites'))?.[1];

  const add = (event: FormEvent) => {
    event.preventDefault();
    const origin = siteOrigin(typed);
    setWrong(origin === null);
    if (origin === null) return;
    if (!sites.includes(origin)) edit(setField(['allowedSites'], [...sites, origin]));
    setTyped('');
  };

  return (
    <Panel id="sites" heading={text('sites.heading')}>
      <Text size="sm" c="dimmed" mb="md">
        {text('sites.note')}
      </Text>
      <form className={styles.addRow} onSubmit={add} noValidate>
        <TextInput
          aria-label={text('sites.site')}
          placeholder={text('sites.placeholder')}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          error={wrong ? text('sites.wrong') : refused}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setWrong(false);
          }}
        />
        <Button type="submit" size="md" variant="default">
          {text('sites.add')}
        </Button>
      </form>
      {sites.length === 0 ? (
        <Text size="sm" mt="sm">
          {text('sites.everywhere')}
        </Text>
      ) : (
        <ul className={styles.sites} aria-label={text('sites.heading')}>
          {sites.map((site) => (
            <li key={site}>
              <span>{site}</span>
              <ActionIcon
                aria-label={text('sites.remove', { site })}
                onClick={() =>
                  edit(
                    setField(
                      ['allowedSites'],
                      sites.filter((other) => other !== site),
                    ),
                  )
                }
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
