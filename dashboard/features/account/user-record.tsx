import { Stack } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import * as v from 'valibot';
import { pageAddress } from '@busker/core/dashboard-api/owner-api';
import { codePointLength } from '@busker/core/text/text';
import type { OwnerUser } from '../../data/backend';
import { useBackend } from '../../session/session';
import { useFaultText, useText } from '../../messages/text';
import { methodName } from '../../sign-in-fields/sign-in-methods';
import { KeptField } from '../../form/ask-form';
import { FoldedPanel, Tag } from '../../panel/panel';
import { useTooLong } from '../../form/text-length';
import { Quiet } from '../../theme/owner-parts';
import styles from './account.module.css';

/** Characters that a name can have. */
const longestName = 256;

/** The two fields of the user record that owners can change. Usually a provider has filled them in. */
function OwnFields({ user }: { readonly user: OwnerUser }) {
  const text = useText();
  const faultText = useFaultText();
  const tooLong = useTooLong();
  const { auth } = useBackend();
  // One after another, so that the last one wins.
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const change = (record: Parameters<typeof auth.changeRecord>[0]) => {
    const answer = queue.current.then(() => auth.changeRecord(record));
    queue.current = answer;
    return answer;
  };
  const address = (typed: string) => (typed === '' ? null : v.safeParse(pageAddress, typed));
  return (
    <Stack gap="sm" my="md" className={styles.form ?? ''}>
      <Quiet>{text('account.recordNote')}</Quiet>
      <KeptField
        label={text('account.displayName')}
        autoComplete="name"
        value={user.displayName ?? ''}
        check={(typed) => tooLong(typed, longestName, codePointLength)}
        keep={(displayName) => change({ displayName })}
      />
      <KeptField
        label={text('account.picture')}
        inputMode="url"
        spellCheck={false}
        autoComplete="off"
        value={user.photoUrl ?? ''}
        check={(typed) => {
          const issues = address(typed)?.issues;
          return issues ? faultText(issues[0].message) : null;
        }}
        keep={(typed) => {
          const read = address(typed);
          return change({ photoUrl: read?.success ? read.output : '' });
        }}
      />
    </Stack>
  );
}

/**
 * The picture of the sign-in account, usually from its provider. A picture of a site that the page's policy does not name
 * is not loaded; then there is only the address in the field.
 */
function RecordPicture({ url }: { readonly url: string }) {
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) return null;
  return (
    <img
      className={styles.picture}
      src={url}
      alt=""
      referrerPolicy="no-referrer"
      onError={() => setIsBroken(true)}
    />
  );
}

export function UserRecord({ user }: { readonly user: OwnerUser }) {
  const text = useText();
  const { methods } = useBackend().auth;
  const intl = useIntl();
  const moment = (at: number) => intl.formatDate(at, { dateStyle: 'medium', timeStyle: 'short' });
  const row = (name: string, value: ReactNode) => (
    <div className={styles.row}>
      <dt>{name}</dt>
      <dd>{value ?? <span className={styles.none}>{text('account.none')}</span>}</dd>
    </div>
  );
  const email = user.email && (
    <>
      {user.email}{' '}
      <Tag tone={user.emailVerified ? 'good' : 'warn'}>
        {text(user.emailVerified ? 'account.verified' : 'account.notVerified')}
      </Tag>
    </>
  );
  return (
    <FoldedPanel id="record" heading={text('account.record')}>
      <OwnFields user={user} />
      {user.photoUrl && <RecordPicture key={user.photoUrl} url={user.photoUrl} />}
      <dl className={styles.record}>
        {row(text('account.email'), email)}
        {row(text('account.phone'), user.phoneNumber)}
        {row(
          text('account.methods'),
          user.providers.map(({ providerId }) => methodName(providerId, methods, text)).join(', ') || null,
        )}
        {row(text('account.kind'), text(user.isGuest ? 'account.guest' : 'account.full'))}
        {row(text('account.created'), moment(user.createdAt))}
        {row(text('account.lastSignIn'), moment(user.lastSignInAt))}
        {row(text('account.uid'), <code>{user.uid}</code>)}
        {user.tenantId && row(text('account.tenant'), user.tenantId)}
      </dl>
    </FoldedPanel>
  );
}
