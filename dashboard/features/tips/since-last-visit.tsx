import { Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { formatMoney } from '../../../core/money/money';
import { useText } from '../../messages/text';
import { Moment } from '../../ui/moment';
import { useOwner } from '../../data/session';
import type { KnownTips } from './known-tips';
import { lastVisit, rememberVisit, since, visitOf } from './last-visit';
import styles from './tip-tools.module.css';

/** The tips received since the owner's last visit on this device. */
export function SinceLastVisit({ known }: { readonly known: KnownTips }) {
  const text = useText();
  const intl = useIntl();
  const { uid } = useOwner();
  const [then] = useState(() => lastVisit(uid));
  const seen = useRef(known);
  useEffect(() => {
    seen.current = known;
  });

  useEffect(() => {
    // Cached tips were shown before. A visit without an answer from the server saw nothing new.
    const leave = () => !seen.current.stale && rememberVisit(uid, visitOf(seen.current, Date.now()));
    const hidden = () => document.visibilityState === 'hidden' && leave();
    document.addEventListener('visibilitychange', hidden);
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      leave();
    };
  }, [uid]);

  if (then === null || known.stale) return null;
  const { count, sums, mayBeMore } = since(then, known);
  if (count === 0) return null;
  const amounts = intl.formatList(
    sums.map(({ currency, amount }) => formatMoney({ minorUnits: amount, currency }, intl.locale)),
  );
  return (
    <Text size="sm" className={styles.since ?? ''} component="p">
      {text('tips.since')} (<Moment at={then.at} />
      {'): '}
      {text(mayBeMore ? 'tips.sinceMany' : 'tips.sinceSome', { count, amounts })}
    </Text>
  );
}
