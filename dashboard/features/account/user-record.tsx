import { Button } from '@mantine/core';
import { useIntl } from 'react-intl';
import { useState, type ReactNode } from 'react';
import type { OwnerUser } from '../../data/backend';
import { useText } from '../../messages/text';
import { Panel } from '../../ui/panel';
import { Tag } from '../../ui/tag';
import { useBackend } from '../../data/session';
import { methodName } from '../../shared/sign-in/method-name';
import { RecordDialog } from './record-dialog';
import styles from './account.module.css';

/**
 * The picture of the sign-in account, usually from its provider, with its address. A picture of a site that the page's
 * policy does not name is not loaded; then only the address is shown.
 */
function RecordPicture({ url }: { readonly url: string }) {
  const [isBroken, setIsBroken] = useState(false);
  return (
    <span className={styles.picture}>
      {!isBroken && <img src={url} alt="" referrerPolicy="no-referrer" onError={() => setIsBroken(true)} />}
      <span>{url}</span>
    </span>
  );
}

/** The user record of the sign-in service. */
export function UserRecord({ user }: { readonly user: OwnerUser }) {
  const text = useText();
  const { methods } = useBackend().auth;
  const intl = useIntl();
  const [changing, setChanging] = useState(false);
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
    <Panel id="record" heading={text('account.record')}>
      <dl className={styles.record}>
        {row(text('account.email'), email)}
        {row(text('account.displayName'), user.displayName)}
        {row(text('account.phone'), user.phoneNumber)}
        {row(
          text('account.picture'),
          user.photoUrl && <RecordPicture key={user.photoUrl} url={user.photoUrl} />,
        )}
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
      <Button variant="default" mt="md" onClick={() => setChanging(true)}>
        {text('account.recordChange')}
      </Button>
      {changing && <RecordDialog user={user} onClose={() => setChanging(false)} />}
    </Panel>
  );
}
