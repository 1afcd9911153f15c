import fc from 'fast-check';
import Papa from 'papaparse';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  decimalSigns,
  exportFileName,
  separators,
  wholeExport,
  type ExportChoice,
} from '@busker/core/account/export-document';
import { sumsOf } from '@busker/core/books/book-sums';
import { paths } from '@busker/core/documents/documents';
import { tipDocument } from '@busker/core/money-documents/tip-document';
import { FakeStripe, type FakeStripeEvent } from '@busker/core/testing/fake-stripe';
import { fakeTip, noon } from '@busker/core/testing/fakes';
import { runs } from '@busker/core/testing/runs';
import { projectTip } from '@busker/core/tip-state/tip-projection';
import type { Tip } from '@busker/core/tip/tip';
import { tipTest } from '@busker/core/tip/tip-filter';
import { runAnyJob } from '../jobs/recurring-jobs';
import { stored } from '../store/store';
import {
  adasScenario,
  adaToken,
  adaUid,
  bearerOf,
  paidTip,
  refusedFields,
  word,
  putTips,
  type Scenario,
} from '../testing/ada';
import { workOff } from '../testing/stored-state';
import { exportText } from './export-routes';
import { exportFileOf } from './export-work';
import { bookkeepingWriter, chosenBy, csvWriter, type ExportWriter } from './file-formats';
import { pageSize } from './tip-pages';

