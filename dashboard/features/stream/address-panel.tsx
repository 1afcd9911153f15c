import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useCallback, useState } from 'react';
import { useText } from '../../messages/text';
import { useBackend } from '../../data/session';
import { CodeBlock } from '../../ui/code-block';
import { Panel } from '../../ui/panel';
import { useToast } from '../../ui/toast';
import { AddressDialogs, type Asked } from './address-dialogs';
import { useRenewed } from './use-renewed';

const views = ['alerts', 'goal', 'screen'] as const;
type View = (typeof views)[number];

const addressOf = (host: string, view: View, key: string): string =>
  `${host}/o${view === 'alerts' ? '' : `?view=${view}`}#${key}`;

/** The secret addresses. They are hidden until the owner asks: this screen may be on the stream. */
export function AddressPanel({ overlayKey }: { readonly overlayKey: string }) {
  const text = useText();
  const { host } = useBackend();
  const [view, setView] = useState<View>('alerts');
  const [isShown, setIsShown] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const address = addressOf(host, view, overlayKey);
  const { notify } = useToast();
  const tell = useCallback(() => notify(text('stream.newKeyDone')), [notify, text]);
  const renewed = useRenewed(overlayKey, tell);
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
        <Text size="sm" c="dimmed">
          {text(`stream.about.${view}`)}
        </Text>
        <CodeBlock
          code={address}
          {...(isShown ? {} : { covered: addressOf(host, view, '••••••••') })}
          label={text('stream.address')}
          copy={text('kit.copy')}
        />
        <Text size="sm">{text('stream.secret')}</Text>
        <Group gap="sm">
          <Button component="a" href={address} target="_blank" rel="noreferrer" variant="default">
            {text('stream.open')}
          </Button>
          <Button variant="default" aria-pressed={isShown} onClick={() => setIsShown(!isShown)}>
            {text(isShown ? 'stream.hide' : 'stream.show')}
          </Button>
          <Button variant="default" onClick={askForNewKey}>
            {text('stream.newKey')}
          </Button>
          <Button variant="default" onClick={() => setAsked('remove')}>
            {text('stream.remove')}
          </Button>
        </Group>
      </Stack>
      <AddressDialogs asked={asked} onClose={() => setAsked(null)} onRenewed={renewed.end} />
    </Panel>
  );
}
