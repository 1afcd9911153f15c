import { Button } from '@mantine/core';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router';
import type { AnsweredLine } from '../../../core/api/books-api';
import { isolated } from '../../messages/isolated';
import { useText } from '../../messages/text';
import { useAmounts } from '../../shared/use-amounts';
import styles from './payouts.module.css';

/** How many lines are shown at first, and how many more at each press. */
const step = 100;

interface PayoutLinesProps {
  readonly lines: readonly AnsweredLine[];
  readonly currency: string;
}

/** Every line of a payout, newest first. Lines about a tip lead to it. */
export function PayoutLines({ lines, currency }: PayoutLinesProps) {
  const text = useText();
  const [shown, setShown] = useState(step);
  return (
    <>
      <ul className={styles.lines} aria-label={text('payouts.lines')}>
        {lines.slice(0, shown).map((line) => (
          <Line key={line.id} line={line} currency={currency} />
        ))}
      </ul>
      {lines.length > shown && (
        <Button size="compact-sm" variant="default" onClick={() => setShown(shown + step)}>
          {text('payouts.moreLines', { count: lines.length - shown })}
        </Button>
      )}
    </>
  );
}

function Line({ line, currency }: { readonly line: AnsweredLine; readonly currency: string }) {
  const text = useText();
  const { formatDate, locale } = useIntl();
  const { booked: amount } = useAmounts();
  const { kind, tip, about, fee, bookedAt } = line;
  const isForeign = kind === 'tip' && tip === null;
  const label = isForeign ? text('payouts.line.payment') : text(`payouts.line.${kind}`);
  // Stripe's own text says something new only about what this screen has no words for.
  const said = isForeign || kind === 'other' ? about : null;
  const whose = tip === null ? said : (tip.fan ?? text('payouts.noName'));
  const name = whose === null ? label : `${label}: ${isolated(whose, locale)}`;
  return (
    <li>
      <span className={styles.name}>
        {tip === null ? name : <Link to={`/tips?tip=${encodeURIComponent(tip.tipId)}`}>{name}</Link>}
        <span className={styles.quiet}>{formatDate(bookedAt, { dateStyle: 'medium' })}</span>
      </span>
      <span className={styles.figures}>
        {amount(line.amount, currency)}
        {fee !== 0 && (
          <span className={styles.quiet}>
            {text(fee > 0 ? 'payouts.fee' : 'payouts.feeBack', { amount: amount(Math.abs(fee), currency) })}
          </span>
        )}
      </span>
    </li>
  );
}
