import { describe, expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import { isListening } from '../../core/outbox/channel';
import { runAnyJob } from '../jobs/job-works';
import { stored } from '../store/stored';
import {
  adaToken,
  adaUid,
  adasStage,
  bearerOf,
  paidTip,
  sendEvent,
  sendTip,
  signIn,
  storedTips,
  word,
  type Stage,
} from '../testing/ada';
import { channelsIn, putChannel } from '../testing/put-channels';
import { putTips } from '../testing/many-tips';

// Patient: 3,000 tips are deleted, and the work is killed at each commit.

const job = `delete-${adaUid}` as const;
const remove = (stage: Stage) => stage.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken));
const stateOf = async ({ deps }: Stage) => (await deps.store.read(stored.leaving(adaUid)))?.state;
const entriesOf = ({ deps }: Stage) =>
  Object.keys(deps.store.dump()).filter((path) => path.startsWith(`${paths.ledgerEntries(adaUid)}/`));

async function stageWith(tips: number): Promise<Stage> {
  const stage = await adasStage();
  putTips(stage.deps, adaUid, tips);
  return stage;
}

/** Rings until the job ends. A process that was killed leaves its lease, which ends after a few minutes. */
async function untilOver(stage: Stage): Promise<void> {
  for (let rings = 0; rings < 60; rings += 1) {
    stage.deps.clock.advance(7 * 60 * 60_000);
    const end = await runAnyJob(stage.deps, job).catch(() => 'killed');
    if (end === 'done') return;
  }
  throw new Error('The deletion does not end');
}

