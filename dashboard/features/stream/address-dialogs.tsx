import { Text } from '@mantine/core';
import { useText } from '../../messages/text';
import { AskForm } from '../../shared/ask-form';
import { useReauthentication } from '../../shared/reauthentication/use-reauthentication';
import { useBackend } from '../../data/session';
import { Dialog } from '../../ui/dialog';
import { useToast } from '../../ui/toast';

export type Asked = 'renew' | 'remove';

interface AddressDialogsProps {
  /** null = none is open. */
  readonly asked: Asked | null;
  readonly onClose: () => void;
  /** The server has made a new address. */
  readonly onRenewed: () => void;
}

/** Asks before the address stops. */
export function AddressDialogs({ asked, onClose, onRenewed }: AddressDialogsProps) {
  const text = useText();
  const { overlay } = useBackend();
  const { notify } = useToast();
  const { run, dialog } = useReauthentication();
  const isRenewal = asked === 'renew';
  const done = () => {
    onClose();
    if (isRenewal) onRenewed();
    else notify(text('stream.removed'));
  };
  return (
    <>
      <Dialog
        open={asked !== null}
        onClose={onClose}
        title={text(isRenewal ? 'stream.newKey' : 'stream.remove')}
      >
        {asked !== null && (
          <AskForm
            send={() => (isRenewal ? run(() => overlay.renewKey()) : overlay.remove())}
            onDone={done}
            onCancel={onClose}
            submit={text(isRenewal ? 'stream.newKey' : 'stream.remove')}
            danger={!isRenewal}
          >
            <Text size="sm">{text(isRenewal ? 'stream.newKeyText' : 'stream.removeText')}</Text>
          </AskForm>
        )}
      </Dialog>
      {dialog}
    </>
  );
}
