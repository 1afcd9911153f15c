import { Anchor } from '@mantine/core';
import { useIntl } from 'react-intl';
import { Link } from 'react-router';
import type { Tip } from '../../../core/tip/tip';
import { useText } from '../../messages/text';
import { Fact } from '../../ui/fact';
import { tipGiver } from '../../shared/tips/tip-texts';
import { stripePage } from './stripe-page';

/** Of a payment of a monthly or yearly tip: the way to its supporter, the period that it pays for, in UTC as Stripe counts it, and the subscription. */
export function CycleFacts({ tip }: { readonly tip: Tip }) {
  const text = useText();
  const intl = useIntl();
  const { cycle } = tip;
  if (!cycle) return null;
  const page = stripePage(tip, 'subscription');
  return (
    <>
      <Fact name={text('supporters.details')}>
        <Anchor
          component={Link}
          to={`/tips/supporters?supporter=${encodeURIComponent(cycle.monthlyId)}`}
          size="sm"
        >
          <bdi>{tipGiver(tip, text)}</bdi>
        </Anchor>
      </Fact>
      {cycle.period && (
        <Fact name={text('monthly.period')}>
          {intl.formatDateTimeRange(cycle.period.from, cycle.period.to, {
            dateStyle: 'medium',
            timeZone: 'UTC',
          })}
        </Fact>
      )}
      {cycle.subscriptionId && (
        <Fact name={text('monthly.atStripe')}>
          {page ? (
            <Anchor href={page} target="_blank" rel="noreferrer" size="sm">
              {cycle.subscriptionId}
            </Anchor>
          ) : (
            <code>{cycle.subscriptionId}</code>
          )}
        </Fact>
      )}
    </>
  );
}
