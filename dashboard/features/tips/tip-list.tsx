import { Text } from '@mantine/core';
import { useIntl } from 'react-intl';
import { formatMoney } from '../../../core/money';
import type { Tip, TipState } from '../../../core/tip';
import { useText } from '../../messages/text';
import { Initial } from '../../ui/initial';
import { Moment } from '../../ui/moment';
import { Tag, type Tone } from '../../ui/tag';
import { paidAt } from './arrived-tips';
import { tipAmount, tipGiver } from './tip-words';
import styles from './tips.module.css';

const tones: Readonly<Record<TipState, Tone>> = {
  pending: 'plain',
  processing: 'plain',
  paid: 'good',
  partially_refunded: 'warn',
  refunded: 'plain',
  disputed: 'bad',
  lost: 'bad',
  failed: 'plain',
  expired: 'plain',
};

function TipRow({ tip, isNew }: { readonly tip: Tip; readonly isNew: boolean }) {
  const text = useText();
  const { locale } = useIntl();
  const giver = tipGiver(tip, text);
  return (
    <li className={styles.row} data-new={isNew || undefined}>
      <Initial name={giver} size={38} />
      <div className={styles.what}>
        <Text fw={550} component="div" className={styles.giver}>
          <span>{giver}</span>
          {isNew && <Tag tone="good">{text('tips.new')}</Tag>}
        </Text>
        {tip.fan.message && <Text size="sm">{tip.fan.message}</Text>}
        {tip.source.for && (
          <Text size="xs" c="dimmed" truncate>
            {text('tips.for', { what: tip.source.for })}
          </Text>
        )}
        {tip.coverAmount > 0 && (
          <Text size="xs" c="dimmed">
            {text('tips.cover', {
              amount: formatMoney({ minorUnits: tip.coverAmount, currency: tip.currency }, locale),
            })}
          </Text>
        )}
      </div>
      <div className={styles.figures}>
        <Text fw={600} className={styles.amount}>
          {tipAmount(tip, locale)}
        </Text>
        <Text size="xs" c="dimmed" component="div" className={styles.when}>
          {tip.state !== 'paid' && <Tag tone={tones[tip.state]}>{text(`tips.state.${tip.state}`)}</Tag>}
          <Moment at={paidAt(tip)} />
        </Text>
      </div>
    </li>
  );
}

interface TipListProps {
  readonly tips: readonly Tip[];
  /** Ids of tips that came in while this screen was open. */
  readonly arrived: readonly string[];
}

export function TipList({ tips, arrived }: TipListProps) {
  const text = useText();
  return (
    <ul className={styles.list} aria-label={text('tips.list')}>
      {tips.map((tip) => (
        <TipRow key={tip.tipId} tip={tip} isNew={arrived.includes(tip.tipId)} />
      ))}
    </ul>
  );
}
