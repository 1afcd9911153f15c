import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { formatMoney } from '../../../core/money';
import { useText } from '../../messages/text';
import { Moment } from '../../ui/moment';
import { useOwner } from '../../use-session';
import type { KnownTips } from './known-tips';
import { lastVisit, rememberVisit, since } from './last-visit';
import styles from './tip-tools.module.css';

/** What came in since the owner last looked, on this device. */
export function SinceLastVisit({ known }: { readonly known: KnownTips }) {
  const text = useText();
  const intl = useIntl();
  const { uid } = useOwner();
  const [then] = useState(() => lastVisit(uid));

  useEffect(() => {
    const leave = () => rememberVisit(uid, Date.now());
    const hidden = () => document.visibilityState === 'hidden' && leave();
    document.addEventListener('visibilitychange', hidden);
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      leave();
    };
  }, [uid]);

  if (then === null || known.stale) return null;
  const { count, sums } = since(then, known.tips);
  const oldest = known.tips.at(-1);
  const mayBeMore = known.more && oldest !== undefined && oldest.createdAt > then;
  const amounts = intl.formatList(
    sums.map(({ currency, amount }) => formatMoney({ minorUnits: amount, currency }, intl.locale)),
  );
  return (
    <Text size="sm" className={styles.since ?? ''} component="p">
      {text('tips.since')} (<Moment at={then} />
      {'): '}
      {count === 0 && text('tips.sinceNone')}
      {count > 0 && text(mayBeMore ? 'tips.sinceMany' : 'tips.sinceSome', { count, amounts })}
    </Text>
  );
}