describe('export work', () => {
  // Patient: thousands of tips are exported, and the work is killed at each request.

  const job = `export-${adaUid}` as const;
  const owner = { uid: adaUid, email: `${adaUid}@example.com` };
  const tipCount = 3001;
  /** Three pages, in more than one piece. */
  const killedCount = 1101;

  async function scenarioWith(tips: number): Promise<Scenario> {
    const scenario = await adasScenario();
    scenario.deps.users.known.push({ ...owner, role: null });
    putTips(scenario.deps, adaUid, tips);
    return scenario;
  }

  const ask = (scenario: Scenario, format: ExportChoice['format'], choice: Partial<ExportChoice> = {}) =>
    scenario.call('POST', '/v1/me/exports', { format, ...choice }, bearerOf(adaToken));

  /** The same file, written at once. */
  async function textOf(
    scenario: Scenario,
    format: ExportChoice['format'],
    choice: Partial<ExportChoice> = {},
  ): Promise<string> {
    const text = await exportText(scenario.deps, owner, { ...wholeExport(format), ...choice });
    if (!text.ok) throw new Error('The export is too large');
    return text.value;
  }

  async function stateOf({ deps }: Scenario) {
    return (await deps.store.read(stored.export(adaUid)))?.state;
  }

  async function fileOf({ deps }: Scenario): Promise<string | undefined> {
    const record = await deps.store.read(stored.export(adaUid));
    return record && deps.exportFiles.files.get(exportFileOf(adaUid, record))?.bytes.toString();
  }

  /** Rings until the job ends. A process that was killed leaves its lease, which ends after a few minutes. */
  async function untilOver(scenario: Scenario): Promise<number> {
    for (let runs = 1; runs < 99; runs += 1) {
      const end = await runAnyJob(scenario.deps, job).catch(() => 'killed');
      if (end === 'done' || end === 'idle') return runs;
      scenario.deps.clock.advance(7 * 60 * 60_000);
    }
    throw new Error('The export does not end');
  }

  describe('an export of many tips', () => {
    it.each(['csv', 'json'] as const)('is the direct answer byte for byte, as %s', async (format) => {
      const scenario = await scenarioWith(tipCount);
      expect((await ask(scenario, format)).status).toBe(202);
      expect(await stateOf(scenario)).toEqual({ name: 'running', done: 0, total: null });
      expect(await runAnyJob(scenario.deps, job)).toBe('done');
      const direct = await textOf(scenario, format);
      expect((await fileOf(scenario)) === direct).toBe(true);
      const bytes = Buffer.byteLength(direct);
      expect(await stateOf(scenario)).toMatchObject({ name: 'ready', tips: tipCount, bytes });
    });

    it.each(['csv', 'json'] as const)('has only the tips of its filter, as %s', async (format) => {
      const scenario = await scenarioWith(killedCount);
      const choice = { search: 'Zoë 10', separator: 'tab', zone: 'Asia/Tokyo' } as const;
      await ask(scenario, format, choice);
      expect(await runAnyJob(scenario.deps, job)).toBe('done');
      const direct = await textOf(scenario, format, choice);
      expect((await fileOf(scenario)) === direct).toBe(true);
      // 10, 100 to 109, and 1000 to 1099.
      expect(await stateOf(scenario)).toMatchObject({ name: 'ready', tips: 111 });
      expect(direct.match(/"?tipId"?: |^tip\d+,|^tip\d+\t/gm)).toHaveLength(111);
      const sent = await scenario.call('POST', '/v1/me/export', { format, ...choice }, bearerOf(adaToken));
      // Reading an answer as text takes the byte-order mark away.
      expect(sent.text === direct.replace(/^\ufeff/, '')).toBe(true);
    });

    it('is saved under the day of its request, also when it is written on a later day', async () => {
      const scenario = await scenarioWith(1);
      const name = exportFileName(wholeExport('csv'), scenario.deps.clock.now());
      await ask(scenario, 'csv');
      scenario.deps.clock.advance(24 * 60 * 60_000);
      await untilOver(scenario);
      const record = await scenario.deps.store.read(stored.export(adaUid));
      const file = record && scenario.deps.exportFiles.files.get(exportFileOf(adaUid, record));
      expect(file?.saveAs).toBe(name);
    });

    it('has the tips in the order of their time, then of their ids', async () => {
      const scenario = await scenarioWith(700);
      const { tips } = JSON.parse(await textOf(scenario, 'json')) as {
        tips: { createdAt: number; tipId: string }[];
      };
      const sorted = tips.toSorted((a, b) => a.createdAt - b.createdAt || (a.tipId < b.tipId ? -1 : 1));
      expect(tips).toHaveLength(700);
      expect(tips).toEqual(sorted);
    });

    it('holds one page of tips at a time, and little more than a megabyte for the bucket', async () => {
      const scenario = await scenarioWith(tipCount);
      const { store, exportFiles } = scenario.deps;
      const found: number[] = [];
      const find = store.find.bind(store);
      store.find = async (query, decode) => {
        const page = await find(query, decode);
        if (query.from === paths.tips(adaUid)) found.push(page.length);
        return page;
      };
      await ask(scenario, 'json');
      await untilOver(scenario);
      expect(found).toEqual([...Array.from({ length: 6 }, () => pageSize), 1]);
      expect(exportFiles.largestPiece).toBeLessThan(3 * 1024 * 1024);
      expect((await fileOf(scenario))?.length).toBeGreaterThan((3 * exportFiles.largestPiece) / 2);
    });

    it('is refused as a direct answer, which says what to do', async () => {
      const scenario = await scenarioWith(2001);
      const refused = await scenario.call('GET', '/v1/me/export.csv', undefined, bearerOf(adaToken));
      expect(refused).toMatchObject({
        status: 409,
        json: { code: 'export-too-large', figures: { tips: 2001 } },
      });
      scenario.deps.store.put(paths.tip(adaUid, 'gone'), {});
      const few = await scenarioWith(2000);
      expect((await few.call('GET', '/v1/me/export.csv', undefined, bearerOf(adaToken))).status).toBe(200);
    });
  });

  describe('an export that is killed', () => {
    let wanted = '';
    beforeAll(async () => {
      wanted = await textOf(await scenarioWith(killedCount), 'json');
    });

    const kill = () => {
      throw new Error('killed');
    };

    // Holds host-048.
    it('at any request to the store goes on and has the same bytes', async () => {
      const steps = await countSteps();
      expect(steps).toBeGreaterThan(15);
      for (let at = 1; at <= steps; at += 4) {
        const scenario = await scenarioWith(killedCount);
        await ask(scenario, 'json');
        let step = 0;
        // Nothing that the dying process does afterwards lands either.
        scenario.deps.store.fault = () => void ((step += 1) >= at && kill());
        await runAnyJob(scenario.deps, job).catch(() => undefined);
        scenario.deps.store.fault = () => undefined;
        scenario.deps.clock.advance(7 * 60_000);
        await untilOver(scenario);
        expect((await fileOf(scenario)) === wanted, `killed at request ${at}`).toBe(true);
      }
    });

    it('goes on with the same filter, also where whole pages have no tip of it', async () => {
      const choice = { search: 'Zoë 10', separator: 'semicolon', decimal: 'comma' } as const;
      const filtered = await textOf(await scenarioWith(killedCount), 'csv', choice);
      for (const at of [6, 9, 12, 15]) {
        const scenario = await scenarioWith(killedCount);
        await ask(scenario, 'csv', choice);
        let step = 0;
        scenario.deps.store.fault = () => void ((step += 1) >= at && kill());
        await runAnyJob(scenario.deps, job).catch(() => undefined);
        scenario.deps.store.fault = () => undefined;
        scenario.deps.clock.advance(7 * 60_000);
        await untilOver(scenario);
        expect((await fileOf(scenario)) === filtered, `killed at request ${at}`).toBe(true);
      }
    });

    async function countSteps(): Promise<number> {
      const scenario = await scenarioWith(killedCount);
      await ask(scenario, 'json');
      const { requests } = scenario.deps.store;
      await runAnyJob(scenario.deps, job);
      return scenario.deps.store.requests - requests;
    }

    it.each(['begin', 'before-append', 'after-append'] as const)(
      '%s of every piece goes on and has the same bytes',
      async (when) => {
        const scenario = await scenarioWith(killedCount);
        const killed = new Set<number>();
        let piece = 0;
        scenario.deps.exportFiles.fault = (step) => {
          if (step !== when) return;
          piece += 1;
          if (killed.has(piece)) return;
          killed.add(piece);
          piece = 0;
          kill();
        };
        await ask(scenario, 'json');
        await untilOver(scenario);
        expect(killed.size).toBeGreaterThan(0);
        expect((await fileOf(scenario)) === wanted).toBe(true);
      },
    );

    it('says that it is tried again, and starts again when its upload is gone', async () => {
      const scenario = await scenarioWith(killedCount);
      await ask(scenario, 'json');
      let pieces = 0;
      scenario.deps.exportFiles.fault = (step) =>
        void (step === 'after-append' && (pieces += 1) === 1 && kill());
      expect(await runAnyJob(scenario.deps, job)).toBe('due');
      expect(await stateOf(scenario)).toMatchObject({ name: 'retrying', total: killedCount });
      scenario.deps.exportFiles.forgetUploads();
      scenario.deps.clock.advance(8 * 24 * 60 * 60_000);
      await untilOver(scenario);
      expect((await fileOf(scenario)) === wanted).toBe(true);
    });

    it('starts again when a tip has changed between what was sent and what is written again', async () => {
      const scenario = await scenarioWith(killedCount);
      await ask(scenario, 'csv');
      let pieces = 0;
      scenario.deps.exportFiles.fault = (step) =>
        void (step === 'after-append' && (pieces += 1) === 1 && kill());
      expect(await runAnyJob(scenario.deps, job)).toBe('due');
      for (const [path, data] of Object.entries(scenario.deps.store.dump())) {
        const tip = path.startsWith(`${paths.tips(adaUid)}/`) ? tipDocument.decode(data) : undefined;
        if (tip?.ok !== true) continue;
        scenario.deps.store.put(
          path,
          tipDocument.encode({ ...tip.value, fan: { ...tip.value.fan, name: 'x' } }),
        );
      }
      scenario.deps.clock.advance(7 * 60_000);
      await untilOver(scenario);
      expect((await fileOf(scenario)) === (await textOf(scenario, 'csv'))).toBe(true);
    });

    it('goes on after a slice whose time is over', async () => {
      const scenario = await scenarioWith(killedCount);
      await ask(scenario, 'json');
      scenario.deps.store.pause = async (step) =>
        void (step === 'find' && scenario.deps.clock.advance(3 * 60_000));
      const ends = [];
      for (let end = ''; end !== 'done'; ends.push(end)) end = await runAnyJob(scenario.deps, job);
      expect(ends.length).toBeGreaterThan(3);
      expect((await fileOf(scenario)) === wanted).toBe(true);
    });
  });
});

