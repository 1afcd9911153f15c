import { expect, it } from 'vitest';
import { appealDocument, reportDocument } from '../../core/moderation/report-document';
import { fakeDecision, fakeReport } from '../../core/testing/fake-report';
import { emptyScenario, type Scenario } from '../testing/ada';
import { fakeAppeal, fakeAppealAnswer } from '../testing/appeals';
import { watchWaiting } from './reports';

const hour = 60 * 60_000;

const lateIn = ({ deps }: Scenario) =>
  deps.lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ message }) => message === 'decision late')
    .map(({ what, waiting, hours }) => ({ what, waiting, hours }));

it('says how many reports wait for more than a day, and how long the oldest one has waited', async () => {
  const scenario = emptyScenario();
  const now = scenario.deps.clock.now();
  const put = (id: string, hours: number, state = fakeReport().state) =>
    scenario.deps.store.put(
      `reports/${id}`,
      reportDocument.encode(fakeReport({ id, receivedAt: now - hours * hour, state })),
    );
  put('fresh', 23);
  put('late', 25);
  put('oldest', 49, { name: 'looked-at', by: 'mo@example.com', at: now - 40 * hour });
  put('hidden', 90, { name: 'decided', decision: fakeDecision({ outcome: 'hidden' }) });
  put('decided', 90, { name: 'decided', decision: fakeDecision() });
  expect(await watchWaiting(scenario.deps)).toMatchObject({ checked: 3, missed: 0 });
  expect(lateIn(scenario)).toEqual([{ what: 'report', waiting: 2, hours: 49 }]);
});

it('says how many objections wait for more than a week, and nothing about those with an answer', async () => {
  const scenario = emptyScenario();
  const now = scenario.deps.clock.now();
  const put = (id: string, days: number, answered = false) =>
    scenario.deps.store.put(
      `appeals/${id}`,
      appealDocument.encode(
        fakeAppeal({ id, madeAt: now - days * 24 * hour, answer: answered ? fakeAppealAnswer() : null }),
      ),
    );
  put('fresh', 6);
  put('late', 8);
  put('answered', 30, true);
  await watchWaiting(scenario.deps);
  expect(lateIn(scenario)).toEqual([{ what: 'objection', waiting: 1, hours: 192 }]);
});

it('says nothing while nobody waits', async () => {
  const scenario = emptyScenario();
  expect(await watchWaiting(scenario.deps)).toMatchObject({ checked: 0 });
  expect(lateIn(scenario)).toEqual([]);
});
