import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Arriving } from './arriving';
import { PageRoom } from './page';
import styles from './page-skeleton.module.css';

/** What a screen consists of: panels, panels beside a preview, figures above a chart, tables, or a sum above a list. */
export type PageShape = 'panels' | 'columns' | 'figures' | 'tables' | 'list';

const Part = ({ height }: { readonly height: number }) => <Skeleton height={height} radius="lg" />;

const parts: Readonly<Record<PageShape, () => ReactNode>> = {
  panels: () => (
    <div className={styles.panels}>
      <Part height={230} />
      <Part height={160} />
    </div>
  ),
  columns: () => (
    <div className={styles.columns}>
      <div className={styles.panels}>
        <Part height={420} />
        <Part height={260} />
      </div>
      <Part height={480} />
    </div>
  ),
  figures: () => (
    <>
      <div className={styles.tiles}>
        {[0, 1, 2, 3].map((tile) => (
          <Part key={tile} height={88} />
        ))}
      </div>
      <div className={styles.panels}>
        <Part height={320} />
        <Part height={320} />
      </div>
    </>
  ),
  tables: () => (
    <div className={styles.panels}>
      <Part height={180} />
      <Part height={150} />
      <Part height={150} />
    </div>
  ),
  list: () => (
    <>
      <Skeleton height={88} radius="lg" maw={190} mb={18} />
      <div className={styles.list}>
        {[0, 1, 2, 3, 4].map((row) => (
          <Skeleton key={row} height={72} radius="sm" />
        ))}
      </div>
    </>
  ),
};

/** A skeleton of a screen while its code or data loads. */
export function PageSkeleton({ shape = 'panels' }: { readonly shape?: PageShape }) {
  return (
    <PageRoom>
      <Arriving
        outline={
          <>
            <Skeleton height={26} width={160} radius="sm" />
            <Skeleton height={14} width={280} mt={10} mb={30} radius="sm" maw="80%" />
            {parts[shape]()}
          </>
        }
      />
    </PageRoom>
  );
}

/** A skeleton of a screen's content, below its title. */
export const PanelsSkeleton = ({ shape = 'panels' }: { readonly shape?: PageShape }) => (
  <Arriving outline={parts[shape]()} />
);

/** A skeleton of the frame and a screen, before the frame has loaded. */
export const FrameSkeleton = ({ shape }: { readonly shape: PageShape }) => (
  <div className={styles.frame}>
    <div className={styles.side}>
      <Skeleton height={22} width={110} radius="sm" />
      {[0, 1, 2, 3, 4, 5, 6].map((entry) => (
        <Skeleton key={entry} height={18} width={130} radius="sm" />
      ))}
    </div>
    <PageSkeleton shape={shape} />
  </div>
);
