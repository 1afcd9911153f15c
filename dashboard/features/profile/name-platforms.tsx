import { Button, Group, Text } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import { namePlatforms } from '../../../core/profile/typed-link';
import { useText } from '../../messages/text';

interface NamePlatformsProps {
  readonly name: string;
  readonly onChoose: (url: string) => void;
}

/** Asks which platform a typed `@name` is on. */
export function NamePlatforms({ name, onChoose }: NamePlatformsProps) {
  const text = useText();
  const question = useId();
  const first = useRef<HTMLButtonElement>(null);
  // The question answers a key press, so the keyboard goes on here.
  useEffect(() => first.current?.focus(), []);
  return (
    <Group role="group" aria-labelledby={question} gap="xs" w="100%">
      <Text id={question} size="sm">
        {text('links.whichPlatform', { name })}
      </Text>
      {namePlatforms.map(({ label, url }, at) => (
        <Button
          key={label}
          ref={at === 0 ? first : undefined}
          type="button"
          size="compact-sm"
          variant="default"
          onClick={() => onChoose(url(name))}
        >
          {label}
        </Button>
      ))}
    </Group>
  );
}
