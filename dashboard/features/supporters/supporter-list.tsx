import { useIntl } from 'react-intl';
import { Link } from 'react-router';
import type { Monthly } from '../../../core/monthly/monthly';
import { usePayments } from '../../data/owner-documents';
import { useText } from '../../messages/text';
import { Initial } from '../../ui/initial';
import { Tag } from '../../ui/tag';
import { SupporterStateTag } from './supporter-state-tag';
import { nextWords, periodAmount, reasonWords, supporterName } from './supporter-words';
import { useChargeDate } from './use-charge-date';
import { useIsElsewhere } from './use-is-elsewhere';
import moneyList from '../../ui/money-list.module.css';
import styles from './supporters.module.css';

interface SupporterListProps {
  readonly supporters: readonly Monthly[];
  readonly linkTo: (monthlyId: string) => string;
}

export function SupporterList({ supporters, linkTo }: SupporterListProps) {
  const text = useText();
  return (
    <ul className={`${moneyList.list} ${styles.list}`} aria-label={text('supporters.list')}>
      {supporters.map((monthly) => (
        <li key={monthly.monthlyId} className={`${moneyList.row} ${styles.row}`}>
          <SupporterRow monthly={monthly} to={linkTo(monthly.monthlyId)} />
        </li>
      ))}
    </ul>
  );
}

function SupporterRow({ monthly, to }: { readonly monthly: Monthly; readonly to: string }) {
  const text = useText();
  const { locale } = useIntl();
  const date = useChargeDate();
  const payments = usePayments();
  // Like a test tip: it began before its server took real money.
  const isTest = !monthly.livemode && payments.kind === 'ready' && payments.value?.livemode === true;
  const name = supporterName(monthly, text);
  const isElsewhere = useIsElsewhere()(monthly);
  const [reason] = isElsewhere ? [] : reasonWords(monthly, text, date);
  const next = isElsewhere ? null : nextWords(monthly, text, date);
  return (
    <>
      <Initial name={name} size={38} />
      <div className={moneyList.what}>
        <div className={`${moneyList.giver} ${styles.giver}`}>
          <Link to={to} className={moneyList.open} preventScrollReset>
            <bdi>{name}</bdi>
          </Link>
          <SupporterStateTag state={isElsewhere ? 'elsewhere' : monthly.state} />
          {monthly.fan.anonymous && monthly.fan.name !== null && (
            <Tag tone="plain">{text('tips.notPublic')}</Tag>
          )}
          {isTest && <Tag tone="plain">{text('tips.test')}</Tag>}
        </div>
        {monthly.startedAt !== null && (
          <p className={moneyList.aside}>{text('supporters.since', { date: date(monthly.startedAt) })}</p>
        )}
        {reason && <p className={moneyList.aside}>{reason}</p>}
      </div>
      <div className={`${moneyList.figures} ${styles.figures}`}>
        <p className={moneyList.amount}>{periodAmount(monthly, text, locale)}</p>
        {next && <p className={moneyList.aside}>{next}</p>}
      </div>
    </>
  );
}
