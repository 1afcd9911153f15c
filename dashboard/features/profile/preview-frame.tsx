import { useElementSize } from '@mantine/hooks';
import type { ReactNode } from 'react';
import styles from './preview-frame.module.css';

/** The width of the card in CSS pixels. */
const frameWidths = { phone: 360, desktop: 760 } as const;

interface PreviewFrameProps {
  readonly width: keyof typeof frameWidths;
  readonly scheme: 'light' | 'dark';
  readonly children: ReactNode;
}

/** A page of a real width, scaled to fit. */
export function PreviewFrame({ width, scheme, children }: PreviewFrameProps) {
  const { ref, width: room } = useElementSize();
  const wanted = frameWidths[width];
  const scale = room > 0 ? Math.min(1, room / wanted) : 1;
  return (
    <div ref={ref} className={styles.room}>
      <div
        className={styles.frame}
        data-scheme={scheme}
        data-width={width}
        style={{ width: wanted, zoom: scale }}
      >
        <div className={styles.chrome} aria-hidden="true">
          <i />
          <i />
          <i />
        </div>
        <div className={styles.page}>{children}</div>
      </div>
    </div>
  );
}
