import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import * as v from 'valibot';
import { codePointLength } from '../../../core/base/text';
import { pageAddress } from '../../../core/api/owner-api';
import type { OwnerUser } from '../../data/backend';
import { useFaultText } from '../../messages/fault-text';
import { useText } from '../../messages/text';
import { Dialog } from '../../ui/dialog';
import { FailureAlert } from '../../ui/failure-alert';
import { focusFault, useTooLong } from '../../ui/too-long';
import { useBackend } from '../../data/session';
import { useChange } from './use-change';

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
