import { Button, Group, Text } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import { readableAddress } from '../../../core/profile/readable-address';
import { useText } from '../../messages/text';

interface AskAgainProps {
  /** The addresses that the list has already. */
  readonly urls: readonly string[];
  readonly onKeep: () => void;
  readonly onLeave: () => void;
}

/** Asks whether links that are in the list already are added a second time. */
export function AskAgain({ urls, onKeep, onLeave }: AskAgainProps) {
  const text = useText();
  const question = useId();
  const safe = useRef<HTMLButtonElement>(null);
  // The question answers a key press, so the keyboard goes on here, at the answer that changes nothing.
  useEffect(() => safe.current?.focus(), []);
  return (
    <Group role="group" aria-labelledby={question} gap="xs" w="100%">
      <Text id={question} size="sm" style={{ overflowWrap: 'anywhere' }}>
        {text('links.again', { count: urls.length, list: urls.map(readableAddress).join(', ') })}
      </Text>
      <Button type="button" size="compact-sm" variant="default" onClick={onKeep}>
        {text('links.keepBoth')}
      </Button>
      <Button ref={safe} type="button" size="compact-sm" variant="default" onClick={onLeave}>
        {text('links.dontAdd')}
      </Button>
    </Group>
  );
}
