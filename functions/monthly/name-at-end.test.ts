import { expect, it } from 'vitest';
import { defaultPreferences, encodePreferences } from '../../core/documents/account-document';
import { paths } from '../../core/documents/documents';
import { yearsAfter } from '../../core/tip/tip';
import { runSweeps } from '../jobs/run-sweep';
import { adaUid, sendEvent } from '../testing/ada';
import { endAtOnce, namesIn, paymentsIn, renewTimes, saveTexts } from '../testing/monthly-names';
import {
  begin,
  monthlyIn,
  monthlyReference,
  monthlyStage,
  type MonthlyStage,
} from '../testing/monthly-stage';
import { workOff } from '../testing/work-off';

// Patient: the sweep is stopped at each of its requests.

const day = 24 * 60 * 60_000;

async function begun(renewals: number) {
  const stage = await monthlyStage();
  const id = await begin(stage);
  await renewTimes(stage, id, renewals);
  return { stage, id };
}

const choose = ({ deps }: MonthlyStage, keepTipsYears: number): void =>
  deps.store.put(
    paths.account(adaUid),
    encodePreferences({ ...defaultPreferences, keepTipsYears, updatedAt: deps.clock.now() }),
  );

const eraseTexts = ({ deps }: MonthlyStage) => runSweeps(deps, ['erase-texts']);

/** The clock of the stage moves to the end of the texts of a payment. */
function toEndOf({ deps }: MonthlyStage, payment: { readonly createdAt: number } | undefined, years: number) {
  deps.clock.advance(yearsAfter(payment?.createdAt ?? 0, years) - deps.clock.now());
}

// Holds pay-317.
it('an ended monthly tip keeps the name until the texts of its latest payment are erased, and has none after that', async () => {
  const { stage, id } = await begun(2);
  await endAtOnce(stage, id);
  const [first, , latest] = paymentsIn(stage);
  toEndOf(stage, first, 7);
  await eraseTexts(stage);
  expect(paymentsIn(stage)[0]?.fan.name).toBeNull();
  expect(monthlyIn(stage).fan.name).toBe('Grace');
  toEndOf(stage, latest, 7);
  await eraseTexts(stage);
  expect(namesIn(stage)).toEqual([null]);
  expect(monthlyIn(stage).state).toBe('ended');
  expect(JSON.stringify(stage.deps.store.dump())).not.toContain('Grace');
});

// Holds pay-317.
it('an ended monthly tip loses the name when a shorter choice erases all its payments in one sweep', async () => {
  const { stage, id } = await begun(13);
  await endAtOnce(stage, id);
  stage.deps.clock.advance(500 * day);
  choose(stage, 1);
  await eraseTexts(stage);
  await workOff(stage.deps);
  await eraseTexts(stage);
  expect(namesIn(stage)).toEqual([null]);
});

// Holds pay-317.
it('an ended monthly tip loses the name also when the sweep is stopped at any request to the store', async () => {
  for (let death = 0; ; death += 1) {
    const { stage, id } = await begun(1);
    await endAtOnce(stage, id);
    toEndOf(stage, paymentsIn(stage)[1], 7);
    let left = death;
    stage.deps.store.fault = () => {
      left -= 1;
      if (left < 0) throw new Error('killed');
    };
    await eraseTexts(stage).catch(() => undefined);
    stage.deps.store.fault = () => undefined;
    stage.deps.clock.advance(day);
    await eraseTexts(stage);
    expect(namesIn(stage)).toEqual([null]);
    if (left >= 0) return;
  }
});

// Holds pay-317.
it('a monthly tip that ends after the texts of its latest payment were erased has no name from then on', async () => {
  const { stage, id } = await begun(1);
  toEndOf(stage, paymentsIn(stage)[1], 7);
  await eraseTexts(stage);
  expect(monthlyIn(stage).fan.name).toBe('Grace');
  await endAtOnce(stage, id);
  expect(monthlyIn(stage)).toMatchObject({ state: 'ended', fan: { name: null } });
});

// Holds pay-317.
it('a monthly tip that ends before that keeps it', async () => {
  const { stage, id } = await begun(1);
  toEndOf(stage, paymentsIn(stage)[0], 7);
  await eraseTexts(stage);
  await endAtOnce(stage, id);
  expect(monthlyIn(stage)).toMatchObject({ state: 'ended', fan: { name: 'Grace' } });
});

it('a name that a fan writes after the end goes with the next sweep', async () => {
  const { stage, id } = await begun(1);
  await endAtOnce(stage, id);
  toEndOf(stage, paymentsIn(stage)[1], 7);
  await eraseTexts(stage);
  await saveTexts(stage, { name: 'Zoe' });
  await eraseTexts(stage);
  expect(namesIn(stage)).toEqual([null]);
});

it('a monthly tip whose first tip is gone before a payment keeps no name', async () => {
  const stage = await monthlyStage();
  await stage.deps.store.commit([], (writes) => {
    writes.remove(paths.tip(adaUid, monthlyReference.tipId));
  });
  await sendEvent(stage, 'checkout.session.expired', { reference: monthlyReference });
  await runSweeps(stage.deps, ['follow-monthlies']);
  stage.deps.clock.advance(day);
  await runSweeps(stage.deps, ['follow-monthlies']);
  expect(monthlyIn(stage)).toMatchObject({ state: 'never-began', fan: { name: null } });
});
