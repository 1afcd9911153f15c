import { describe, expect, it } from 'vitest';
import { imagesAddress, opsResources } from './resources';
import type { OpsTarget } from '../installation/installation';
import { memoryGoogle } from './testing/memory-google';
import { applyPlan, differences, fireAlerts, planOf } from './ops-plan';

const target: OpsTarget = {
  projectId: 'busker-test',
  host: 'busker.example',
  region: 'europe-west1',
  database: '(default)',
  bucket: 'busker-test.firebasestorage.app',
  maxInstances: 40,
  mailTo: { page: 'page@busker.example', ticket: 'ticket@busker.example' },
};
const resources = opsResources(target);
const database = 'https://firestore.googleapis.com/v1/projects/busker-test/databases/(default)';
const bucket = 'https://storage.googleapis.com/storage/v1/b/busker-test.firebasestorage.app';
const newProject = () =>
  memoryGoogle({
    [database]: { name: 'the database' },
    [bucket]: { name: 'the bucket' },
    [imagesAddress(target)]: { name: 'the images' },
  });

const kinds = async (google: ReturnType<typeof memoryGoogle>) =>
  (await planOf(google.rest, resources)).map(({ standing }) => standing.kind);

describe('ops of a project', () => {
  it('finds everything missing in a new project, creates it, and finds nothing to do afterwards', async () => {
    const google = newProject();
    expect(new Set(await kinds(google))).toEqual(new Set(['missing', 'differs']));
    const done: string[] = [];
    const applied = await applyPlan(
      google.rest,
      await planOf(google.rest, resources),
      (each) => void done.push(each.done),
    );
    expect(applied).toEqual({ ok: true, value: null });
    expect(new Set(done)).toEqual(new Set(['made', 'changed']));
    expect(new Set(await kinds(google))).toEqual(new Set(['same']));
    const writes = google.writes();
    await applyPlan(google.rest, await planOf(google.rest, resources), () => undefined);
    expect(google.writes()).toBe(writes);
  });

  it('names the resources that somebody changed by hand, and restores them', async () => {
    const google = newProject();
    await applyPlan(google.rest, await planOf(google.rest, resources), () => undefined);
    google.change(
      ({ userLabels }) => (userLabels as { busker?: string } | undefined)?.busker === 'tip-held',
      {
        severity: 'WARNING',
        notificationChannels: [],
      },
    );
    const changed = (await planOf(google.rest, resources)).filter(({ standing }) => standing.kind !== 'same');
    expect(changed.map(({ resource, standing }) => [resource.id, standing])).toEqual([
      ['alert tip-held', { kind: 'differs', at: ['severity', 'notificationChannels'] }],
    ]);
    await applyPlan(google.rest, await planOf(google.rest, resources), () => undefined);
    expect(new Set(await kinds(google))).toEqual(new Set(['same']));
  });

  it('stops at the first resource that is refused, and continues there the next time', async () => {
    const google = newProject();
    google.refuse('alertPolicies');
    const applied = await applyPlan(google.rest, await planOf(google.rest, resources), () => undefined);
    expect(applied).toMatchObject({ ok: false, problem: expect.stringContaining('alert unreachable') });
    google.refuse(null);
    const done: string[] = [];
    await applyPlan(
      google.rest,
      await planOf(google.rest, resources),
      ({ id, done: how }) => void done.push(`${id}: ${how}`),
    );
    expect(done).toContain('uptime health: already so');
    expect(done).toContain('alert unreachable: made');
  });

  it('raises every alert that a line can raise, with as many lines as it needs', async () => {
    const google = newProject();
    const fired = await fireAlerts(google.rest, target);
    expect(fired).toMatchObject({
      ok: true,
      value: expect.arrayContaining([
        { name: 'tip-held', lines: 1 },
        { name: 'abuse', lines: 11 },
        { name: 'slow', lines: 0 },
      ]),
    });
    expect(JSON.stringify(google.sent())).toContain('"message":"sweep found","sweep":"reconcile"');
  });
});

describe('the comparison with the live resource', () => {
  it('names the differences, and ignores fields that the API added', () => {
    const wanted = { a: 1, b: { c: ['x', { d: true }] }, e: {} };
    expect(differences(wanted, { ...wanted, name: 'projects/1', e: { f: 1 } })).toEqual([]);
    expect(differences(wanted, { a: 2, b: { c: ['x', { d: false }] } })).toEqual(['a', 'b.c[1].d', 'e']);
    expect(differences(wanted, { ...wanted, b: { c: ['x'] } })).toEqual(['b.c']);
  });
});
