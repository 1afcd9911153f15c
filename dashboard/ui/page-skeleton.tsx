import { Skeleton } from '@mantine/core';
import { useText } from '../messages/text';
import styles from './page-skeleton.module.css';

/** The outline of a screen while its data or code is on the way. */
export function PageSkeleton() {
  const text = useText();
  return (
    <div className={styles.page} role="status" aria-label={text('app.loading')}>
      <Skeleton height={26} width={160} radius="sm" />
      <Skeleton height={14} width={280} mt={10} radius="sm" maw="80%" />
      <Skeleton height={230} mt={30} radius="lg" />
      <Skeleton height={160} mt={18} radius="lg" />
    </div>
  );
}