describe('request export', () => {
  const week = 7 * 24 * 60 * 60_000;
  const ask = (scenario: Scenario, format = 'csv') =>
    scenario.call('POST', '/v1/me/exports', { format }, bearerOf(adaToken));
  const link = (scenario: Scenario) =>
    scenario.call('POST', '/v1/me/exports/link', undefined, bearerOf(adaToken));
  const recordOf = ({ deps }: Scenario) => deps.store.read(stored.export(adaUid));

  async function readyScenario(): Promise<Scenario> {
    const scenario = await adasScenario();
    await paidTip(scenario, { name: 'Zoe' });
    await ask(scenario);
    await workOff(scenario.deps);
    return scenario;
  }

  describe('POST /v1/me/exports', () => {
    // Holds host-048.
    it('needs a sign-in of the last ten minutes, and so does each link', async () => {
      const scenario = await readyScenario();
      expect((await link(scenario)).status).toBe(200);
      scenario.deps.clock.advance(10 * 60_000 + 1);
      expect((await ask(scenario)).json['code']).toBe('recent-sign-in-required');
      expect((await link(scenario)).json['code']).toBe('recent-sign-in-required');
    });

    // Holds host-048.
    it('keeps no link, and each link works for a quarter of an hour', async () => {
      const scenario = await readyScenario();
      const answer = await link(scenario);
      expect(answer.json['expiresAt']).toBe(scenario.deps.clock.now() + 15 * 60_000);
      expect(JSON.stringify(await recordOf(scenario))).not.toContain('https:');
      expect(word(answer, 'url')).toContain(`exports/${adaUid}/`);
    });

    it('pressed twice, or in two tabs, is one export', async () => {
      const scenario = await adasScenario();
      const [first, second] = await Promise.all([ask(scenario), ask(scenario)]);
      expect(first.json).toEqual(second.json);
      await workOff(scenario.deps);
      expect(scenario.deps.exportFiles.files.size).toBe(1);
      const other = await ask(scenario, 'json');
      expect(other.json).not.toEqual(first.json);
      expect((await link(scenario)).json['code']).toBe('export-not-ready');
      await workOff(scenario.deps);
      expect([...scenario.deps.exportFiles.files.keys()]).toEqual([
        `exports/${adaUid}/${word(other, 'id')}.json`,
      ]);
    });

    it('of another format during an export ends with the later one alone', async () => {
      const scenario = await adasScenario();
      await ask(scenario);
      scenario.deps.store.pause = async (step) => {
        if (step !== 'find') return;
        scenario.deps.store.pause = () => Promise.resolve();
        await ask(scenario, 'json');
      };
      await workOff(scenario.deps);
      expect(await recordOf(scenario)).toMatchObject({ format: 'json', state: { name: 'ready' } });
      expect(scenario.deps.exportFiles.files.size).toBe(1);
    });

    it('of another range is another export, and the same range goes on', async () => {
      const scenario = await adasScenario();
      const choice = { format: 'csv', from: '2026-10-01', until: '2026-10-31', zone: 'Europe/Berlin' };
      const askFor = (body: object) => scenario.call('POST', '/v1/me/exports', body, bearerOf(adaToken));
      const first = await askFor(choice);
      expect((await askFor(choice)).json).toEqual(first.json);
      expect((await askFor({ ...choice, until: '2026-10-30' })).json).not.toEqual(first.json);
      expect(await recordOf(scenario)).toMatchObject({ choice: { until: '2026-10-30', state: 'all' } });
    });

    it('refuses limits of a range by name', async () => {
      const scenario = await adasScenario();
      const refused = async (body: object) =>
        refusedFields(
          await scenario.call('POST', '/v1/me/export', { format: 'csv', ...body }, bearerOf(adaToken)),
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
      const scenario = await readyScenario();
      scenario.deps.idTokens.signIn('later', {
        uid: adaUid,
        guest: false,
        provider: 'password',
        email: null,
        emailVerified: true,
        signedInAt: scenario.deps.clock.now() + week,
      });
      scenario.deps.clock.advance(week);
      const late = await scenario.call('POST', '/v1/me/exports/link', undefined, bearerOf('later'));
      expect(late.json['code']).toBe('export-not-ready');
      await scenario.deps.jobs.want('sweep-exports', 'all');
      await workOff(scenario.deps);
      expect(scenario.deps.exportFiles.files.size).toBe(0);
    });

    it('has the preferences and the objections of the owner, without the people who decided', async () => {
      const scenario = await adasScenario();
      scenario.deps.store.put(paths.account(adaUid), {
        v: 1,
        language: 'de',
        keepTipsYears: 3,
        taxNumber: 'LV 123',
      });
      scenario.deps.store.put(paths.books(adaUid), { v: 1, yearStart: '04-06' });
      await scenario.deps.store.transaction(async (tx) => {
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
          answer: {
            outcome: 'upheld',
            text: 'It is not',
            by: 'second@busker.test',
            at: 3,
            samePerson: false,
          },
          expiresAt: 4,
        });
        return Promise.resolve();
      });
      const answer = await scenario.call('GET', '/v1/me/export.json', undefined, bearerOf(adaToken));
      expect(answer.json).toMatchObject({
        preferences: { language: 'de', keepTipsYears: 3, taxNumber: 'LV 123' },
        books: { yearStart: '04-06' },
        appeals: [{ text: 'It is mine', reason: 'A wrong picture', answer: { text: 'It is not' } }],
        tips: [],
      });
      expect(answer.text).not.toMatch(/moderator@|second@|report-1/);
    });
  });
});