function expectGone(stage: Stage, tips: number): void {
  const left = Object.keys(stage.deps.store.dump());
  expect(left.filter((path) => /^(profiles|drafts|accounts|linkHealth)\//.test(path))).toEqual([]);
  expect(entriesOf(stage)).toHaveLength(tips);
  expect(left).toContain(paths.ledger(adaUid));
  expect(stage.deps.idTokens.removed.at(-1)).toBe(adaUid);
}

async function disputable(stage: Stage): Promise<string> {
  const { paymentIntentId } = await paidTip(stage, { name: 'Zoe' });
  return paymentIntentId;
}

async function openDispute(stage: Stage, paymentIntentId: string): Promise<void> {
  stage.stripe.dispute(paymentIntentId, 'needs_response');
  await sendEvent(stage, 'charge.dispute.created', { paymentIntentId });
}

describe('deleting an account with 3,000 tips', () => {
  // Holds host-049.
  it('is answered at once, and goes on by itself in slices until nothing but the books is left', async () => {
    const stage = await stageWith(3000);
    const started = await remove(stage);
    expect(started).toMatchObject({ status: 202, json: { deleted: false } });
    expect(stage.deps.jobQueue.tasks.at(-1)?.task).toBe(job);
    const { store, clock } = stage.deps;
    const largest = { page: 0 };
    const find = store.find.bind(store);
    store.find = async (query, decode) => {
      const page = await find(query, decode);
      largest.page = Math.max(largest.page, page.length);
      return page;
    };
    const seen: string[] = [];
    const ends: string[] = [];
    for (let end = ''; end !== 'done'; ends.push(end)) {
      store.pause = async (step) => void (step === 'commit' && clock.advance(5_000));
      end = await runAnyJob(stage.deps, job);
      store.pause = () => Promise.resolve();
      const state = await stateOf(stage);
      seen.push(state?.name === 'running' ? `${state.step} ${state.done}` : String(state?.name));
    }
    expect(ends.length).toBeGreaterThan(2);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.at(-1)).toBe('done');
    expect(largest.page).toBe(500);
    expectGone(stage, 3000);
  });

  // Holds host-049.
  it('ends by itself when it is killed at any commit', async () => {
    const tips = 230;
    const commits = await killedAt(tips, Infinity);
    expect(commits).toBeGreaterThan(20);
    for (let at = 1; at <= commits; at += 2) await killedAt(tips, at);
  });

  /** Deletes an account whose process dies at the commit of this number. Returns how many commits there were. */
  async function killedAt(tips: number, at: number): Promise<number> {
    const stage = await stageWith(tips);
    await remove(stage);
    let commits = 0;
    stage.deps.store.fault = (step) => {
      if (step === 'commit') commits += 1;
      // Nothing that the dying process does afterwards lands either.
      if (commits >= at) throw new Error('killed');
    };
    await runAnyJob(stage.deps, job).catch(() => undefined);
    stage.deps.store.fault = () => undefined;
    if (at !== Infinity) await untilOver(stage);
    expect(await stateOf(stage), `killed at commit ${at}`).toEqual({ name: 'done' });
    expectGone(stage, tips);
    return commits;
  }

  it('shows how far it is to whoever has the ticket, also after the account is gone', async () => {
    const stage = await stageWith(201);
    const ticket = word(await remove(stage), 'ticket');
    const ask = (token: string) => stage.call('GET', '/v1/deletion', undefined, bearerOf(token));
    expect((await ask(ticket)).json).toEqual({ name: 'running', step: 'page', done: 0, total: null });
    await untilOver(stage);
    expect((await ask(ticket)).json).toEqual({ name: 'done' });
    for (const other of [adaToken, `${ticket}x`, 'x.y'])
      expect((await ask(other)).json).toEqual({ name: 'unknown' });
  });

  it('refuses to publish, to connect and to export meanwhile', async () => {
    const stage = await stageWith(201);
    await remove(stage);
    const calls = [
      stage.call('POST', '/v1/me/publish', { revision: 1 }, bearerOf(adaToken)),
      stage.call('POST', '/v1/me/payments/connect', { country: 'US', currency: null }, bearerOf(adaToken)),
      stage.call('POST', '/v1/me/exports', { format: 'csv' }, bearerOf(adaToken)),
    ];
    const codes = (await Promise.all(calls)).map(({ json }) => json['code']);
    expect(codes).toEqual(['account-leaving', 'account-leaving', 'account-leaving']);
  });

  it('pressed twice, and in two tabs, is one deletion', async () => {
    const stage = await stageWith(201);
    const [first, second] = await Promise.all([remove(stage), remove(stage)]);
    expect([first.status, second.status]).toEqual([202, 202]);
    await untilOver(stage);
    expectGone(stage, 201);
  });

  it('takes the files and the record of an export with it', async () => {
    const stage = await stageWith(5);
    await stage.call('POST', '/v1/me/exports', { format: 'csv' }, bearerOf(adaToken));
    await runAnyJob(stage.deps, `export-${adaUid}`);
    expect(stage.deps.exportFiles.files.size).toBe(1);
    expect((await remove(stage)).json).toEqual({ deleted: true });
    expect(stage.deps.exportFiles.files.size).toBe(0);
    expectGone(stage, 5);
  });
});

describe('a dispute that opens during the deletion', () => {
  /** The state of the store apart from times, jobs and the record of the deletion. */
  const restOf = ({ deps }: Stage) =>
    Object.fromEntries(
      Object.entries(deps.store.dump()).filter(
        ([path]) => !/^(jobs|leaving|limits|stripeEvents)\//.test(path),
      ),
    );

  // Holds host-050, out-058.
  it.each(['page', 'payments', 'books'] as const)(
    'stops it in the step “%s”, and everything is as before: the page, the tips, the books, the channels',
    async (step) => {
      const stage = await stageWith(701);
      const open = await disputable(stage);
      await sendTip(stage);
      putChannel(stage.deps, adaUid, 'works');
      putChannel(stage.deps, adaUid, 'off', { state: 'off', end: 'unsubscribed' });
      const channels = channelsIn(stage.deps, adaUid);
      expect((await remove(stage)).status).toBe(202);
      expect(Object.values(channelsIn(stage.deps, adaUid).channels).filter(isListening)).toEqual([]);
      const before = stageBefore(stage);
      await until(stage, step);
      await openDispute(stage, open);
      stage.deps.store.pause = () => Promise.resolve();
      await untilOver(stage);
      expect(await stateOf(stage)).toEqual({ name: 'stopped' });
      expect(channelsIn(stage.deps, adaUid)).toEqual(channels);
      const after = restOf(stage);
      expect(Object.keys(after).filter(isLasting)).toEqual(before);
      expect(entriesOf(stage)).toEqual([]);
      expect((await stage.call('GET', '/v1/profiles/ada')).status).toBe(200);
      signIn(stage.deps, adaUid, adaToken);
      expect((await remove(stage)).json['code']).toBe('account-busy');
      stage.stripe.dispute(open, 'lost');
      await sendEvent(stage, 'charge.dispute.closed', { paymentIntentId: open });
      expect((await remove(stage)).status).toBe(202);
      await untilOver(stage);
      expectGone(stage, 702);
    },
  );

  const stageBefore = (stage: Stage) => Object.keys(restOf(stage)).filter(isLasting);

  /** A dispute adds a line to the tip's history and an event and takes the tip from the wall, with or without a deletion. */
  const isLasting = (path: string) => !/^(walls|cards)\/|\/(log|supporters|events)\//.test(path);

  /** Works until this step has begun, and in it until its first page. */
  async function until(stage: Stage, step: string): Promise<void> {
    if (step === 'page') return;
    stage.deps.store.pause = async (kind) => {
      const state = stateNow(stage);
      if (kind === 'commit' && state === step) stage.deps.clock.advance(5 * 60_000);
    };
    await runAnyJob(stage.deps, job);
    expect(stateNow(stage)).toBe(step);
  }

  const stateNow = ({ deps }: Stage): unknown =>
    (deps.store.get(paths.leaving(adaUid))?.['state'] as { step?: string } | undefined)?.step;

  it('after the point of no return changes the books only', async () => {
    const stage = await stageWith(701);
    const open = await disputable(stage);
    await remove(stage);
    await until(stage, 'data');
    await openDispute(stage, open);
    stage.deps.store.pause = () => Promise.resolve();
    await untilOver(stage);
    expectGone(stage, 702);
    const entries = entriesOf(stage).map((path) => stage.deps.store.dump()[path]);
    expect(entries.filter((entry) => entry?.['disputed'] === 500)).toHaveLength(1);
    expect(storedTips(stage)).toEqual([]);
  });
});
