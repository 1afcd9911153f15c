import { tipDocument } from '../../core/money-documents/tip-document';
import type { Tip } from '../../core/tip/tip';
import { readable } from '../store/store';
import { signTipToken } from '../tips/tip-access';
import { adaUid, bearerOf, sendEvent, type Answer, type Scenario } from './ada';
import { monthlyIn, monthlyReference, type MonthlyScenario } from './monthly-scenario';

const month = 31 * 24 * 60 * 60_000;

/** The fan saves these texts on the receipt of a tip; without a `tipId` on that of the first one. */
export function saveTexts(
  scenario: Scenario,
  texts: { readonly name?: string | null; readonly message?: string | null },
  tipId = monthlyReference.tipId,
): Promise<Answer> {
  const token = signTipToken(scenario.deps.config.secrets, { uid: adaUid, tipId });
  return scenario.call('PATCH', `/v1/tips/${tipId}`, texts, bearerOf(token));
}

/** The monthly tip is paid so many more times, each a month later. */
export async function renewTimes(scenario: MonthlyScenario, id: string, times: number): Promise<void> {
  for (let renewal = 0; renewal < times; renewal += 1) {
    scenario.deps.clock.advance(month);
    scenario.billing.renew(id);
    await sendEvent(scenario, 'invoice.paid', { reference: monthlyReference });
  }
}

/** The monthly tip ends at Stripe, and its event arrives. */
export async function endAtOnce(scenario: MonthlyScenario, id: string): Promise<void> {
  scenario.billing.change(id, { status: 'canceled', endedAt: scenario.deps.clock.now() });
  await sendEvent(scenario, 'customer.subscription.deleted', { reference: monthlyReference });
}

/** The payments of Ada's scenario, the earliest first. */
export const paymentsIn = ({ deps }: Scenario): readonly Tip[] =>
  Object.entries(deps.store.dump())
    .flatMap(([path, data]) =>
      path.split('/').at(-2) === 'tips' ? [readable(path, tipDocument.decode(data))] : [],
    )
    .toSorted((a, b) => (a.cycle?.number ?? 0) - (b.cycle?.number ?? 0));

/** Every name of the fan that is stored: the monthly tip's and those of its payments, each once. */
export const namesIn = (scenario: Scenario): readonly (string | null)[] => [
  ...new Set([monthlyIn(scenario).fan.name, ...paymentsIn(scenario).map(({ fan }) => fan.name)]),
];