// Patient: thousands of tips are exported.

const job = `export-${adaUid}` as const;
const owner = { uid: adaUid, email: `${adaUid}@example.com` };
const tipCount = 2001;

/** Ada's tips, of which those at these places, by age, were written by a later release. */
async function scenarioWith(unreadable: readonly number[]): Promise<Scenario> {
  const scenario = await adasScenario();
  const { store, users } = scenario.deps;
  users.known.push({ ...owner, role: null });
  putTips(scenario.deps, adaUid, tipCount);
  const inOrder = Object.entries(store.dump())
    .filter(([path]) => path.startsWith(`${paths.tips(adaUid)}/`))
    .toSorted(([, a], [, b]) => Number(a['createdAt']) - Number(b['createdAt']));
  for (const place of unreadable) {
    const [path, data] = inOrder[place] ?? [];
    if (path !== undefined && data !== undefined) store.put(path, { ...data, v: 99 });
  }
  return scenario;
}

async function exported(scenario: Scenario, format: 'csv' | 'json') {
  const { deps } = scenario;
  await scenario.call('POST', '/v1/me/exports', { format }, bearerOf(adaToken));
  expect(await runAnyJob(deps, job)).toBe('done');
  const record = await deps.store.read(stored.export(adaUid));
  const bytes = record && deps.exportFiles.files.get(exportFileOf(adaUid, record))?.bytes;
  return { state: record?.state, text: bytes?.toString() ?? '' };
}

