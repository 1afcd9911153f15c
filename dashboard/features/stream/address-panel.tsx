import { Button, Group, SegmentedControl, Stack } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useBackend } from '../../session/session';
import { useText } from '../../messages/text';
import { AskForm } from '../../form/ask-form';
import { useReauthentication } from '../../sign-in-fields/use-reauthentication';
import { CodeBlock } from '../../panel/code-block';
import { Dialog } from '../../dialog/dialog';
import { Panel } from '../../panel/panel';
import { useToast } from '../../feedback/toast';
import { PlainButton, Small } from '../../theme/theme';
import { Quiet } from '../../theme/owner-parts';

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
            <Small>{text(isRenewal ? 'stream.newKeyText' : 'stream.removeText')}</Small>
          </AskForm>
        )}
      </Dialog>
      {dialog}
    </>
  );
}

/**
 * Calls `tell` once the key has changed after the server renewed it. The server answers before the owner's document arrives, and an owner who reads
 * "The address is new" copies what the field shows.
 */
export function useRenewed(overlayKey: string, tell: () => void) {
  const shown = useRef(overlayKey);
  const replaced = useRef<{ readonly key: string; readonly done: boolean } | null>(null);
  const check = useCallback(() => {
    if (replaced.current?.done !== true || replaced.current.key === shown.current) return;
    replaced.current = null;
    tell();
  }, [tell]);
  useEffect(() => {
    shown.current = overlayKey;
    check();
  }, [overlayKey, check]);
  return {
    /** Before the request: the document may arrive earlier than the answer. */
    begin: useCallback(() => {
      replaced.current = { key: shown.current, done: false };
    }, []),
    end: useCallback(() => {
      if (replaced.current) replaced.current = { ...replaced.current, done: true };
      check();
    }, [check]),
  };
}

const views = ['alerts', 'goal', 'screen'] as const;
type View = (typeof views)[number];

const addressOf = (host: string, view: View, key: string): string =>
  `${host}/o${view === 'alerts' ? '' : `?view=${view}`}#${key}`;

interface AddressPanelProps {
  readonly overlayKey: string;
  /** The owner has just made it, to paste it somewhere: it is copied without another press. */
  readonly isNew: boolean;
}

/** The secret addresses. They are hidden until the owner asks: this screen may be on the stream. */
export function AddressPanel({ overlayKey, isNew }: AddressPanelProps) {
  const text = useText();
  const { host } = useBackend();
  const [view, setView] = useState<View>('alerts');
  const [isShown, setIsShown] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const address = addressOf(host, view, overlayKey);
  const { notify } = useToast();
  const tell = useCallback(() => notify(text('stream.newKeyDone')), [notify, text]);
  const renewed = useRenewed(overlayKey, tell);
  const first = useRef(addressOf(host, 'alerts', overlayKey));
  useEffect(() => {
    if (!isNew) return;
    const told = () => notify(text('stream.madeDone'));
    // Some browsers copy only in a press. The button is there.
    void navigator.clipboard.writeText(first.current).then(told, () => {});
  }, [isNew, notify, text]);
  const askForNewKey = () => {
    renewed.begin();
    setAsked('renew');
  };
  return (
    <Panel id="address" heading={text('stream.address')}>
      <Stack gap="md">
        <SegmentedControl
          aria-label={text('stream.view')}
          value={view}
          onChange={setView}
          data={views.map((value) => ({ value, label: text(`stream.view.${value}`) }))}
        />
        <Quiet>{text(`stream.about.${view}`)}</Quiet>
        <CodeBlock
          code={address}
          {...(isShown ? {} : { covered: addressOf(host, view, '••••••••') })}
          label={text('stream.address')}
          copy={text('kit.copy')}
        />
        <Small>{text('stream.secret')}</Small>
        <Group gap="sm">
          <Button component="a" href={address} target="_blank" rel="noreferrer" variant="default">
            {text('stream.open')}
          </Button>
          <PlainButton aria-pressed={isShown} onClick={() => setIsShown(!isShown)}>
            {text(isShown ? 'stream.hide' : 'stream.show')}
          </PlainButton>
          <PlainButton onClick={askForNewKey}>{text('stream.newKey')}</PlainButton>
          <PlainButton onClick={() => setAsked('remove')}>{text('stream.remove')}</PlainButton>
        </Group>
      </Stack>
      <AddressDialogs asked={asked} onClose={() => setAsked(null)} onRenewed={renewed.end} />
    </Panel>
  );
}
