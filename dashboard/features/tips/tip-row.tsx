import { memo } from 'react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router';
import { isWithBank, tipTime } from '../../../core/tip/tip-filter';
import { formatMoney } from '../../../core/money/money';
import { isTestTip, type Tip } from '../../../core/tip/tip';
import { useText } from '../../messages/text';
import { Initial } from '../../ui/initial';
import { Moment } from '../../ui/moment';
import { Tag } from '../../ui/tag';
import { CycleTag } from './cycle-tag';
import { feeApart, netBeforeOwnFee } from './fee-apart';
import { TipStateTag } from './tip-state-tag';
import { tipAmount, tipGiver } from '../../shared/tips/tip-texts';
import moneyList from '../../ui/money-list.module.css';
import styles from './tips.module.css';

interface TipRowProps {
  readonly tip: Tip;
  readonly isNew: boolean;
  /** The address of its details. */
  readonly to: string;
}

/** One tip of the list. Memoised, with plain elements instead of components: a fast scroll renders two hundred rows in a second. */
export const TipRow = memo(function TipRow({ tip, isNew, to }: TipRowProps) {
  const text = useText();
  const { locale, formatMessage } = useIntl();
  const giver = tipGiver(tip, text);
  const net = netBeforeOwnFee(tip);
  return (
    <>
      <Initial name={giver} size={38} />
      <div className={moneyList.what}>
        <div className={`${moneyList.giver} ${styles.giver}`}>
          <Link to={to} className={moneyList.open} preventScrollReset>
            <bdi>{giver}</bdi>
          </Link>
          {isNew && <Tag tone="good">{text('tips.new')}</Tag>}
          {tip.cycle && <CycleTag cycle={tip.cycle} />}
          {isTestTip(tip) && <Tag tone="plain">{text('tips.test')}</Tag>}
          {tip.fan.anonymous && tip.fan.name !== null && <Tag tone="plain">{text('tips.notPublic')}</Tag>}
          {tip.moderation.state !== 'visible' && (
            <Tag tone="warn">{text(`tips.words.${tip.moderation.state}`)}</Tag>
          )}
          {tip.refund.failure && !isWithBank(tip) && <Tag tone="bad">{text('tips.refundFailed')}</Tag>}
          {tip.warning && !isWithBank(tip) && (
            <Tag tone={tip.warning.actionable ? 'bad' : 'plain'}>{text('tips.warned')}</Tag>
          )}
        </div>
        {tip.fan.message && (
          <p className={styles.message} dir="auto">
            {tip.fan.message}
          </p>
        )}
        {tip.source.for && (
          <p className={`${moneyList.aside} ${styles.aside}`} data-line>
            {formatMessage({ id: 'tips.for' }, { what: <bdi key="what">{tip.source.for}</bdi> })}
          </p>
        )}
        {tip.coverAmount > 0 && (
          <p className={`${moneyList.aside} ${styles.aside}`}>
            {text('tips.cover', {
              amount: formatMoney({ minorUnits: tip.coverAmount, currency: tip.currency }, locale),
            })}
          </p>
        )}
        {net !== null && (
          <p className={`${moneyList.aside} ${styles.aside}`}>
            {text('tips.netBeforeOwn', {
              net: formatMoney({ minorUnits: net, currency: tip.currency }, locale),
              way: feeApart(tip) ?? '',
            })}
          </p>
        )}
      </div>
      <div className={`${moneyList.figures} ${styles.figures}`}>
        <p className={moneyList.amount}>{tipAmount(tip, locale)}</p>
        <div className={styles.when}>
          {tip.state !== 'paid' && <TipStateTag tip={tip} />}
          <Moment at={tipTime(tip)} />
        </div>
      </div>
    </>
  );
});
