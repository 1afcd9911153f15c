import { Skeleton } from '@mantine/core';
import { Arriving } from '../../ui/arriving';
import styles from './tip-details.module.css';

const facts = [96, 64, 120, 80];

/** A skeleton of the tip's details. */
export function TipOutline() {
  return (
    <Arriving
      outline={
        <div className={styles.outline}>
          <Skeleton height={30} width={130} radius="sm" />
          <Skeleton height={13} width={220} radius="sm" />
          <div className={styles.figures}>
            {facts.map((width) => (
              <div key={width}>
                <Skeleton height={13} width={width} radius="sm" />
                <Skeleton height={13} width={58} radius="sm" />
              </div>
            ))}
          </div>
          <Skeleton height={90} radius="md" />
        </div>
      }
    />
  );
}
