import { expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import { encodeMonthly } from '../../core/documents/monthly-document';
import type { Monthly } from '../../core/monthly/monthly';
import { fakeMonthly } from '../../core/testing/monthly-fakes';
import { runSweeps } from '../jobs/run-sweep';
import { adasStage, adaUid } from '../testing/ada';
import { monthlyIn } from '../testing/monthly-stage';

const elsewhere = { since: 5, lookAt: 9 };
const withdrawn = { what: 'end', reason: 'withdrawn', at: 1 } as const;

// Holds pay-418.
it('takes the mark of a disconnected account from what is over and asked for nothing, and the second time from nothing', async () => {
  const stage = await adasStage();
  const put = (monthlyId: string, given: Partial<Monthly>) => {
    const monthly = fakeMonthly({ monthlyId, ownerUid: adaUid, elsewhere, ...given });
    stage.deps.store.put(paths.monthly(adaUid, monthlyId), encodeMonthly(monthly));
  };
  for (let index = 0; index < 250; index += 1) put(`old${index}`, { state: 'ended' });
  put('never', { state: 'never-began' });
  put('running', { state: 'active' });
  put('waits', { state: 'ended', asked: withdrawn });
  expect(await runSweeps(stage.deps, ['heal-monthlies'])).toMatchObject([{ checked: 253, changed: 251 }]);
  for (const id of ['old0', 'old249', 'never']) expect(monthlyIn(stage, id)).not.toHaveProperty('elsewhere');
  for (const id of ['running', 'waits']) expect(monthlyIn(stage, id)).toMatchObject({ elsewhere });
  expect(await runSweeps(stage.deps, ['heal-monthlies'])).toMatchObject([{ checked: 2, changed: 0 }]);
});
