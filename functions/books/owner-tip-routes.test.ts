import { describe, expect, it } from 'vitest';
import { runSweeps } from '../jobs/run-sweep';
import {
  adaToken,
  adaUid,
  adasScenario,
  bearerOf,
  paidTip,
  refusedFields,
  sendTip,
  type SentTip,
  type Scenario,
} from '../testing/ada';
import { setStanding, wishes } from '../testing/standing';
import { tipIn } from '../testing/stored-state';
import { signTipView } from '../tips/tip-access';

describe('reply to tip', () => {
  const year = 366 * 24 * 60 * 60_000;
  const path = ({ tipId }: SentTip) => `/v1/me/tips/${tipId}/reply`;
  const answer = (scenario: Scenario, tip: SentTip, text: string, token = adaToken) =>
    scenario.call('POST', path(tip), { text }, bearerOf(token));
  const remove = (scenario: Scenario, tip: SentTip) =>
    scenario.call('DELETE', path(tip), undefined, bearerOf(adaToken));
  const receipt = async (scenario: Scenario, { tipId, tipToken }: SentTip, lang = 'en') =>
    (await scenario.call('GET', `/v1/tips/${tipId}/receipt?lang=${lang}`, undefined, bearerOf(tipToken)))
      .json;

  describe('an answer to a paid tip', () => {
    // Holds out-053.
    it('is on the receipt, and on the page after a return from Stripe, as plain text', async () => {
      const scenario = await adasScenario();
      const tip = await paidTip(scenario);
      const hostile = 'Thanks <b>Zoe</b>\nSee https://ada.example\u202e';
      expect((await answer(scenario, tip, hostile)).json['reply']).toMatchObject({
        text: 'Thanks <b>Zoe</b>\nSee https://ada.example',
      });
      expect((await receipt(scenario, tip))['reply']).toEqual({
        heading: 'Ada Lovelace answered you',
        text: 'Thanks <b>Zoe</b>\nSee https://ada.example',
      });
      expect((await receipt(scenario, tip, 'de'))['reply']).toMatchObject({
        heading: 'Ada Lovelace hat dir geantwortet',
      });
      const view = encodeURIComponent(
        signTipView(scenario.deps.config.secrets, { uid: adaUid, tipId: tip.tipId }),
      );
      const page = (await scenario.call('GET', `/t/${tip.tipId}?cs=${view}`)).text;
      expect(page).toContain('Thanks &lt;b&gt;Zoe&lt;/b&gt;\nSee https://ada.example</p>');
      expect(page).not.toContain('<a href="https://ada.example');
    });

    it('can be changed for an hour from its first text, and removed at any time', async () => {
      const scenario = await adasScenario();
      const tip = await paidTip(scenario);
      await answer(scenario, tip, 'Thank you!');
      scenario.deps.clock.advance(59 * 60_000);
      expect((await answer(scenario, tip, 'Thank you, Zoe!')).status).toBe(200);
      scenario.deps.clock.advance(60_000);
      expect((await answer(scenario, tip, 'Other words')).json).toMatchObject({
        status: 409,
        code: 'reply-not-possible',
      });
      expect(tipIn(scenario, tip.tipId).reply?.text).toBe('Thank you, Zoe!');
      expect((await remove(scenario, tip)).json['reply']).toBeNull();
      expect((await receipt(scenario, tip))['reply']).toBeNull();
      expect((await remove(scenario, tip)).status).toBe(200);
    });

    it('is written once when the same text is sent twice', async () => {
      const scenario = await adasScenario();
      const tip = await paidTip(scenario);
      await answer(scenario, tip, 'Thank you!');
      const { rev } = tipIn(scenario, tip.tipId);
      scenario.deps.clock.advance(2 * 60 * 60_000);
      expect((await answer(scenario, tip, ' Thank you! ')).status).toBe(200);
      expect(tipIn(scenario, tip.tipId).rev).toBe(rev);
    });

    it('moves no money and changes nothing that others see', async () => {
      const scenario = await adasScenario();
      const tip = await paidTip(scenario, { name: 'Zoe' });
      const before = tipIn(scenario, tip.tipId);
      const wall = (await scenario.call('GET', '/v1/profiles/ada/wall')).text;
      await answer(scenario, tip, 'Thank you!');
      const { contrib, state, moderation, fan } = tipIn(scenario, tip.tipId);
      expect({ contrib, state, moderation, fan }).toEqual({
        contrib: before.contrib,
        state: before.state,
        moderation: before.moderation,
        fan: before.fan,
      });
      expect((await scenario.call('GET', '/v1/profiles/ada/wall')).text).toBe(wall);
    });

    it('stays when the fan erases their own words, and is erased with the years of the owner', async () => {
      const scenario = await adasScenario();
      const tip = await paidTip(scenario, { message: 'Lovely' });
      await answer(scenario, tip, 'Thank you, Zoe!');
      await scenario.call(
        'PATCH',
        `/v1/tips/${tip.tipId}`,
        { name: null, message: null },
        bearerOf(tip.tipToken),
      );
      expect((await receipt(scenario, tip))['reply']).toMatchObject({ text: 'Thank you, Zoe!' });
      scenario.deps.clock.advance(8 * year);
      await runSweeps(scenario.deps, ['erase-texts']);
      expect(tipIn(scenario, tip.tipId)).toMatchObject({ reply: null, eraseTextsAt: null });
    });
  });

  describe('an answer is refused', () => {
    it('for an unpaid tip, for the tip of another owner, and without a sign-in', async () => {
      const scenario = await adasScenario();
      const waiting = await sendTip(scenario);
      expect((await answer(scenario, waiting, 'Thank you!')).json['code']).toBe('reply-not-possible');
      expect((await answer(scenario, { ...waiting, tipId: 'a'.repeat(25) }, 'Thank you!')).status).toBe(404);
      expect((await answer(scenario, waiting, 'Thank you!', 'nobody')).status).toBe(401);
    });

    it('by its field when it is empty or too long, at the limit of 500 characters', async () => {
      const scenario = await adasScenario();
      const tip = await paidTip(scenario);
      expect(refusedFields(await answer(scenario, tip, ' \n '))).toEqual(['text']);
      expect(refusedFields(await answer(scenario, tip, '🎵'.repeat(501)))).toEqual(['text']);
      expect((await answer(scenario, tip, '🎵'.repeat(500))).status).toBe(200);
    });

    it('while the host does not show the profile; earlier answers are hidden then and can be removed', async () => {
      const scenario = await adasScenario();
      const tip = await paidTip(scenario);
      await answer(scenario, tip, 'Thank you!');
      await setStanding(scenario, wishes.suspend);
      expect((await answer(scenario, tip, 'Buy this')).json['code']).toBe('profile-restricted');
      expect((await receipt(scenario, tip))['reply']).toBeNull();
      await setStanding(scenario, wishes.restore);
      expect((await receipt(scenario, tip))['reply']).toMatchObject({ text: 'Thank you!' });
      await setStanding(scenario, wishes.hide);
      expect((await remove(scenario, tip)).status).toBe(200);
    });
  });
});
