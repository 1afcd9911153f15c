import { Text, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { EmptyState, HatPicture, type EmptyStateProps } from '../page/empty-state';
import { FailureAlert } from '../feedback/failure-alert';
import { LinkButton, PanelsSkeleton } from '../page/page';
import type { Live } from '../session/owner-documents';
import styles from './panel.module.css';

interface PanelProps {
  /** The target of an address with this hash. */
  readonly id?: string;
  readonly heading?: string;
  /** A few words beside the heading. */
  readonly note?: ReactNode;
  readonly lead?: ReactNode;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

interface FoldedPanelProps {
  readonly id: string;
  readonly heading: string;
  readonly children: ReactNode;
}

/** A panel; its heading names the region for screen readers. */
export function Panel({ id, heading, note, lead, aside, children }: PanelProps) {
  const headingId = useId();
  return (
    <section className={styles.panel} id={id} aria-labelledby={heading ? headingId : undefined}>
      {heading && (
        <div className={styles.top}>
          <Title order={2} id={headingId} {...(id ? { tabIndex: -1 } : {})}>
            {heading}
          </Title>
          {(lead ?? note) && (
            <Text size="sm" c="dimmed" component="div" w={lead ? '100%' : undefined}>
              {lead ?? note}
            </Text>
          )}
          {aside && <div className={styles.aside}>{aside}</div>}
        </div>
      )}
      {children}
    </section>
  );
}

interface EmptyPanelProps extends Omit<EmptyStateProps, 'picture' | 'action'> {
  readonly picture?: ReactNode;
  /** The screen on which to begin, and what its button says. */
  readonly to?: string | undefined;
  readonly act?: string;
}

/** In place of a list that has nothing yet. */
export const EmptyPanel = ({ picture = <HatPicture />, to, act, ...words }: EmptyPanelProps) => (
  <Panel>
    <EmptyState {...words} picture={picture} action={to && <LinkButton to={to}>{act}</LinkButton>} />
  </Panel>
);

/** A panel that few owners need: closed, unless the address names it. */
export function FoldedPanel({ id, heading, children }: FoldedPanelProps) {
  const { hash } = useLocation();
  const headingId = useId();
  return (
    <section className={styles.panel} id={id} aria-labelledby={headingId}>
      <details open={hash === `#${id}`}>
        <summary className={styles.fold}>
          <Title order={2} id={headingId} tabIndex={-1}>
            {heading}
          </Title>
        </summary>
        {children}
      </details>
    </section>
  );
}

export type Tone = 'plain' | 'good' | 'warn' | 'bad';

/** A label on a tint. The text carries the meaning, the colour only helps. */
export function Tag({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return (
    <span className={styles.tag} data-tone={tone}>
      {children}
    </span>
  );
}

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A placeholder for a picture: the first letter on a tint that the name selects. */
export function Initial({ name, size = 34 }: { readonly name: string; readonly size?: number }) {
  const letter = Array.from(name.trim())[0]?.toLocaleUpperCase() ?? '?';
  const tint =
    Array.from(name).reduce<number>((sum, character) => sum + (character.codePointAt(0) ?? 0), 0) % 5;
  return (
    <span
      className={styles.initial}
      data-tint={tint}
      style={{ width: size, height: size, fontSize: size * 0.42 }}
      aria-hidden="true"
    >
      {letter}
    </span>
  );
}

interface LoadedProps<T> {
  readonly live: Live<T>;
  /** The outline while it is coming. */
  readonly waiting?: ReactNode;
  readonly children: (value: T) => ReactNode;
}

/** The content when it has come; before that its outline, or the failure with a button to try again. */
export function Loaded<T>({ live, waiting = <PanelsSkeleton />, children }: LoadedProps<T>) {
  if (live.kind === 'loading') return waiting;
  if (live.kind === 'failed') return <FailureAlert failure={live.failure} onRetry={live.retry} />;
  return children(live.value);
}
