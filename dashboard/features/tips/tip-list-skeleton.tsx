import { Skeleton } from '@mantine/core';
import { useText } from '../../messages/text';
import styles from './tips.module.css';

export function TipListSkeleton() {
  const text = useText();
  return (
    <div className={styles.list} role="status" aria-label={text('app.loading')}>
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className={styles.row}>
          <Skeleton height={38} circle />
          <div className={styles.what}>
            <Skeleton height={13} width={110} radius="sm" />
            <Skeleton height={11} width="60%" mt={9} radius="sm" />
          </div>
          <Skeleton height={15} width={54} radius="sm" />
        </div>
      ))}
    </div>
  );
}
