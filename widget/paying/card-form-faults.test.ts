import { describe, expect, it } from 'vitest';
import {
  fakeController,
  mount,
  pay,
  ready,
  refused,
  seen,
  stage,
  unreachable,
} from '../testing/fake-controller';

describe('a tip', () => {
  it.each(['blocked', 'timeout'] as const)(
    'blames the network, not the page, when the card form does not load (%s) and the server does not answer',
    async (fault) => {
      const made = await ready(
        fakeController({ problems: { startSession: [null, unreachable] } }, { fault }),
      );
      expect(made.controller.state().stage).toEqual({ at: 'failed', code: 'unreachable' });
      expect(made.controller.state().way.by).toBe('card-form');
    },
  );

  // Holds pay-033.
  it('is paid on the hosted page when the page breaks a loaded card form', async () => {
    const made = await ready(fakeController({}, { breaksLater: true }));
    await pay(made);
    expect(seen(made)).toMatchObject({ stage: 'paying', way: { by: 'hosted', why: 'deformed' }, tips: 0 });
  });

  it('can be followed by a second one in the same sheet', async () => {
    const made = await ready(fakeController());
    await pay(made);
    made.controller.again();
    await ready(made);
    await pay(made);
    expect({ stage: stage(made), confirmed: made.log.confirmed.length }).toEqual({
      stage: 'thanked',
      confirmed: 2,
    });
  });

  it('shows why no tip can be sent, and keeps the form for another attempt', async () => {
    const made = fakeController({ problems: { startSession: [refused('too-many-requests'), null] } });
    made.controller.edit({ message: 'Bravo' });
    made.controller.open();
    await made.controller.session();
    expect(made.controller.state().stage).toMatchObject({ at: 'failed', code: 'too-many-requests' });
    made.controller.again();
    expect({ stage: stage(made), message: made.controller.state().form.message }).toEqual({
      stage: 'choosing',
      message: 'Bravo',
    });
  });

  it('removes a card form that is still loading when the card is removed', async () => {
    const made = fakeController();
    made.controller.edit({ amount: { by: 'preset', minorUnits: 500 } });
    const mounting = mount(made);
    made.controller.close();
    await mounting;
    expect(made.log.opened - made.log.destroyed).toBe(0);
  });
});
