import { expect, it } from 'vitest';
import { stored } from '../store/stored';
import { adaUid, paidTip } from '../testing/ada';
import { outboxScenario, storedOutbox } from '../testing/outbox-scenario';
import type { Sending } from '../senders/channel-sender';

const minute = 60_000;
const attempt = { status: null, ms: 1, text: '' };
const away: Sending = { kind: 'again', problem: 'unreachable', after: null, rests: false, attempt };

it('a channel that is off has nothing due any more, however much there was', async () => {
  const scenario = await outboxScenario({ mail: {} });
  const { store, senders } = scenario.deps;
  senders.mail.answer = () => away;
  await paidTip(scenario);
  await scenario.answer();
  const [path = '', event] = Object.entries(store.dump()).find(([, { type }]) => type === 'tip.paid') ?? [];
  for (let more = 0; more < 600; more += 1)
    store.put(`${path}-${more}`, {
      ...event,
      id: `${path.split('/').at(-1)}-${more}`,
      due: ['mail'],
    });
  await store.transaction(async (tx) => {
    const channels = await tx.read(stored.channels(adaUid));
    const mail = channels?.channels['mail'];
    if (channels === undefined || mail === undefined) throw new Error('There is no channel');
    tx.write(stored.channels(adaUid), {
      ...channels,
      channels: { mail: { ...mail, state: 'off', end: 'owner' } },
    });
  });
  await scenario.pass(60 * minute);
  expect(storedOutbox(scenario).events.filter(({ due }) => due.length > 0)).toEqual([]);
});
