import { describe, expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import { stored } from '../store/stored';
import {
  adaUid,
  adaToken,
  adasStage,
  bearerOf,
  paidTip,
  refusedFields,
  word,
  type Stage,
} from '../testing/ada';
import { workOff } from '../testing/work-off';

const week = 7 * 24 * 60 * 60_000;
const ask = (stage: Stage, format = 'csv') =>
  stage.call('POST', '/v1/me/exports', { format }, bearerOf(adaToken));
const link = (stage: Stage) => stage.call('POST', '/v1/me/exports/link', undefined, bearerOf(adaToken));
const recordOf = ({ deps }: Stage) => deps.store.read(stored.export(adaUid));

async function readyStage(): Promise<Stage> {
  const stage = await adasStage();
  await paidTip(stage, { name: 'Zoe' });
  await ask(stage);
  await workOff(stage.deps);
  return stage;
}

describe('POST /v1/me/exports', () => {
  // Holds host-048.
  it('needs a sign-in of the last five minutes, and so does each link', async () => {
    const stage = await readyStage();
    expect((await link(stage)).status).toBe(200);
    stage.deps.clock.advance(5 * 60_000 + 1);
    expect((await ask(stage)).json['code']).toBe('recent-sign-in-required');
    expect((await link(stage)).json['code']).toBe('recent-sign-in-required');
  });

  // Holds host-048.
  it('keeps no link, and each link works for a quarter of an hour', async () => {
    const stage = await readyStage();
    const answer = await link(stage);
    expect(answer.json['expiresAt']).toBe(stage.deps.clock.now() + 15 * 60_000);
    expect(JSON.stringify(await recordOf(stage))).not.toContain('https:');
    expect(word(answer, 'url')).toContain(`exports/${adaUid}/`);
  });

  it('pressed twice, or in two tabs, is one export', async () => {
    const stage = await adasStage();
    const [first, second] = await Promise.all([ask(stage), ask(stage)]);
    expect(first.json).toEqual(second.json);
    await workOff(stage.deps);
    expect(stage.deps.exportFiles.files.size).toBe(1);
    const other = await ask(stage, 'json');
    expect(other.json).not.toEqual(first.json);
    expect((await link(stage)).json['code']).toBe('export-not-ready');
    await workOff(stage.deps);
    expect([...stage.deps.exportFiles.files.keys()]).toEqual([`exports/${adaUid}/${word(other, 'id')}.json`]);
  });

  it('of another format during an export ends with the later one alone', async () => {
    const stage = await adasStage();
    await ask(stage);
    stage.deps.store.pause = async (step) => {
      if (step !== 'find') return;
      stage.deps.store.pause = () => Promise.resolve();
      await ask(stage, 'json');
    };
    await workOff(stage.deps);
    expect(await recordOf(stage)).toMatchObject({ format: 'json', state: { name: 'ready' } });
    expect(stage.deps.exportFiles.files.size).toBe(1);
  });

  it('of another range is another export, and the same range goes on', async () => {
    const stage = await adasStage();
    const choice = { format: 'csv', from: '2026-10-01', until: '2026-10-31', zone: 'Europe/Berlin' };
    const askFor = (body: object) => stage.call('POST', '/v1/me/exports', body, bearerOf(adaToken));
    const first = await askFor(choice);
    expect((await askFor(choice)).json).toEqual(first.json);
    expect((await askFor({ ...choice, until: '2026-10-30' })).json).not.toEqual(first.json);
    expect(await recordOf(stage)).toMatchObject({ choice: { until: '2026-10-30', state: 'all' } });
  });

  it('refuses limits of a range by name', async () => {
    const stage = await adasStage();
    const refused = async (body: object) =>
      refusedFields(
        await stage.call('POST', '/v1/me/export', { format: 'csv', ...body }, bearerOf(adaToken)),
      );
    expect(await refused({ from: '2026-02-30' })).toEqual(['from']);
    expect(await refused({ until: 'today' })).toEqual(['until']);
    expect(await refused({ from: '2026-02-01', until: '2026-01-31' })).toEqual(['until']);
    expect(await refused({ zone: 'Mars/Olympus' })).toEqual(['zone']);
    expect(await refused({ separator: ',', decimal: ',', state: 'rich' })).toEqual([
      'decimal',
      'separator',
      'state',
    ]);
  });

  // Holds host-048.
  it('leaves nothing for longer than a week', async () => {
    const stage = await readyStage();
    stage.deps.idTokens.signIn('later', {
      uid: adaUid,
      guest: false,
      provider: 'password',
      email: null,
      emailVerified: true,
      signedInAt: stage.deps.clock.now() + week,
    });
    stage.deps.clock.advance(week);
    const late = await stage.call('POST', '/v1/me/exports/link', undefined, bearerOf('later'));
    expect(late.json['code']).toBe('export-not-ready');
    await stage.deps.jobs.want('sweep-exports', 'all');
    await workOff(stage.deps);
    expect(stage.deps.exportFiles.files.size).toBe(0);
  });

  it('has the preferences and the objections of the owner, without the people who decided', async () => {
    const stage = await adasStage();
    stage.deps.store.put(paths.account(adaUid), {
      v: 1,
      language: 'de',
      keepTipsYears: 3,
      taxNumber: 'LV 123',
    });
    await stage.deps.store.transaction(async (tx) => {
      tx.write(stored.appeal(`${adaUid}_1`), {
        v: 1,
        id: `${adaUid}_1`,
        from: 'owner',
        uid: adaUid,
        handle: 'ada',
        measure: 'hidden',
        since: 1,
        reason: 'A wrong picture',
        decidedBy: 'moderator@busker.test',
        reportId: 'report-1',
        text: 'It is mine',
        language: 'en',
        madeAt: 2,
        answer: { outcome: 'upheld', text: 'It is not', by: 'second@busker.test', at: 3, samePerson: false },
        expiresAt: 4,
      });
      return Promise.resolve();
    });
    const answer = await stage.call('GET', '/v1/me/export.json', undefined, bearerOf(adaToken));
    expect(answer.json).toMatchObject({
      preferences: { language: 'de', keepTipsYears: 3, taxNumber: 'LV 123' },
      appeals: [{ text: 'It is mine', reason: 'A wrong picture', answer: { text: 'It is not' } }],
      tips: [],
    });
    expect(answer.text).not.toMatch(/moderator@|second@|report-1/);
  });
});
