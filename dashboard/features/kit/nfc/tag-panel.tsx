import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../../messages/text';
import { CodeBlock } from '../../../ui/code-block';
import { Dialog } from '../../../ui/dialog';
import { Panel } from '../../../ui/panel';
import type { TagWriter } from './tag-writer';
import { useTag } from './use-tag';
import { webNfc } from './web-nfc';

/** An NFC tag with the address: written here where the browser can, else explained. */
export function TagPanel({ address }: { readonly address: string }) {
  const text = useText();
  const [writer] = useState(() => webNfc(window));
  return (
    <Panel id="tag" heading={text('kit.tag')}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {text('kit.tagAbout')}
        </Text>
        <CodeBlock code={address} label={text('kit.tagAddress')} copy={text('kit.copy')} />
        {writer === null ? <Steps /> : <Writing writer={writer} address={address} />}
      </Stack>
    </Panel>
  );
}

function Steps() {
  const text = useText();
  return (
    <>
      <Text size="sm">{text('kit.tagSteps')}</Text>
      <List type="ordered" spacing="xs" size="sm">
        <List.Item>{text('kit.tagStep1')}</List.Item>
        <List.Item>{text('kit.tagStep2')}</List.Item>
        <List.Item>{text('kit.tagStep3')}</List.Item>
      </List>
      <Text size="sm" c="dimmed">
        {text('kit.tagLockAbout')}
      </Text>
    </>
  );
}

interface WritingProps {
  readonly writer: TagWriter;
  readonly address: string;
}

function Writing({ writer, address }: WritingProps) {
  const text = useText();
  const { step, run, stop } = useTag();
  const [asks, setAsks] = useState(false);
  const isWaiting = step.kind === 'waiting';
  return (
    <>
      <Group gap="sm">
        {isWaiting ? (
          <Button variant="default" onClick={stop}>
            {text('kit.tagStop')}
          </Button>
        ) : (
          <>
            <Button onClick={() => void run('written', (signal) => writer.write(address, signal))}>
              {text('kit.tagWrite')}
            </Button>
            <Button variant="default" onClick={() => setAsks(true)}>
              {text('kit.tagLock')}
            </Button>
          </>
        )}
      </Group>
      <div role="status">
        {step.kind === 'waiting' && <Text size="sm">{text('kit.tagHold')}</Text>}
        {step.kind === 'written' && <Alert color="green">{text('kit.tagWritten')}</Alert>}
        {step.kind === 'locked' && <Alert color="green">{text('kit.tagLocked')}</Alert>}
      </div>
      {step.kind === 'failed' && (
        <Alert color="red" role="alert">
          {text(`kit.tagFault.${step.fault}`)}
        </Alert>
      )}
      <Dialog open={asks} onClose={() => setAsks(false)} title={text('kit.tagLock')}>
        <Stack gap="md">
          <Text size="sm">{text('kit.tagLockAbout')}</Text>
          <Button
            color="red"
            onClick={() => {
              setAsks(false);
              void run('locked', (signal) => writer.lock(signal));
            }}
          >
            {text('kit.tagLockNow')}
          </Button>
        </Stack>
      </Dialog>
    </>
  );
}
