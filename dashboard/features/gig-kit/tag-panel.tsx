import { Alert, Button, Group, List, Stack } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { fail, ok, type Result } from '@busker/core/base/result';
import { useText } from '../../messages/text';
import { CodeBlock } from '../../panel/code-block';
import { Dialog } from '../../dialog/dialog';
import { Panel } from '../../panel/panel';
import { PlainButton, Small } from '../../theme/theme';
import { Quiet } from '../../theme/owner-parts';

/**
 * `blocked`: the owner or the browser does not allow it. `no-nfc`: the phone has none, or it is switched off. `unwritable`: the tag is locked, too
 * small, of another kind, or was taken away too early. `stopped`: the owner stopped waiting.
 */
type TagFault = 'blocked' | 'no-nfc' | 'unwritable' | 'stopped';

/** Writes NFC tags. Both calls wait for a tag until `stop` is signalled. */
interface TagWriter {
  /** Writes the address as the only record. */
  write(address: string, stop: AbortSignal): Promise<Result<void, TagFault>>;
  /** Makes the tag read-only. Nothing and nobody can undo this. */
  lock(stop: AbortSignal): Promise<Result<void, TagFault>>;
}

type Step =
  | { readonly kind: 'idle' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'written' }
  | { readonly kind: 'locked' }
  | { readonly kind: 'failed'; readonly fault: Exclude<TagFault, 'stopped'> };

type Act = (stop: AbortSignal) => Promise<Result<void, TagFault>>;

/** One act at a time on a tag. It ends when the owner stops it or leaves the screen, so that no tag is written later by surprise. */
function useTag() {
  const [step, setStep] = useState<Step>({ kind: 'idle' });
  const running = useRef<AbortController | null>(null);
  const stop = () => running.current?.abort();
  useEffect(() => () => running.current?.abort(), []);

  const run = async (done: 'written' | 'locked', act: Act) => {
    stop();
    const controller = new AbortController();
    running.current = controller;
    setStep({ kind: 'waiting' });
    const answer = await act(controller.signal);
    if (running.current !== controller) return;
    if (answer.ok) setStep({ kind: done });
    else if (answer.problem === 'stopped') setStep({ kind: 'idle' });
    else setStep({ kind: 'failed', fault: answer.problem });
  };
  return { step, run, stop };
}

/** What this file uses of Web NFC (w3c.github.io/web-nfc), which TypeScript's library does not have. */
interface NdefReader {
  write(
    message: { readonly records: readonly { readonly recordType: 'url'; readonly data: string }[] },
    options: { readonly overwrite: boolean; readonly signal: AbortSignal },
  ): Promise<void>;
  /** Absent in Chrome before 100. */
  makeReadOnly?(options: { readonly signal: AbortSignal }): Promise<void>;
}

type NdefReaderClass = new () => NdefReader;

const isReaderClass = (given: unknown): given is NdefReaderClass => typeof given === 'function';

/** By the names of the DOM exceptions in the specification. */
const faults: Readonly<Record<string, TagFault>> = {
  NotAllowedError: 'blocked',
  SecurityError: 'blocked',
  NotSupportedError: 'no-nfc',
  NotReadableError: 'no-nfc',
  AbortError: 'stopped',
};

const faultOf = (thrown: unknown): TagFault =>
  (thrown instanceof Error ? faults[thrown.name] : undefined) ?? 'unwritable';

async function tried(act: () => Promise<void> | undefined): Promise<Result<void, TagFault>> {
  try {
    await act();
    return ok(undefined);
  } catch (thrown) {
    return fail(faultOf(thrown));
  }
}

/** The browser's NFC; null where it has none: today everywhere but in Chrome on Android. */
export function webNfc(browser: object): TagWriter | null {
  const found = 'NDEFReader' in browser ? browser.NDEFReader : undefined;
  if (!isReaderClass(found)) return null;
  const Reader = found;
  return {
    write: (address, signal) =>
      tried(() =>
        new Reader().write({ records: [{ recordType: 'url', data: address }] }, { overwrite: true, signal }),
      ),
    lock: async (signal) => {
      const reader = new Reader();
      if (reader.makeReadOnly === undefined) return fail('unwritable');
      return tried(() => reader.makeReadOnly?.({ signal }));
    },
  };
}

/** An NFC tag with the address: written here where the browser can, else explained. */
export function TagPanel({ address }: { readonly address: string }) {
  const text = useText();
  const [writer] = useState(() => webNfc(window));
  return (
    <Panel id="tag" heading={text('kit.tag')}>
      <Stack gap="md">
        <Quiet>{text('kit.tagAbout')}</Quiet>
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
      <Small>{text('kit.tagSteps')}</Small>
      <List type="ordered" spacing="xs" size="sm">
        <List.Item>{text('kit.tagStep1')}</List.Item>
        <List.Item>{text('kit.tagStep2')}</List.Item>
        <List.Item>{text('kit.tagStep3')}</List.Item>
      </List>
      <Quiet>{text('kit.tagLockAbout')}</Quiet>
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
          <PlainButton onClick={stop}>{text('kit.tagStop')}</PlainButton>
        ) : (
          <>
            <Button onClick={() => void run('written', (signal) => writer.write(address, signal))}>
              {text('kit.tagWrite')}
            </Button>
            <PlainButton onClick={() => setAsks(true)}>{text('kit.tagLock')}</PlainButton>
          </>
        )}
      </Group>
      <div role="status">
        {step.kind === 'waiting' && <Small>{text('kit.tagHold')}</Small>}
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
          <Small>{text('kit.tagLockAbout')}</Small>
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