describe('a tip that cannot be read', () => {
  // Holds dash-143.
  it.each([
    ['in a page', [3]],
    ['at the end of a page and at the beginning of the next', [pageSize - 1, pageSize]],
    ['as the last one', [tipCount - 1]],
    ['as a whole page', Array.from({ length: pageSize }, (_, place) => place)],
  ])(
    'a tip that cannot be read, %s, is left out of an export, counted and logged',
    async (_where, places) => {
      const scenario = await scenarioWith(places);
      const { state, text } = await exported(scenario, 'json');
      const tips = tipCount - places.length;
      expect(state).toMatchObject({ name: 'ready', tips, unreadable: places.length });
      const file = JSON.parse(text) as { readonly tips: readonly unknown[]; readonly unreadableTips: number };
      expect(file.tips).toHaveLength(tips);
      expect(file.unreadableTips).toBe(places.length);
      expect(scenario.deps.lines.filter((line) => line.includes('tip unreadable'))).toHaveLength(
        places.length,
      );
    },
  );

  it('a spreadsheet has the other tips, and says nothing of tips when all can be read', async () => {
    const missing = await exported(await scenarioWith([7]), 'csv');
    expect(missing.state).toMatchObject({ name: 'ready', tips: tipCount - 1, unreadable: 1 });
    expect(missing.text.trim().split('\r\n')).toHaveLength(tipCount);
    const whole = await exported(await scenarioWith([]), 'json');
    expect(whole.state).not.toHaveProperty('unreadable');
    expect(whole.text).not.toContain('unreadable');
  });

  it('the answer to a request leaves it out too', async () => {
    const scenario = await scenarioWith([1]);
    const text = await exportText(scenario.deps, owner, wholeExport('json'));
    expect(text.ok && JSON.parse(text.value)).toMatchObject({ unreadableTips: 1 });
  });
});

