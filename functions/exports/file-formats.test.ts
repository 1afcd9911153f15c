import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { separators, wholeExport, type ExportChoice } from '@busker/core/account/export-document';
import { paths } from '@busker/core/documents/documents';
import { daysIn } from '@busker/core/locale/zoned-day';
import { feesDocument, feesId } from '@busker/core/money-documents/stripe-account-document';
import { fakeTip, noon } from '@busker/core/testing/fakes';
import { runs } from '@busker/core/testing/runs';
import type { Tip } from '@busker/core/tip/tip';
import { adasScenario, adaToken, adaUid, bearerOf } from '../testing/ada';
import { bookkeepingWriter, csvWriter, tipColumns } from './file-formats';

describe('tip columns', () => {
  const paid = (given: Partial<Tip> = {}): Tip =>
    fakeTip({
      payment: { status: 'succeeded', attempts: 0, lastError: null, succeededAt: noon },
      contrib: { count: 1, gross: 546, refunded: 0, disputed: 0 },
      fees: { estimated: 46, stripe: 46, application: 20, net: 480, settlementCurrency: 'usd' },
      ...given,
    });

  const style = { decimal: '.', dayOf: daysIn('UTC') } as const;
  const cells = (tip: Tip, ...names: readonly string[]) =>
    names.map((name) => tipColumns[name]?.(tip, style));
  const amounts = ['amount', 'tip', 'cover', 'refunded', 'disputed', 'booked', 'net'];

  // Holds pay-140.
  it('has no amount in the row of a tip that was not paid', () => {
    expect(cells(fakeTip(), ...amounts)).toEqual(amounts.map(() => ''));
    expect(cells(paid(), ...amounts)).toEqual(['5.46', '5.00', '0.46', '0.00', '0.00', '5.46', '4.80']);
  });

  it('takes refunds, disputes and their fees off what is left', () => {
    const returned = {
      refundNet: -90,
      disputeNet: -1946,
      disputeFee: 1500,
      refundedAt: noon,
      disputedAt: Date.UTC(2026, 11, 31, 23, 59, 58),
    };
    const tip = paid({ returned, contrib: { count: 1, gross: 546, refunded: 100, disputed: 446 } });
    expect(
      cells(tip, 'refunded', 'disputed', 'booked_refunds', 'booked_disputes', 'dispute_fee', 'net'),
    ).toEqual(['1.00', '4.46', '-0.90', '-4.46', '15.00', '-15.56']);
    expect(cells(tip, 'refunded_at', 'disputed_at')).toEqual(['2026-10-01 12:00:00', '2026-12-31 23:59:58']);
  });

  it('leaves out what Stripe has not booked, and balances whose decimals nobody here knows', () => {
    expect(cells(paid({ fees: fakeTip().fees }), 'amount', 'booked', 'net')).toEqual(['5.46', '', '']);
    const other = { estimated: 46, stripe: 1, application: 0, net: 9, settlementCurrency: 'xyz' };
    expect(cells(paid({ fees: other }), 'booked_in', 'booked', 'net')).toEqual(['xyz', '', '']);
  });

  it('begins with a byte-order mark, without which Excel garbles letters', () => {
    expect(csvWriter(wholeExport('csv')).head({}).startsWith('\ufeffid,state,created,')).toBe(true);
  });

  it('names a declined tip as the dashboard does', () => {
    const lastError = { code: 'card_declined', declineCode: null, at: noon };
    const payment = { status: 'awaiting', attempts: 1, lastError, succeededAt: null } as const;
    expect(cells(fakeTip({ payment }), 'state')).toEqual(['declined']);
    expect(cells(fakeTip(), 'state')).toEqual(['pending']);
  });

  it('says on which day of the owner a tip counts, while times are UTC', () => {
    const lateOnNewYearsEve = Date.UTC(2026, 11, 31, 23, 30);
    const tip = paid({
      payment: { status: 'succeeded', attempts: 1, lastError: null, succeededAt: lateOnNewYearsEve },
    });
    const berlin = { ...style, dayOf: daysIn('Europe/Berlin') };
    expect(tipColumns['paid']?.(tip, berlin)).toBe('2026-12-31 23:30:00');
    expect(tipColumns['day']?.(tip, berlin)).toBe('2027-01-01');
  });

  it('has the owner’s reply and when it was first sent, and nothing where there is no reply', () => {
    const reply = { text: 'Thank you, Jörg!', at: Date.UTC(2026, 9, 2, 8, 5, 7) };
    expect(cells(paid({ reply }), 'reply', 'replied_at')).toEqual([
      'Thank you, Jörg!',
      '2026-10-02 08:05:07',
    ]);
    expect(cells(paid(), 'reply', 'replied_at')).toEqual(['', '']);
  });

  // Holds pay-229.
  it('names the way to pay, the wallet of a card, and a fee that is booked apart', () => {
    const { stripe } = fakeTip();
    const by = (given: Partial<Tip['stripe']>) =>
      cells(paid({ stripe: { ...stripe, ...given } }), 'method', 'wallet', 'fee_apart');
    expect(by({ paymentMethodType: 'card', wallet: 'apple_pay' })).toEqual(['card', 'apple_pay', 'no']);
    expect(by({ paymentMethodType: 'mobilepay' })).toEqual(['mobilepay', '', 'yes']);
  });

  // Holds pay-420.
  it('says of a monthly tip that Stripe Billing has a fee apart', () => {
    const cycle = { monthlyId: 'm1', number: 2, invoiceId: 'in_1', subscriptionId: 'sub_1', period: null };
    expect(cells(paid({ cycle }), 'fee_apart')).toEqual(['yes']);
    expect(cells(paid(), 'fee_apart')).toEqual(['no']);
  });

  // Holds pay-300.
  it('names the monthly tip and the period of a payment, and neither for a single tip', () => {
    const period = { from: Date.UTC(2026, 9, 31, 8), to: Date.UTC(2026, 10, 30, 8) };
    const cycle = { monthlyId: 'm1', number: 2, invoiceId: 'in_1', subscriptionId: 'sub_1', period };
    const columns = ['monthly', 'period_from', 'period_to'];
    expect(cells(paid({ cycle }), ...columns)).toEqual(['m1', '2026-10-31 08:00:00', '2026-11-30 08:00:00']);
    expect(cells(paid({ cycle: { ...cycle, period: null } }), ...columns)).toEqual(['m1', '', '']);
    expect(cells(paid(), ...columns)).toEqual(['', '', '']);
  });

  // Holds dash-203.
  it('has the place of the tip, new columns only at its end, and no other column has moved', () => {
    const names = Object.keys(tipColumns);
    expect(names).toHaveLength(42);
    expect([names[0], ...names.slice(38)]).toEqual([
      'id',
      'period_to',
      'placement',
      'private_message',
      'amount_hidden',
    ]);
    const source = { origin: 'https://blog.example', for: null, placement: 'footer' };
    expect(cells(paid({ source }), 'site', 'placement')).toEqual(['https://blog.example', 'footer']);
    expect(cells(paid({ source: { ...source, placement: null } }), 'placement')).toEqual(['']);
  });
});

