import { describe, expect, it } from 'vitest';
import { runSweeps } from '../jobs/run-sweep';
import {
  adaToken,
  adaUid,
  adasStage,
  bearerOf,
  paidTip,
  refusedFields,
  sendTip,
  type SentTip,
  type Stage,
} from '../testing/ada';
import { setStanding, wishes } from '../testing/standing';
import { tipIn } from '../testing/stored-state';
import { signTipView } from '../tips/tip-access';

describe('reply to tip', () => {
  const year = 366 * 24 * 60 * 60_000;
  const path = ({ tipId }: SentTip) => `/v1/me/tips/${tipId}/reply`;
  const answer = (stage: Stage, tip: SentTip, text: string, token = adaToken) =>
    stage.call('POST', path(tip), { text }, bearerOf(token));
  const remove = (stage: Stage, tip: SentTip) =>
    stage.call('DELETE', path(tip), undefined, bearerOf(adaToken));
  const receipt = async (stage: Stage, { tipId, tipToken }: SentTip, lang = 'en') =>
    (await stage.call('GET', `/v1/tips/${tipId}/receipt?lang=${lang}`, undefined, bearerOf(tipToken))).json;

  describe('an answer to a paid tip', () => {
    // Holds out-053.
    it('is on the receipt, and on the page after a return from Stripe, as plain text', async () => {
      const stage = await adasStage();
      const tip = await paidTip(stage);
      const hostile = 'Thanks <b>Zoe</b>\nSee https://ada.example\u202e';
      expect((await answer(stage, tip, hostile)).json['reply']).toMatchObject({
        text: 'Thanks <b>Zoe</b>\nSee https://ada.example',
      });
      expect((await receipt(stage, tip))['reply']).toEqual({
        heading: 'Ada Lovelace answered you',
        text: 'Thanks <b>Zoe</b>\nSee https://ada.example',
      });
      expect((await receipt(stage, tip, 'de'))['reply']).toMatchObject({
        heading: 'Ada Lovelace hat dir geantwortet',
      });
      const view = encodeURIComponent(
        signTipView(stage.deps.config.secrets, { uid: adaUid, tipId: tip.tipId }),
      );
      const page = (await stage.call('GET', `/t/${tip.tipId}?cs=${view}`)).text;
      expect(page).toContain('Thanks &lt;b&gt;Zoe&lt;/b&gt;\nSee https://ada.example</p>');
      expect(page).not.toContain('<a href="https://ada.example');
    });

    it('can be changed for an hour from its first text, and removed at any time', async () => {
      const stage = await adasStage();
      const tip = await paidTip(stage);
      await answer(stage, tip, 'Thank you!');
      stage.deps.clock.advance(59 * 60_000);
      expect((await answer(stage, tip, 'Thank you, Zoe!')).status).toBe(200);
      stage.deps.clock.advance(60_000);
      expect((await answer(stage, tip, 'Other words')).json).toMatchObject({
        status: 409,
        code: 'reply-not-possible',
      });
      expect(tipIn(stage, tip.tipId).reply?.text).toBe('Thank you, Zoe!');
      expect((await remove(stage, tip)).json['reply']).toBeNull();
      expect((await receipt(stage, tip))['reply']).toBeNull();
      expect((await remove(stage, tip)).status).toBe(200);
    });

    it('is written once when the same text is sent twice', async () => {
      const stage = await adasStage();
      const tip = await paidTip(stage);
      await answer(stage, tip, 'Thank you!');
      const { rev } = tipIn(stage, tip.tipId);
      stage.deps.clock.advance(2 * 60 * 60_000);
      expect((await answer(stage, tip, ' Thank you! ')).status).toBe(200);
      expect(tipIn(stage, tip.tipId).rev).toBe(rev);
    });

    it('moves no money and changes nothing that others see', async () => {
      const stage = await adasStage();
      const tip = await paidTip(stage, { name: 'Zoe' });
      const before = tipIn(stage, tip.tipId);
      const wall = (await stage.call('GET', '/v1/profiles/ada/wall')).text;
      await answer(stage, tip, 'Thank you!');
      const { contrib, state, moderation, fan } = tipIn(stage, tip.tipId);
      expect({ contrib, state, moderation, fan }).toEqual({
        contrib: before.contrib,
        state: before.state,
        moderation: before.moderation,
        fan: before.fan,
      });
      expect((await stage.call('GET', '/v1/profiles/ada/wall')).text).toBe(wall);
    });

    it('stays when the fan erases their own words, and is erased with the years of the owner', async () => {
      const stage = await adasStage();
      const tip = await paidTip(stage, { message: 'Lovely' });
      await answer(stage, tip, 'Thank you, Zoe!');
      await stage.call(
        'PATCH',
        `/v1/tips/${tip.tipId}`,
        { name: null, message: null },
        bearerOf(tip.tipToken),
      );
      expect((await receipt(stage, tip))['reply']).toMatchObject({ text: 'Thank you, Zoe!' });
      stage.deps.clock.advance(8 * year);
      await runSweeps(stage.deps, ['erase-texts']);
      expect(tipIn(stage, tip.tipId)).toMatchObject({ reply: null, eraseTextsAt: null });
    });
  });

  describe('an answer is refused', () => {
    it('for an unpaid tip, for the tip of another owner, and without a sign-in', async () => {
      const stage = await adasStage();
      const waiting = await sendTip(stage);
      expect((await answer(stage, waiting, 'Thank you!')).json['code']).toBe('reply-not-possible');
      expect((await answer(stage, { ...waiting, tipId: 'a'.repeat(25) }, 'Thank you!')).status).toBe(404);
      expect((await answer(stage, waiting, 'Thank you!', 'nobody')).status).toBe(401);
    });

    it('by its field when it is empty or too long, at the limit of 500 characters', async () => {
      const stage = await adasStage();
      const tip = await paidTip(stage);
      expect(refusedFields(await answer(stage, tip, ' \n '))).toEqual(['text']);
      expect(refusedFields(await answer(stage, tip, '🎵'.repeat(501)))).toEqual(['text']);
      expect((await answer(stage, tip, '🎵'.repeat(500))).status).toBe(200);
    });

    it('while the host does not show the profile; earlier answers are hidden then and can be removed', async () => {
      const stage = await adasStage();
      const tip = await paidTip(stage);
      await answer(stage, tip, 'Thank you!');
      await setStanding(stage, wishes.suspend);
      expect((await answer(stage, tip, 'Buy this')).json['code']).toBe('profile-restricted');
      expect((await receipt(stage, tip))['reply']).toBeNull();
      await setStanding(stage, wishes.restore);
      expect((await receipt(stage, tip))['reply']).toMatchObject({ text: 'Thank you!' });
      await setStanding(stage, wishes.hide);
      expect((await remove(stage, tip)).status).toBe(200);
    });
  });
});
