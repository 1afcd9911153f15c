import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, it } from 'vitest';
import { decimalSigns, separators, wholeExport, type ExportChoice } from '../../core/account/export-document';
import { FakeStripe, type FakeStripeEvent } from '../../core/testing/fake-stripe';
import { fakeTip, noon } from '../../core/testing/fakes';
import { sumsOf } from '../../core/books/book-sums';
import { projectTip } from '../../core/tip-state/tip-projection';
import type { Tip } from '../../core/tip/tip';
import { tipTest } from '../../core/tip/tip-filter';
import { bookkeepingWriter, csvWriter, chosenBy, type ExportWriter } from './file-formats';
import { runs } from '../../core/testing/runs';

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
