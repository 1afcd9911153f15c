import { Button, Text } from '@mantine/core';
import type { LinkHealth, LinkState } from '../../../core/documents/link-health-document';
import { readableAddress } from '../../../core/profile/readable-address';
import { useText } from '../../messages/text';
import { Tag } from '../../ui/tag';
import { movedAddress } from './moved-address';
import styles from './profile.module.css';

interface LinkHealthMarkProps {
  readonly health: LinkHealth;
  readonly state: Exclude<LinkState, 'ok' | 'unknown'>;
  /** The link's label. */
  readonly name: string;
  readonly onMove: (address: string) => void;
}

/** What is wrong with a link. A moved link can get its new address with one press. */
export function LinkHealthMark({ health, state, name, onMove }: LinkHealthMarkProps) {
  const text = useText();
  const address = movedAddress(health);
  return (
    <>
      <Tag tone="bad">{text(`links.health.${state}`)}</Tag>
      {health.movedTo && (
        <Text size="xs" c="dimmed" component="span" className={styles.movedTo ?? ''}>
          {readableAddress(health.movedTo)}
        </Text>
      )}
      {address !== null && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={text('links.useNewFor', { label: name })}
          onClick={() => onMove(address)}
        >
          {text('links.useNew')}
        </Button>
      )}
    </>
  );
}
