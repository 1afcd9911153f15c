import { expect, it } from 'vitest';
import { consentDocument } from '../../core/money-documents/monthly-document';
import { paths } from '../../core/documents/documents';
import { noon } from '../../core/testing/fakes';
import { fakeMonthly } from '../../core/testing/monthly-fakes';
import { runSweeps } from '../jobs/run-sweep';
import { emptyScenario, type Scenario } from '../testing/ada';
import { sweepConsents } from './start-deletion';

function put({ deps }: Scenario, id: string, removeAt: number): void {
  const { every, amount, currency, consent } = fakeMonthly();
  const terms = { every, amount, currency, consent, amountConsent: null };
  const kept = { ...terms, accountId: null, subscriptionId: null, endedAt: noon };
  deps.store.put(
    paths.consent(id),
    consentDocument.encode({ ...kept, v: 1, uid: 'ada-uid', monthlyId: id, removeAt }),
  );
}

const left = ({ deps }: Scenario) =>
  Object.keys(deps.store.dump()).filter((path) => path.startsWith('consents/'));

// Holds pay-321.
it('removes each kept consent when its time has come, and no other', async () => {
  const scenario = emptyScenario();
  const now = scenario.deps.clock.now();
  put(scenario, 'past', now - 1);
  put(scenario, 'due', now);
  put(scenario, 'not-yet', now + 1);
  expect(await runSweeps(scenario.deps, ['sweep-consents'])).toMatchObject([{ checked: 2, changed: 2 }]);
  expect(left(scenario)).toEqual(['consents/not-yet']);
  scenario.deps.clock.advance(1);
  await runSweeps(scenario.deps, ['sweep-consents']);
  expect(left(scenario)).toEqual([]);
});

// Holds pay-321.
it('removes any number in pages of 200, and goes on in the next slice when its time is over', async () => {
  const scenario = emptyScenario();
  const now = scenario.deps.clock.now();
  for (let index = 0; index < 450; index += 1) put(scenario, `c${index}`, now - index);
  const saved: number[] = [];
  const slice = (done: number) =>
    sweepConsents(scenario.deps, {
      progress: { done, total: null },
      save: (_cursor, progress) => Promise.resolve(void saved.push(progress?.done ?? -1)),
      isOver: () => true,
    });
  expect(await slice(0)).toBe('more');
  expect(left(scenario)).toHaveLength(250);
  expect([await slice(200), await slice(400)]).toEqual(['more', 'more']);
  expect(left(scenario)).toEqual([]);
  expect(saved).toEqual([200, 400, 450]);
  expect(await slice(450)).toMatchObject({ checked: 450, changed: 450, missed: 0 });
});