const hour = 60 * 60_000;

const event = fc.oneof(
  fc.constantFrom<FakeStripeEvent>({ kind: 'declined' }, { kind: 'canceled', reason: 'abandoned' }),
  fc.record({
    kind: fc.constant('refunded' as const),
    amount: fc.constantFrom(1, 200, 346, 546),
    status: fc.constantFrom('pending' as const, 'succeeded' as const),
  }),
  fc.record({
    kind: fc.constant('refund-settled' as const),
    status: fc.constantFrom('succeeded' as const, 'failed' as const),
  }),
  fc.record({
    kind: fc.constant('disputed' as const),
    status: fc.constantFrom('warning_needs_response' as const, 'needs_response' as const),
  }),
  fc.record({
    kind: fc.constant('dispute-moved' as const),
    status: fc.constantFrom('under_review' as const, 'won' as const, 'lost' as const),
  }),
);

/** A payment with a random life, and when it was paid. */
const history = fc.record({
  before: fc.array(event, { maxLength: 2 }),
  after: fc.array(event, { maxLength: 6 }),
  isPaid: fc.boolean(),
  hours: fc.integer({ min: 0, max: 90 * 24 }),
});

const choice: fc.Arbitrary<ExportChoice> = fc.record({
  format: fc.constant('csv' as const),
  separator: fc.constantFrom(...separators),
  decimal: fc.constantFrom(...decimalSigns),
  zone: fc.constantFrom('UTC', 'Europe/Berlin', 'Pacific/Kiritimati', 'America/Los_Angeles'),
  state: fc.constantFrom('all' as const, 'received' as const, 'lost' as const, 'refunded' as const),
  from: fc.constantFrom('', '2026-10-01', '2026-10-25', '2026-11-01'),
  until: fc.constantFrom('', '2026-10-31', '2026-11-30'),
  placement: fc.constant(''),
  search: fc.constant(''),
});

interface Lived {
  readonly tip: Tip;
  /** What Stripe booked for it, over all balance transactions. */
  readonly balance: number;
}

function live(
  { before, after, isPaid, hours }: typeof history extends fc.Arbitrary<infer H> ? H : never,
  at: number,
): Lived {
  const stripe = new FakeStripe();
  for (const each of before) stripe.happens(each);
  if (isPaid) stripe.happens({ kind: 'succeeded' });
  for (const each of after) stripe.happens(each);
  const tip = projectTip(fakeTip(), stripe.snapshot());
  const paidAt = noon + hours * hour;
  const { payment } = tip;
  return {
    tip: {
      ...tip,
      tipId: `tip${at}`,
      createdAt: paidAt - 1000,
      payment: { ...payment, succeededAt: payment.succeededAt === null ? null : paidAt },
    },
    balance: stripe.bookings.reduce((total, { net }) => total + net, 0),
  };
}

