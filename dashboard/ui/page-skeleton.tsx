import { Skeleton } from '@mantine/core';
import { Arriving } from './arriving';
import styles from './page-skeleton.module.css';

function Panels() {
  return (
    <>
      <Skeleton height={230} radius="lg" />
      <Skeleton height={160} mt={18} radius="lg" />
    </>
  );
}

/** A skeleton of a screen while its code or data loads. */
export function PageSkeleton() {
  return (
    <div className={styles.page}>
      <Arriving
        outline={
          <>
            <Skeleton height={26} width={160} radius="sm" />
            <Skeleton height={14} width={280} mt={10} mb={30} radius="sm" maw="80%" />
            <Panels />
          </>
        }
      />
    </div>
  );
}

/** A skeleton of a screen's content, below its title. */
export const PanelsSkeleton = () => <Arriving outline={<Panels />} />;
