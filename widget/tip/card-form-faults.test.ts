import { describe, expect, it } from 'vitest';
import { fakeController, pay, ready, stage, unreachable } from './fake-controller';

describe('a tip', () => {
  it.each(['blocked', 'timeout'] as const)(
    'a card form that does not load (%s) while the server does not answer: the network is named, not the page',
    async (fault) => {
      const made = await ready(
        fakeController({ problems: { startSession: [null, unreachable] } }, { fault }),
      );
      expect(made.controller.state().stage).toEqual({ at: 'failed', code: 'unreachable' });
      expect(made.controller.state().way.by).toBe('card-form');
    },
  );

  // Holds pay-033.
  it('is paid on the hosted page when the page breaks the card form after it was ready', async () => {
    const made = await ready(fakeController({}, { breaksLater: true }));
    await pay(made);
    expect([stage(made), made.controller.state().way, made.backend.tips()]).toEqual([
      'paying',
      { by: 'hosted', why: 'deformed' },
      0,
    ]);
  });

  it('is followed by a second one, in the same sheet', async () => {
    const made = await ready(fakeController());
    await pay(made);
    made.controller.again();
    await ready(made);
    await pay(made);
    expect([stage(made), made.log.confirmed.length]).toEqual(['thanked', 2]);
  });
});
