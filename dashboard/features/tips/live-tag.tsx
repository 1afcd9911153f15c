import { useState } from 'react';
import { readyPayments } from '../../../core/money/payments-state';
import { usePayments, usePublished } from '../../data/owner-documents';
import { useText } from '../../messages/text';
import { Tag } from '../../ui/tag';
import styles from './tips.module.css';

/** "Live": new tips appear without a reload. While no tip can arrive, the screen says that instead. */
export function LiveTag() {
  const text = useText();
  const payments = usePayments();
  const published = usePublished();
  const [now] = useState(() => Date.now());
  if (payments.kind !== 'ready' || published.kind !== 'ready') return null;
  const canArrive = published.value?.tips.on === true && readyPayments(payments.value, now) !== undefined;
  if (!canArrive) return <Tag tone="warn">{text('tips.cannotArrive')}</Tag>;
  return <span className={styles.live}>{text('tips.live')}</span>;
}
