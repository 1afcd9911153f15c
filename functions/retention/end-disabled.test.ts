import { expect, it } from 'vitest';
import { runSweeps } from '../jobs/run-sweep';
import { stored } from '../store/store';
import { adaUid } from '../testing/ada';
import { outboxScenario } from '../testing/outbox-scenario';

// Holds out-018.
it('the channels of a user who was disabled end within a day, and those of others work on', async () => {
  const scenario = await outboxScenario({
    mail: {},
    hook: { kind: 'webhook' },
    new: { state: 'unverified' },
  });
  const { deps } = scenario;
  const states = async () => {
    const channels = await deps.store.read(stored.channels(adaUid));
    return Object.values(channels?.channels ?? {}).map(({ state, end }) => [state, end]);
  };
  expect(await runSweeps(deps, ['end-disabled'])).toMatchObject([{ checked: 0 }]);
  deps.idTokens.contacts.set(adaUid, { email: 'ada@example.com', emailVerified: true, disabled: true });
  expect(await runSweeps(deps, ['end-disabled'])).toMatchObject([{ checked: 1, changed: 1 }]);
  expect(await states()).toEqual([
    ['off', 'account-disabled'],
    ['off', 'account-disabled'],
    ['unverified', null],
  ]);
  expect(await runSweeps(deps, ['end-disabled'])).toMatchObject([{ checked: 1, changed: 0 }]);
});

it('of a user who is gone nothing is left', async () => {
  const { deps } = await outboxScenario({ mail: {}, hook: { kind: 'webhook' } });
  deps.idTokens.contacts.set(adaUid, undefined);
  expect(await runSweeps(deps, ['end-disabled'])).toMatchObject([{ checked: 1, changed: 1 }]);
  const left = Object.keys(deps.store.dump()).filter((path) => /channel|events|deliveries|^pace/.test(path));
  expect(left).toEqual([]);
});
