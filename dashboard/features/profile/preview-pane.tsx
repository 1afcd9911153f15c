import { SegmentedControl, Skeleton, Text, Title, useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { Suspense, useState, type ReactNode } from 'react';
import { useText } from '../../messages/text';
import { later } from '../../loading/later';
import { LoadBoundary } from '../../loading/load-boundary';
import styles from './profile.module.css';

/** The width of the card in CSS pixels. */
const frameWidths = { phone: 360, desktop: 760 } as const;

interface PreviewFrameProps {
  readonly width: keyof typeof frameWidths;
  readonly scheme: 'light' | 'dark';
  /** A whole page has its own margins. */
  readonly isPage?: boolean;
  readonly children: ReactNode;
}

/** A page of a real width, scaled to fit. */
export function PreviewFrame({ width, scheme, isPage = false, children }: PreviewFrameProps) {
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
        <div className={isPage ? undefined : styles.page}>{children}</div>
      </div>
    </div>
  );
}

const DraftCard = later(async () => (await import('./draft-card')).DraftCard);
const DraftPage = later(async () => (await import('./draft-page')).DraftPage);

const kinds = ['page', 'card'] as const;
const widths = ['phone', 'desktop'] as const;
const colorSchemes = ['light', 'dark'] as const;
const isOneOf = <T extends string>(all: readonly T[], value: string): value is T =>
  (all as readonly string[]).includes(value);

/** The public page or the card on other sites with the draft, in a frame of a phone's or a desktop's width. */
export function PreviewPane() {
  const text = useText();
  const ours = useComputedColorScheme('light');
  const [kind, setKind] = useState<(typeof kinds)[number]>('page');
  const [width, setWidth] = useState<(typeof widths)[number]>('phone');
  const [chosen, setChosen] = useState<(typeof colorSchemes)[number] | null>(null);
  const scheme = chosen ?? ours;

  return (
    <section className={styles.preview} aria-label={text('preview.heading')}>
      <div className={styles.previewTop}>
        <Title order={2}>{text('preview.heading')}</Title>
        <div className={styles.previewSwitches}>
          <SegmentedControl
            aria-label={text('preview.kind')}
            value={kind}
            onChange={(value) => isOneOf(kinds, value) && setKind(value)}
            data={kinds.map((value) => ({ value, label: text(`preview.kind.${value}`) }))}
          />
          <SegmentedControl
            aria-label={text('preview.width')}
            value={width}
            onChange={(value) => isOneOf(widths, value) && setWidth(value)}
            data={widths.map((value) => ({ value, label: text(`preview.${value}`) }))}
          />
          <SegmentedControl
            aria-label={text('preview.scheme')}
            value={scheme}
            onChange={(value) => isOneOf(colorSchemes, value) && setChosen(value)}
            data={colorSchemes.map((value) => ({ value, label: text(`preview.${value}`) }))}
          />
        </div>
      </div>
      <PreviewFrame width={width} scheme={scheme} isPage={kind === 'page'}>
        <LoadBoundary>
          <Suspense fallback={<Skeleton height={320} radius="lg" />}>
            {kind === 'page' ? <DraftPage scheme={scheme} /> : <DraftCard scheme={scheme} />}
          </Suspense>
        </LoadBoundary>
      </PreviewFrame>
      <Text size="xs" c="dimmed" ta="center" mt={10}>
        {text(kind === 'page' ? 'preview.pageCaption' : 'preview.caption')}
      </Text>
    </section>
  );
}
