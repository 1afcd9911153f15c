import { Button, Group, Text } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import { namePlatforms, type TypedLink } from '../../../core/profile/typed-link';
import { readableAddress } from '../../../core/profile/readable-address';
import { useText } from '../../messages/text';

interface Reading {
  readonly label: string;
  readonly url: string;
}

/** What a typed address leaves open. */
export interface AddressQuestion {
  readonly question: string;
  readonly readings: readonly Reading[];
}

/** The question that has to be answered before a typed address becomes a link; null when nothing is open. */
export function useAddressQuestion(): (read: TypedLink) => AddressQuestion | null {
  const text = useText();
  return (read) => {
    switch (read.kind) {
      case 'refused':
        return null;
      case 'url':
        if (read.plain === null) return null;
        return {
          question: text('links.sharingMark'),
          readings: [
            { label: text('links.withoutMark', { address: readableAddress(read.plain) }), url: read.plain },
            { label: text('links.asItIs'), url: read.url },
          ],
        };
      case 'name': {
        const { name } = read;
        return {
          question: text('links.whichPlatform', { name }),
          readings: namePlatforms.map(({ label, url }) => ({ label, url: url(name) })),
        };
      }
      case 'mail-or-profile': {
        const { mail, profile } = read;
        const { host } = new URL(profile);
        return {
          question: text('links.mailOrProfile', { typed: mail.replace(/^mailto:/, '') }),
          readings: [
            { label: text('links.isMail'), url: mail },
            { label: text('links.isProfile', { server: host }), url: profile },
          ],
        };
      }
    }
  };
}

interface AskReadingProps extends AddressQuestion {
  readonly onChoose: (url: string) => void;
}

/** Asks what a typed address means. */
export function AskReading({ question, readings, onChoose }: AskReadingProps) {
  const id = useId();
  const first = useRef<HTMLButtonElement>(null);
  // The question answers a key press, so the keyboard goes on here.
  useEffect(() => first.current?.focus(), []);
  return (
    <Group role="group" aria-labelledby={id} gap="xs" w="100%">
      <Text id={id} size="sm" style={{ overflowWrap: 'anywhere' }}>
        {question}
      </Text>
      {readings.map(({ label, url }, at) => (
        <Button
          key={label}
          ref={at === 0 ? first : undefined}
          type="button"
          size="compact-sm"
          variant="default"
          onClick={() => onChoose(url)}
          styles={{ label: { overflow: 'hidden', textOverflow: 'ellipsis' } }}
          maw="100%"
        >
          {label}
        </Button>
      ))}
    </Group>
  );
}
