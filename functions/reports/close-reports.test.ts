import { expect, it } from 'vitest';
import { reportDocument } from '../../core/moderation/report-document';
import { fakeDecision, fakeReport } from '../../core/testing/fake-report';
import { emptyScenario } from '../testing/ada';
import { storedReports } from '../testing/reports';
import { closeReports } from './reports';

const day = 24 * 60 * 60_000;

it('closes reports when the time for objections is over, and keeps them until a year after the decision', async () => {
  const scenario = emptyScenario();
  const at = scenario.deps.clock.now();
  const put = (id: string, decidedAt: number) =>
    scenario.deps.store.put(
      `reports/${id}`,
      reportDocument.encode(
        fakeReport({ id, state: { name: 'decided', decision: fakeDecision({ at: decidedAt }) } }),
      ),
    );
  put('old', at);
  put('new', at + 10 * day);
  scenario.deps.clock.advance(185 * day);
  expect(await closeReports(scenario.deps)).toMatchObject({ checked: 1, changed: 1 });
  const states = storedReports(scenario).map(({ id, state, expiresAt }) => [id, state.name, expiresAt]);
  expect(states.toSorted()).toEqual([
    ['new', 'decided', null],
    ['old', 'closed', at + 365 * day],
  ]);
});
