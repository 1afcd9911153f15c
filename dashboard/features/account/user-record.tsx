import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import * as v from 'valibot';
import { pageAddress } from '../../../core/dashboard-api/owner-api';
import { codePointLength } from '../../../core/text/text';
import type { OwnerUser } from '../../data/backend';
import { useBackend } from '../../session/session';
import { useFaultText, useText } from '../../messages/text';
import { methodName } from '../../sign-in-fields/sign-in-methods';
import { Dialog } from '../../dialog/dialog';
import { FailureAlert } from '../../feedback/failure-alert';
import { Panel, Tag } from '../../panel/panel';
import { focusFault, useTooLong } from '../../form/text-length';
import styles from './account.module.css';
import { useChange } from './authenticator-apps';

interface RecordDialogProps {
  readonly user: OwnerUser;
  readonly onClose: () => void;
}

/** Characters that a name can have. */
const longestName = 256;

/** The two fields of the user record that owners can change. Usually a provider has filled them in. */
export function RecordDialog({ user, onClose }: RecordDialogProps) {
  const text = useText();
  const faultText = useFaultText();
  const { auth } = useBackend();
  const [name, setName] = useState(user.displayName ?? '');
  const [picture, setPicture] = useState(user.photoUrl ?? '');
  const [wrong, setWrong] = useState<string | null>(null);
  const nameFault = useTooLong()(name.trim(), longestName, codePointLength);
  const pictureField = useRef<HTMLInputElement>(null);
  const address = picture.trim() === '' ? null : v.safeParse(pageAddress, picture);
  const photoUrl = address?.success ? address.output : '';
  const { change, onSubmit } = useChange(
    () => auth.changeRecord({ displayName: name.trim(), photoUrl }),
    onClose,
  );
  return (
    <Dialog open onClose={onClose} title={text('account.recordTitle')}>
      <form
        noValidate
        onSubmit={(event) => {
          if (nameFault === null && !address?.issues) return onSubmit(event);
          event.preventDefault();
          if (!address?.issues) return focusFault(event.currentTarget);
          setWrong(faultText(address.issues[0].message));
          pictureField.current?.focus();
        }}
      >
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {text('account.recordNote')}
          </Text>
          <TextInput
            data-autofocus
            label={text('account.displayName')}
            autoComplete="name"
            error={nameFault}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            ref={pictureField}
            label={text('account.picture')}
            inputMode="url"
            spellCheck={false}
            autoComplete="off"
            value={picture}
            error={wrong}
            onChange={(event) => {
              setWrong(null);
              setPicture(event.currentTarget.value);
            }}
          />
          {change.kind === 'failed' && <FailureAlert failure={change.failure} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {text('picture.cancel')}
            </Button>
            <Button type="submit" loading={change.kind === 'busy'}>
              {text('account.recordSave')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

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
