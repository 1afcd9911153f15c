import { Stack } from '@mantine/core';
import {
  defaultPreferences,
  statementLimits,
  type StatementOwner,
} from '@busker/core/account/account-document';
import { codePointLength } from '@busker/core/text/text';
import { KeptField } from '../../form/ask-form';
import { useTooLong } from '../../form/text-length';
import { useText } from '../../messages/text';
import { Panel } from '../../panel/panel';
import { usePreferences } from '../../session/owner-documents';
import { useStore } from '../../session/session';
import styles from './books.module.css';

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
  const tooLong = useTooLong();
  const stored = useStatementOwner();
  if (stored === null) return null;
  const field = (name: keyof StatementOwner, label: string) => ({
    label,
    value: stored[name],
    check: (typed: string) => tooLong(typed, statementLimits[name], codePointLength),
    // This field alone: another one may be on its way. Without a connection the browser sends it later, and only then it is said to be saved.
    keep: (typed: string) => store.keepStatementOwner({ [name]: typed }),
  });
  return (
    <Panel heading={text('books.owner')} lead={text('books.ownerNote')}>
      <Stack gap="sm" className={styles.owner ?? ''}>
        <KeptField {...field('statementName', text('books.ownerName'))} autoComplete="name" />
        <KeptField
          {...field('statementAddress', text('books.ownerAddress'))}
          autoComplete="street-address"
          multiline
        />
        <KeptField {...field('taxNumber', text('books.taxNumber'))} autoComplete="off" />
      </Stack>
    </Panel>
  );
}
