import { readFileSync } from 'node:fs';
import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import { type Log, createLog } from '@busker/functions/log';
import { anchorOf } from './alert-policy';
import { alerts } from './alerts';
import { logged, messageOf, metrics } from './metrics';
import type { OpsTarget } from '../installation/installation';
import { imagesAddress, opsResources, publicRequests, requestLogDays } from './resources';
import { memoryGoogle } from './testing/memory-google';
import { applyPlan, differences, fireAlerts, planOf } from './ops-plan';

const target: OpsTarget = {
  projectId: 'busker-test',
  host: 'busker.example',
  region: 'europe-west1',
  database: '(default)',
  bucket: 'busker-test.firebasestorage.app',
  maxInstances: 40,
  mailTo: { page: 'page@busker.example', ticket: null },
};
const names = {
  channel: (level: string) => (level === 'page' ? 'projects/busker-test/notificationChannels/7' : null),
  uptimeCheck: (name: string) => `projects/busker-test/uptimeCheckConfigs/${name}-1`,
};
const wantedOf = (id: string) =>
  opsResources(target)
    .find((each) => each.id === id)
    ?.wanted(names);

describe('the resources of a project', () => {
  it('have different names, and all belong to this project', () => {
    const all = opsResources(target);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    for (const { id, find } of all) expect(find.url, id).toContain('busker-test');
  });

  it('an alert of level `page` notifies the address for pages, and a log alert has a rate limit', () => {
    expect(wantedOf('alert tip-held')).toMatchObject({
      userLabels: { busker: 'tip-held', level: 'page' },
      severity: 'CRITICAL',
      documentation: { content: expect.stringContaining('docs/hosts/operations.md#a-tip-is-held') },
      conditions: [
        { conditionMatchedLog: { filter: expect.stringContaining('jsonPayload.message="tip mismatch"') } },
      ],
      alertStrategy: { notificationRateLimit: { period: '3600s' } },
      notificationChannels: ['projects/busker-test/notificationChannels/7'],
    });
    expect(wantedOf('alert abuse')).toMatchObject({ notificationChannels: [] });
  });

  it('a count covers its window, and an uptime check is named by the id that Google gave it', () => {
    expect(wantedOf('alert webhooks-refused')).toMatchObject({
      conditions: [
        {
          conditionThreshold: {
            filter: expect.stringContaining('logging.googleapis.com/user/busker-webhooks-refused'),
            aggregations: [{ alignmentPeriod: '600s', perSeriesAligner: 'ALIGN_SUM' }],
            thresholdValue: 10,
          },
        },
      ],
    });
    expect(JSON.stringify(wantedOf('alert not-ready'))).toContain('check_id=\\"ready-1\\"');
    expect(JSON.stringify(wantedOf('alert all-instances'))).toContain('"thresholdValue":39.5');
  });

  it('keeps the images of the last three releases, and deletes others after a week', () => {
    expect(wantedOf('images')).toEqual({
      cleanupPolicies: {
        'firebase-functions-cleanup': {
          id: 'firebase-functions-cleanup',
          action: 'DELETE',
          condition: { tagState: 'ANY', olderThan: '604800s' },
        },
        'busker-last-releases': {
          id: 'busker-last-releases',
          action: 'KEEP',
          mostRecentVersions: { keepCount: 3 },
        },
      },
    });
    const images = opsResources(target).find(({ id }) => id === 'images');
    expect([images?.find, images?.update.url({})]).toEqual([
      {
        by: 'address',
        url: 'https://artifactregistry.googleapis.com/v1/projects/busker-test/locations/europe-west1/repositories/gcf-artifacts',
      },
      'https://artifactregistry.googleapis.com/v1/projects/busker-test/locations/europe-west1/repositories/gcf-artifacts?updateMask=cleanupPolicies',
    ]);
  });

  it('warns two weeks before the certificate of the host ends', () => {
    expect(wantedOf('alert certificate')).toMatchObject({
      conditions: [
        {
          conditionThreshold: {
            filter: expect.stringContaining('time_until_ssl_cert_expires'),
            comparison: 'COMPARISON_LT',
            thresholdValue: 14,
          },
        },
      ],
    });
  });

  it('keeps backups for 14 days and 14 weeks, and deleted pictures for 30 days', () => {
    expect(wantedOf('backup daily')).toEqual({ retention: '1209600s', dailyRecurrence: {} });
    expect(wantedOf('backup weekly')).toMatchObject({ retention: '8467200s' });
    expect(wantedOf('bucket')).toMatchObject({
      softDeletePolicy: { retentionDurationSeconds: '2592000' },
    });
  });
});