/** The file's own sums, read as a spreadsheet reads it. In cents. */
function sumsOfFile(tips: readonly Tip[], { separator, decimal, zone }: ExportChoice) {
  const writer = csvWriter({ separator, decimal, zone });
  const sums = readFile(writer, tips, { separator, decimal });
  expect(sums.rows).toBe(tips.length);
  return sums.of;
}

function readFile(
  writer: ExportWriter,
  tips: readonly Tip[],
  { separator, decimal }: Pick<ExportChoice, 'separator' | 'decimal'>,
) {
  const file = `${writer.head({})}${writer.page(tips, 0)}${writer.foot({ tips: tips.length, unreadable: 0 })}`;
  const delimiter = { comma: ',', semicolon: ';', tab: '\t' }[separator];
  const { data } = Papa.parse<Record<string, string>>(file.slice(1), {
    header: true,
    delimiter,
    skipEmptyLines: true,
  });
  const cents = (cell = '') =>
    Math.round(Number((cell || '0').replace(decimal === 'comma' ? ',' : '.', '.')) * 100);
  const of = (column: string) => data.reduce((total, row) => total + cents(row[column]), 0);
  return { rows: data.length, of };
}

describe('the sums of an export', () => {
  // Holds pay-140.
  it('the sums of a file are the totals of the screen and what Stripe booked, for any filter and any history', () => {
    fc.assert(
      fc.property(fc.array(history, { maxLength: 20 }), choice, (histories, chosen) => {
        const isChosen = tipTest(chosen, chosen.zone);
        const lived = histories.map(live).filter(({ tip }) => isChosen(tip));
        const tips = lived.map(({ tip }) => tip);
        const file = sumsOfFile(tips, chosen);
        const screen = sumsOf(tips)[0];
        const { booked } = screen ?? {};
        expect(file('amount')).toBe(screen?.received ?? 0);
        expect(file('refunded')).toBe(screen?.refunded ?? 0);
        expect(file('disputed')).toBe(screen?.disputed ?? 0);
        expect(file('stripe_fee') + file('host_share') + file('dispute_fee')).toBe(
          (booked?.stripeFee ?? 0) + (booked?.hostShare ?? 0) + (booked?.disputeFee ?? 0),
        );
        expect(file('net')).toBe(booked?.kept ?? 0);
        expect(file('net')).toBe(lived.reduce((total, { balance }) => total + balance, 0));
      }),
      { numRuns: runs(200) },
    );
  });

  it('a whole file has every tip, also those that were never paid', () => {
    const tips = [1, 2].map((at) => live({ before: [], after: [], isPaid: at === 1, hours: at }, at).tip);
    const isChosen = tipTest(wholeExport('csv'), 'UTC');
    expect(tips.filter(isChosen)).toEqual(tips);
  });

  // Holds dash-202.
  it('the rows of the bookkeeping add up to what the balance gained, in the days of each row', () => {
    fc.assert(
      fc.property(fc.array(history, { maxLength: 20 }), choice, (histories, given) => {
        const lived = histories.map(live);
        const tips = lived.map(({ tip }) => tip);
        const sums = (chosen: ExportChoice) =>
          readFile(bookkeepingWriter(chosen), tips.filter(chosenBy(chosen)), chosen).of;
        const all: ExportChoice = {
          ...wholeExport('bookkeeping'),
          separator: given.separator,
          decimal: given.decimal,
          zone: given.zone,
        };
        const whole = sums(all);
        expect(whole('net')).toBe(lived.reduce((total, { balance }) => total + balance, 0));
        expect(whole('gross') + whole('fee')).toBe(whole('net'));
        const parts = [
          { ...all, until: '2026-10-24' },
          { ...all, from: '2026-10-25', until: '2026-11-30' },
          { ...all, from: '2026-12-01' },
        ].map(sums);
        for (const column of ['gross', 'fee', 'net'])
          expect(parts.reduce((total, part) => total + part(column), 0)).toBe(whole(column));
      }),
      { numRuns: runs(200) },
    );
  });
});
