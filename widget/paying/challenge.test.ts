import { describe, expect, it } from 'vitest';
import { answerChallenge } from './pay-here';
import {
  bodies,
  fakeController,
  type FakeController,
  pay,
  ready,
  refused,
  seen,
  stage,
} from '../testing/fake-controller';

const asked = { session: { challenge: { kind: 'fake', siteKey: 'x' } } };
const answers = (made: FakeController) =>
  bodies(made, 'createTip').map((body) => (body as { challenge?: string }).challenge);

describe('a challenge', () => {
  it('of the session is shown beside the card form, and its answer is sent with the tip', async () => {
    const made = await ready(fakeController(asked));
    expect(made.controller.state()).toMatchObject({ way: { by: 'card-form' }, challenge: { answer: null } });
    await answerChallenge(made.controller, 'human');
    expect(stage(made)).toBe('paying');
    await pay(made);
    expect({ stage: stage(made), answers: answers(made) }).toEqual({ stage: 'thanked', answers: ['human'] });
  });

  it('that is not solved stops Pay before any request, and solving it continues', async () => {
    const made = await ready(fakeController(asked));
    await pay(made);
    expect(seen(made)).toMatchObject({ stage: 'paying', notice: { kind: 'challenge' }, tips: 0 });
    await answerChallenge(made.controller, 'human');
    expect(seen(made)).toMatchObject({ stage: 'thanked', tips: 1 });
  });

  it('that the server requires at Pay is shown, and its answer continues the same request', async () => {
    const made = await ready(fakeController({ problems: { createTip: [refused('challenge-required')] } }));
    await pay(made);
    expect(seen(made)).toMatchObject({ stage: 'paying', notice: { kind: 'challenge' }, confirmed: [] });
    await answerChallenge(made.controller, 'human');
    const ids = bodies(made, 'createTip').map(
      (body) => (body as { clientRequestId: string }).clientRequestId,
    );
    expect({ stage: stage(made), answers: answers(made), tips: made.backend.tips() }).toEqual({
      stage: 'thanked',
      answers: [undefined, 'human'],
      tips: 1,
    });
    expect(new Set(ids).size).toBe(1);
  });

  it('with a refused answer is shown again', async () => {
    const problems = { createTip: [refused('challenge-required'), refused('challenge-required')] };
    const made = await ready(fakeController({ problems }));
    await pay(made);
    const first = made.controller.state().challenge;
    await answerChallenge(made.controller, 'robot');
    const second = made.controller.state().challenge;
    expect(second?.answer).toBeNull();
    expect(second?.round).not.toBe(first?.round);
    await answerChallenge(made.controller, 'human');
    expect(stage(made)).toBe('thanked');
  });

  it('does not continue after the fan has changed the tip since Pay', async () => {
    const made = await ready(fakeController(asked));
    await pay(made);
    made.controller.edit({ amount: { by: 'preset', minorUnits: 1000 } });
    await answerChallenge(made.controller, 'human');
    expect(seen(made)).toMatchObject({ stage: 'paying', tips: 0 });
    await pay(made);
    expect(bodies(made, 'createTip')).toEqual([expect.objectContaining({ total: 1000 })]);
  });

  it('must be solved again after its answer has expired', async () => {
    const made = await ready(fakeController(asked));
    await answerChallenge(made.controller, 'human');
    await answerChallenge(made.controller, null);
    await pay(made);
    expect(seen(made)).toMatchObject({ notice: { kind: 'challenge' }, tips: 0 });
  });

  it('that cannot be shown leads to the hosted page, with the reason', async () => {
    const made = await ready(fakeController(asked));
    await pay(made);
    made.controller.send({ type: 'must-pay-elsewhere', why: 'challenge' });
    const { way, notice: shown } = made.controller.state();
    expect({ way, shown }).toEqual({ way: { by: 'hosted', why: 'challenge' }, shown: null });
  });
});