describe('bookkeeping writer', () => {
  const day = 24 * 60 * 60_000;

  /** Two refunds of one tip, on two days. */
  const twoRefunds: Partial<Tip> = {
    returned: {
      refundNet: -290,
      disputeNet: 0,
      disputeFee: 0,
      refundedAt: noon + 40 * day,
      disputedAt: null,
      refundsMade: [
        { at: noon + day, net: -100, amount: 110 },
        { at: noon + 40 * day, net: -190, amount: 200 },
      ],
    },
    contrib: { count: 1, gross: 546, refunded: 310, disputed: 0 },
  };
  const paid = (given: Partial<Tip> = {}): Tip =>
    fakeTip({
      tipId: 'tip1',
      payment: { status: 'succeeded', attempts: 0, lastError: null, succeededAt: noon },
      contrib: { count: 1, gross: 546, refunded: 0, disputed: 0 },
      fees: { estimated: 46, stripe: 46, application: 20, net: 480, settlementCurrency: 'usd' },
      ...given,
    });

  const linesOf = (tips: readonly Tip[], choice: Partial<ExportChoice> = {}) => {
    const writer = bookkeepingWriter({ ...wholeExport('bookkeeping'), ...choice });
    const file = `${writer.head({})}${writer.page(tips, 0)}${writer.foot({ tips: tips.length, unreadable: 0 })}`;
    return file.split('\r\n').slice(0, -1);
  };

  // Holds dash-202.
  it('has a row for a tip, its refund, its dispute and the fee of the dispute, each on its own day and with one rule of signs', () => {
    const returned = {
      refundNet: -90,
      disputeNet: -1946,
      disputeFee: 1500,
      refundedAt: noon + day,
      disputedAt: noon + 40 * day,
    };
    const tip = paid({ returned, contrib: { count: 1, gross: 546, refunded: 100, disputed: 446 } });
    expect(linesOf([tip])).toEqual([
      '\ufeffday,number,text,gross,fee,net,currency,place,payout,payout_day',
      '2026-10-01,tip1,Tip,5.46,-0.66,4.80,USD,https://example.com,,',
      '2026-10-02,tip1-refund,Refund,-0.90,0.00,-0.90,USD,https://example.com,,',
      '2026-11-10,tip1-dispute,Dispute,-4.46,0.00,-4.46,USD,https://example.com,,',
      '2026-11-10,tip1-dispute-fee,Dispute fee,0.00,-15.00,-15.00,USD,https://example.com,,',
    ]);
    expect(linesOf([tip], { from: '2026-10-02', until: '2026-10-31' }).slice(1)).toEqual([
      '2026-10-02,tip1-refund,Refund,-0.90,0.00,-0.90,USD,https://example.com,,',
    ]);
  });

  // Holds dash-931.
  it('has a row for each of several refunds, on its own day', () => {
    expect(linesOf([paid(twoRefunds)]).slice(2)).toEqual([
      '2026-10-02,tip1-refund,Refund,-1.00,0.00,-1.00,USD,https://example.com,,',
      '2026-11-10,tip1-refund-2,Refund,-1.90,0.00,-1.90,USD,https://example.com,,',
    ]);
  });

  // Holds dash-1303.
  it('has a row for a refund that failed, and one for what came back on the day on which it did', () => {
    const failed = { madeAt: noon + day, took: -200, at: noon + 40 * day, net: 200, amount: 200 };
    const returned = { refundNet: 0, disputeNet: 0, disputeFee: 0, refundedAt: noon + day, disputedAt: null };
    const tip = paid({ returned: { ...returned, refundsFailed: [failed], refundFailedAt: failed.at } });
    expect(bookkeepingWriter(wholeExport('bookkeeping')).page([tip], 0).split('\r\n').slice(1, -1)).toEqual([
      '2026-10-02,tip1-refund,Refund,-2.00,0.00,-2.00,USD,https://example.com,,',
      '2026-11-10,tip1-refund-2,Refund failed,2.00,0.00,2.00,USD,https://example.com,,',
    ]);
  });

  // Holds dash-991.
  it('has a row for what a dispute took and one for what came back, each on its own day and with its payout', () => {
    const stripe = { ...fakeTip().stripe, paymentIntentId: 'pi_1' };
    const returned = {
      refundNet: 0,
      disputeNet: -1500,
      disputeFee: 1500,
      refundedAt: null,
      disputedAt: noon + day,
      disputesMoved: [
        { at: noon + day, net: -2046, fee: 1500, amount: 546 },
        { at: noon + 40 * day, net: 546, fee: 0, amount: -546 },
      ],
      disputeMovedAt: noon + 40 * day,
    };
    const booked = (id: string, days: number) => ({ id, arrivesAt: noon, bookedAt: noon + days * day });
    const of = new Map([['dispute pi_1', [booked('po_1', 1), booked('po_2', 40)]]]);
    const writer = bookkeepingWriter(wholeExport('bookkeeping'), { of, unreadUntil: null });
    expect(
      writer
        .page([paid({ returned, stripe })], 0)
        .split('\r\n')
        .slice(1, -1),
    ).toEqual([
      '2026-10-02,tip1-dispute,Dispute,-5.46,0.00,-5.46,USD,https://example.com,po_1,2026-10-01',
      '2026-10-02,tip1-dispute-fee,Dispute fee,0.00,-15.00,-15.00,USD,https://example.com,po_1,2026-10-01',
      '2026-11-10,tip1-dispute-2,Dispute won,5.46,0.00,5.46,USD,https://example.com,po_2,2026-10-01',
    ]);
  });

  it('writes days in the zone that was asked for, with the decimal sign of the reader', () => {
    const late = {
      status: 'succeeded',
      attempts: 0,
      lastError: null,
      succeededAt: Date.UTC(2026, 11, 31, 23),
    };
    const berlin = { zone: 'Europe/Berlin', separator: 'semicolon', decimal: 'comma' } as const;
    const cycle = { monthlyId: 'm1', number: 2, invoiceId: 'in_1', subscriptionId: 'sub_1', period: null };
    expect(linesOf([paid({ payment: { ...late, status: 'succeeded' }, cycle })], berlin)[1]).toBe(
      '2027-01-01;tip1;Monthly tip;5,46;-0,66;4,80;USD;https://example.com;;',
    );
  });

  it('has no row for what Stripe has not booked, and no amount in a currency whose decimals nobody here knows', () => {
    expect(linesOf([fakeTip(), paid({ fees: fakeTip().fees })])).toHaveLength(1);
    const other = { estimated: 46, stripe: 1, application: 0, net: 9, settlementCurrency: 'xyz' };
    expect(linesOf([paid({ fees: other })])[1]).toBe('2026-10-01,tip1,Tip,,,,XYZ,https://example.com,,');
  });

  // Holds dash-202.
  it('has a row for each fee that Stripe booked apart from the tips, and for what it gave back', () => {
    const writer = bookkeepingWriter({ ...wholeExport('bookkeeping'), from: '2026-10-02' });
    const fees = [
      { id: 'txn_1', at: noon, currency: 'usd', amount: 9 },
      { id: 'txn_2', at: noon + day, currency: 'usd', amount: 4 },
      { id: 'txn_3', at: noon + 2 * day, currency: 'jpy', amount: -1 },
    ];
    expect(writer.head({}, fees).split('\r\n').slice(1, -1)).toEqual([
      '2026-10-02,txn_2,Stripe fee,0.00,-0.04,-0.04,USD,,,',
      '2026-10-03,txn_3,Stripe fee,0,1,1,JPY,,,',
    ]);
  });

  // Holds dash-932.
  it('names the payout of each movement and the day on which it reaches the bank, and the place of the tip', () => {
    const { stripe, source } = fakeTip();
    const tip = paid({
      ...twoRefunds,
      stripe: { ...stripe, paymentIntentId: 'pi_1' },
      source: { ...source, placement: '=1+1' },
    });
    const payouts = new Map([
      ['tip pi_1', [{ id: 'po_1', arrivesAt: Date.UTC(2026, 9, 5), bookedAt: noon + 1000 }]],
      ['refund pi_1', [{ id: 'po_2', arrivesAt: Date.UTC(2026, 9, 8), bookedAt: noon + day }]],
      ['other txn_1', [{ id: 'po_1', arrivesAt: Date.UTC(2026, 9, 5), bookedAt: noon }]],
    ]);
    const fee = { id: 'txn_1', at: noon, currency: 'usd', amount: 9 };
    const endsIn = (known: typeof payouts, unreadUntil: number | null = null) => {
      const writer = bookkeepingWriter(wholeExport('bookkeeping'), { of: known, unreadUntil });
      return `${writer.head({}, [fee])}${writer.page([tip], 0)}`
        .split('\r\n')
        .slice(1, -1)
        .map((row) => row.split(',').slice(-3).join(' '));
    };
    // A file of some days does not read the payout of an earlier refund.
    const later = { id: 'po_3', arrivesAt: Date.UTC(2026, 10, 17), bookedAt: noon + 40 * day + 1000 };
    expect(endsIn(new Map([['refund pi_1', [later]]])).slice(2)).toEqual([
      '"\'=1+1"  ',
      '"\'=1+1" po_3 2026-11-17',
    ]);
    // Holds dash-990: what happened before a payout that was not read may be in it.
    expect(endsIn(new Map(), noon + day)).toEqual([
      ' not read ',
      '"\'=1+1" not read ',
      '"\'=1+1" not read ',
      '"\'=1+1"  ',
    ]);
    expect(endsIn(payouts)).toEqual([
      ' po_1 2026-10-05',
      '"\'=1+1" po_1 2026-10-05',
      '"\'=1+1" po_2 2026-10-08',
      '"\'=1+1"  ',
    ]);
  });

  // Holds dash-202.
  it('the file of an owner has the fees of its days, and a file of some tips has none', async () => {
    const scenario = await adasScenario();
    const { store, config } = scenario.deps;
    const of = { accountId: 'acct_ada', livemode: config.livemode };
    const lines = [1, 40].map((days) => ({
      id: `txn_${days}`,
      at: noon + days * day,
      currency: 'usd',
      amount: days,
    }));
    for (const line of lines) {
      const month = new Date(line.at).toISOString().slice(0, 7);
      store.put(
        paths.fees(adaUid, feesId(of, month)),
        feesDocument.encode({ v: 1, ...of, month, lines: [line] }),
      );
    }
    const file = async (choice: object) =>
      (
        await scenario.call('POST', '/v1/me/export', { format: 'bookkeeping', ...choice }, bearerOf(adaToken))
      ).text
        .split('\r\n')
        .slice(1, -1);
    expect(await file({})).toEqual([
      '2026-10-02,txn_1,Stripe fee,0.00,-0.01,-0.01,USD,,,',
      '2026-11-10,txn_40,Stripe fee,0.00,-0.40,-0.40,USD,,,',
    ]);
    expect(await file({ from: '2026-11-01', until: '2026-11-30' })).toHaveLength(1);
    expect(await file({ search: 'Kim' })).toEqual([]);
  });
});