// Scenario 58: no fan's address is kept longer than a week.
describe('request lines', () => {
  const pattern = RE2JS.compile(/=~"(.*)"/.exec(publicRequests)?.[1] ?? '');
  const isPublic = (path: string) => pattern.matcher(`https://busker.example${path}`).find();

  // Holds host-052.
  it('are kept for seven days in their own bucket, and not in the default one', () => {
    expect(wantedOf('log bucket')).toMatchObject({ retentionDays: requestLogDays });
    const [sink, exclusion] = [wantedOf('log sink'), wantedOf('log exclusion')] as { filter: string }[];
    expect(sink).toMatchObject({
      destination: expect.stringContaining('/locations/europe-west1/buckets/busker-requests'),
      exclusions: [{ filter: publicRequests }],
    });
    expect(exclusion?.filter).toBe(sink?.filter);
  });

  it.each([
    '/v1/profiles/ada',
    '/v1/profiles?handles=ada',
    '/v1/events',
    '/img/a',
    '/embed/0.1.0/busker.js',
    '/assets/main-Fa9yc3EG.js',
    '/@ada',
    '/@ada/tip',
    '/oembed?url=x',
  ])('a good answer of %s leaves none', (path) => expect(isPublic(path)).toBe(true));

  it.each([
    '/v1/tips',
    '/v1/me/export.csv',
    '/t/tip_1',
    '/v1/stripe/webhook',
    '/v1/tip-sessions?x=/v1/events',
  ])('an answer of %s leaves one for a week', (path) => expect(isPublic(path)).toBe(false));
});

describe('the alerts', () => {
  const names = Object.keys(createLog(() => undefined)) as (keyof Log)[];

  /** Every line that the log can write, in its written form. */
  const lines = names.map((name) => {
    const written: string[] = [];
    const write: (line: never) => void = createLog((line) => void written.push(line))[name];
    write({} as never);
    return JSON.parse(written.join('')) as { readonly severity: string; readonly message: string };
  });

  const filters = [
    ...Object.values(metrics).map(({ name, filter }) => ({ name, filter })),
    ...alerts.flatMap(({ name, when }) =>
      when.kind === 'every-line' ? [{ name, filter: when.filter }] : [],
    ),
  ];
  const messageIn = (filter: string) => /jsonPayload\.message="([^"]+)"/.exec(filter)?.[1];

  // Holds host-061.
  it.each(filters)('$name: the functions write a line with the message of its filter', ({ filter }) => {
    expect(lines.map(({ message }) => message)).toContain(messageIn(filter));
  });

  it('read the message from the log: when the message of a line changes, its filter changes too', () => {
    expect(names.map(messageOf)).toEqual(lines.map(({ message }) => message));
    expect(new Set(lines.map(({ message }) => message)).size).toBe(names.length);
    expect(logged('sweepFound', { sweep: 'reconcile' })).toBe(
      'resource.type="cloud_run_revision" AND jsonPayload.message="sweep found" AND jsonPayload.sweep="reconcile"',
    );
  });

  it('include an alert for every line that is an error', () => {
    const watched = new Set(filters.map(({ filter }) => messageIn(filter)));
    const errors = lines.filter(({ severity }) => severity === 'ERROR').map(({ message }) => message);
    expect(errors.filter((message) => !watched.has(message))).toEqual([]);
  });

  it('have unique names that are valid labels', () => {
    const labels = alerts.map(({ name }) => name);
    expect(new Set(labels).size).toBe(labels.length);
    for (const label of labels) expect(label).toMatch(/^[a-z][a-z-]{0,62}$/);
  });

  // Holds host-061.
  it('each have a runbook that says what to do in the first five minutes', () => {
    const page = readFileSync(new URL('../../docs/hosts/operations.md', import.meta.url), 'utf8');
    for (const { runbook } of alerts) {
      const [, section = ''] = page.split(`\n### ${runbook}\n`);
      expect(section.split('\n#')[0], runbook).toContain('**First five minutes.**');
      expect(anchorOf(runbook)).toMatch(/^[a-z-]+$/);
    }
  });
});

/** Somebody gets the tickets too. */
const withTickets: OpsTarget = {
  ...target,
  mailTo: { page: 'page@busker.example', ticket: 'ticket@busker.example' },
};
const resources = opsResources(withTickets);
const database = 'https://firestore.googleapis.com/v1/projects/busker-test/databases/(default)';
const bucket = 'https://storage.googleapis.com/storage/v1/b/busker-test.firebasestorage.app';
const newProject = () =>
  memoryGoogle({
    [database]: { name: 'the database' },
    [bucket]: { name: 'the bucket' },
    [imagesAddress(withTickets)]: { name: 'the images' },
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
    const fired = await fireAlerts(google.rest, withTickets);
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
