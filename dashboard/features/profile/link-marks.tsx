import { useState } from 'react';
import { useIntl } from 'react-intl';
import type { DraftLink } from '../../../core/profile/link';
import type { LinkHealth } from '../../../core/documents/link-health-document';
import { useText } from '../../messages/text';
import { Tag } from '../../ui/tag';
import { LinkHealthMark } from './link-health-mark';
import { linkPhase } from './link-times';
import styles from './profile.module.css';

interface LinkMarksProps {
  readonly link: DraftLink;
  readonly verified: boolean;
  readonly health: LinkHealth | undefined;
  readonly name: string;
  /** Replaces the link's address by the one that it redirects to. */
  readonly onMove: (address: string) => void;
}

/** The server's findings about a link, and its times. Empty when there is nothing to report. */
export function LinkMarks({ link, verified, health, name, onMove }: LinkMarksProps) {
  const text = useText();
  const intl = useIntl();
  const [now] = useState(() => Date.now());
  const phase = linkPhase(link, now);
  const date = (at: number | null | undefined) =>
    intl.formatDate(at ?? now, { dateStyle: 'medium', timeStyle: 'short' });
  const isSick = health !== undefined && health.url === link.url && health.state !== 'ok';
  const sick = isSick && health.state !== 'unknown' ? health.state : null;
  if (phase === 'always' && !verified && !sick && !link.group) return null;
  return (
    <div className={styles.marks}>
      {link.group && <Tag tone="plain">{link.group}</Tag>}
      {verified && <Tag tone="good">{text('links.verified')}</Tag>}
      {phase === 'due' && <Tag tone="warn">{text('links.due', { date: date(link.from) })}</Tag>}
      {phase === 'now' && link.until != null && (
        <Tag tone="plain">{text('links.until', { date: date(link.until) })}</Tag>
      )}
      {phase === 'over' && <Tag tone="warn">{text('links.over_', { date: date(link.until) })}</Tag>}
      {sick && health && <LinkHealthMark health={health} state={sick} name={name} onMove={onMove} />}
    </div>
  );
}