/** The cells that a spreadsheet finds which splits at `sign`. A quote within a cell is not the start of one. */
const cellsAt = (file: string, sign: string, own: string) =>
  sign === own
    ? Papa.parse<string[]>(file, { delimiter: sign }).data.flat()
    : file.split(/\r?\n|\r/).flatMap((line) => line.split(sign).map((cell) => cell.replace(/^"+/, '')));

const callable = /^\s*(?:[=+@]|-(?![),;"]|$)).*[(|!]/;
const evil = fc
  .array(fc.constantFrom('=', '+', '-', '@', ',', ';', '\t', '\n', '"', ' ', 'cmd', '|', '!A0', 'SUM(1)'), {
    maxLength: 14,
  })
  .map((parts) => parts.join(''));

describe.each(separators)('a file with the separator %s', (separator) => {
  const written = (name: string, message: string, answer: string) => {
    const fan = { name, message, anonymous: false, country: null };
    const reply = { text: answer, at: noon };
    const writer = csvWriter({ ...wholeExport('csv'), separator });
    return `${writer.head({})}${writer.page([fakeTip({ fan, reply })], 0)}${writer.foot({ tips: 1, unreadable: 0 })}`;
  };

  it('has no cell that could call something, at whatever sign it is split', () => {
    fc.assert(
      fc.property(evil, evil, evil, (name, message, reply) => {
        const file = written(name, message, reply);
        for (const sign of [',', ';', '\t'])
          expect(
            cellsAt(file, sign, { comma: ',', semicolon: ';', tab: '\t' }[separator]).filter((cell) =>
              callable.test(cell),
            ),
          ).toEqual([]);
      }),
      { numRuns: runs(300) },
    );
  });

  it('keeps the line breaks of a message and of a reply within their cells', () => {
    const message = 'One\nTwo, three; "four"';
    const reply = 'Thank you;\nsee "you", soon';
    const { data } = Papa.parse<Record<string, string>>(written('Zoe', message, reply).slice(1), {
      header: true,
    });
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({ name: 'Zoe', message, reply });
  });
});
