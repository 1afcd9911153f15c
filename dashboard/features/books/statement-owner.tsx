import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { codePointLength } from '../../../core/text/text';
import {
  defaultPreferences,
  statementLimits,
  type StatementOwner,
} from '../../../core/account/account-document';
import { useText } from '../../messages/text';
import { usePreferences } from '../../preferences/preferences';
import { useStore } from '../../session/session';
import { Panel } from '../../panel/panel';
import { useToast } from '../../feedback/toast';
import { focusFault, useTooLong } from '../../form/text-length';
import styles from './books.module.css';

const fields = [
  'statementName',
  'statementAddress',
  'taxNumber',
] as const satisfies readonly (keyof StatementOwner)[];

/** The account's fields for statements; null while they are being read. */
export function useStatementOwner(): StatementOwner | null {
  const live = usePreferences();
  if (live.kind !== 'ready') return null;
  const { statementName, statementAddress, taxNumber } = live.value ?? defaultPreferences;
  return { statementName, statementAddress, taxNumber };
}

/** Name, address and tax number for the statement, each as the owner likes. */
export function StatementOwnerPanel() {
  const text = useText();
  const store = useStore();
  const { failed } = useToast();
  const tooLong = useTooLong();
  const stored = useStatementOwner();
  const [typed, setTyped] = useState<Partial<StatementOwner>>({});
  const [saved, setSaved] = useState(false);
  if (stored === null) return null;
  const shown = { ...stored, ...typed };
  const wanted = {
    statementName: shown.statementName.trim(),
    statementAddress: shown.statementAddress.trim(),
    taxNumber: shown.taxNumber.trim(),
  };
  const faultOf = (field: keyof StatementOwner) =>
    tooLong(wanted[field], statementLimits[field], codePointLength);
  const isSame = fields.every((field) => wanted[field] === stored[field]);
  const type =
    (field: keyof StatementOwner) => (event: { readonly currentTarget: { readonly value: string } }) => {
      const { value } = event.currentTarget;
      setSaved(false);
      setTyped((before) => ({ ...before, [field]: value }));
    };
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSame) return;
    if (fields.some((field) => faultOf(field) !== null)) return focusFault(event.currentTarget);
    setSaved(true);
    // Without a connection this browser keeps it, shows it at once, and sends it later.
    void store.keepStatementOwner(wanted).then((answer) => {
      if (answer.ok) return;
      setSaved(false);
      failed(answer.problem);
    });
  };
  return (
    <Panel heading={text('books.owner')} note={text('books.ownerNote')}>
      <form onSubmit={save} noValidate>
        <Stack gap="sm" className={styles.owner ?? ''}>
          <TextInput
            label={text('books.ownerName')}
            autoComplete="name"
            error={faultOf('statementName')}
            value={shown.statementName}
            onChange={type('statementName')}
          />
          <Textarea
            label={text('books.ownerAddress')}
            autoComplete="street-address"
            autosize
            minRows={3}
            error={faultOf('statementAddress')}
            value={shown.statementAddress}
            onChange={type('statementAddress')}
          />
          <TextInput
            label={text('books.taxNumber')}
            autoComplete="off"
            error={faultOf('taxNumber')}
            value={shown.taxNumber}
            onChange={type('taxNumber')}
          />
          <Group gap="sm">
            <Button type="submit" disabled={isSame}>
              {text('books.ownerSave')}
            </Button>
            <Text size="sm" role="status">
              {saved && isSame ? text('books.ownerSaved') : ''}
            </Text>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
