import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shippedLanguages } from '../locale/language-tags';
import { currencyCodes } from '../money/money';
import type { EventFact } from '../outbox/outbox-event';
import { noon, everyFact, fakeMessage, fakeNotifiedEvent, fakeNotifiedTip } from '../testing/fakes';
import {
  codeWords,
  footerWords,
  renderMessage,
  testWords,
  type RenderedMessage,
  type MessageReader,
} from './render-message';

describe('tell', () => {
  const owner: MessageReader = {
    language: 'en',
    zone: 'Europe/Berlin',
    origin: 'https://busker.example',
    audience: 'private',
  };
  const textsIn = ({ title, lines, summary }: RenderedMessage) => [
    title,
    ...summary,
    ...lines.flatMap(({ text, note, quote }) => [text, note ?? '', quote ?? '']),
  ];

  test.each(shippedLanguages)('every event is told in %s, and no placeholder remains', (language) => {
    const texts = everyFact.flatMap((fact) =>
      (['private', 'public'] as const).flatMap((audience) => {
        const rendered = renderMessage(fakeMessage([fakeNotifiedEvent({ fact })]), {
          ...owner,
          language,
          audience,
        });
        expect(rendered).toMatchObject({ language, direction: language === 'ar' ? 'rtl' : 'ltr' });
        expect(rendered.title).not.toBe('');
        return textsIn(rendered);
      }),
    );
    expect(texts.join('\n')).not.toMatch(/[{}#]|undefined|\bnull\b/);
  });

  test.each(shippedLanguages)('a long message counts in %s without a placeholder', (language) => {
    const events = [1, 2, 3].map((at) => fakeNotifiedEvent({ id: `e${at}`, at: noon + at }));
    for (const count of [1, 2, 3, 5, 11, 22, 1_000_000]) {
      const sums = [{ currency: 'usd', count: 3 + count, amount: (3 + count) * 500 }] as const;
      const rendered = renderMessage(fakeMessage(events, { sums, unlisted: count, takenBack: count }), {
        ...owner,
        language,
      });
      expect(rendered.summary).toHaveLength(2);
      expect(textsIn(rendered).join('\n')).not.toMatch(/[{}#]|undefined/);
    }
  });

  // Holds out-2044.
  test('fifty messages that wait are one line, without those that were reviewed since', () => {
    const waits = (at: number, words: 'held' | 'visible' = 'held') =>
      fakeNotifiedEvent({
        id: `w${at}`,
        at: noon + at,
        fact: { type: 'tip.needs_review' },
        tip: fakeNotifiedTip({ tipId: `t${at}`, words, name: null, message: null }),
      });
    const fifty = Array.from({ length: 50 }, (_, at) => waits(at));
    const rendered = renderMessage(fakeMessage([...fifty, waits(50, 'visible')]), owner);
    expect(rendered.title).toBe('50 messages wait for your review');
    expect(rendered.lines).toHaveLength(1);
    expect(rendered.lines[0]?.url).toBe('https://busker.example/money/review');
    const decided = renderMessage(fakeMessage([waits(1, 'visible')]), owner);
    expect(decided.title).toBe('1 message waits for your review');
    const besides = renderMessage(fakeMessage([waits(1, 'visible'), fakeNotifiedEvent()]), owner);
    expect(besides.lines.map(({ text }) => text)).toEqual(['Kim sent you $5.00']);
  });

  test.each<[EventFact, string, string | null, string]>([
    [
      { type: 'monthly.started', monthlyId: 'm1', currency: 'usd', amount: 500, every: 'month' },
      'A fan now gives you $5.00 every month',
      null,
      '/money/monthly?supporter=m1',
    ],
    [
      { type: 'payout.failed', payoutId: 'po_1', currency: 'etb', amount: 2500 },
      'A payout of 2500 ETB failed',
      'The money is in your Stripe balance again. Check your bank account at Stripe.',
      '/money/payouts',
    ],
  ])('%j is told in plain words', (fact, text, note, path) => {
    const { lines } = renderMessage(fakeMessage([fakeNotifiedEvent({ fact, tip: null })]), owner);
    expect(lines).toMatchObject([{ text, note, url: `https://busker.example${path}` }]);
  });

  test('one paid tip is told with its message, what is left of it, and its address', () => {
    const rendered = renderMessage(
      fakeMessage([fakeNotifiedEvent({ tip: fakeNotifiedTip({ fees: 45 }) })]),
      owner,
    );
    expect(rendered).toEqual({
      language: 'en',
      direction: 'ltr',
      title: 'Kim sent you $5.00',
      lines: [
        {
          text: 'Kim sent you $5.00',
          quote: 'Lovely!',
          note: 'After costs about $4.55 is yours; Stripe’s page has the exact figures.',
          url: 'https://busker.example/money/tips?tip=tip1',
          at: noon,
          urgent: false,
        },
      ],
      summary: [],
      test: false,
    });
  });

  test('several tips are told with their sum and the time of the first', () => {
    const at = Date.UTC(2026, 9, 1, 12, 10);
    const rendered = renderMessage(
      fakeMessage([fakeNotifiedEvent({ at }), fakeNotifiedEvent({ at: at + 60_000 })]),
      owner,
    );
    expect(rendered.title).toBe('2 tips, $10.00 since 14:10');
    expect(rendered.lines.map(({ note }) => note)).toEqual([null, null]);
  });

  test('sums of an earlier day have their day', () => {
    const rendered = renderMessage(
      fakeMessage([fakeNotifiedEvent(), fakeNotifiedEvent()], { since: noon - 86_400_000 }),
      owner,
    );
    expect(rendered.title).toBe('2 tips, $10.00 since Sep 30, 2026, 14:00');
  });

  test('two currencies are two sums', () => {
    const tips = [fakeNotifiedTip(), fakeNotifiedTip({ currency: 'jpy', amount: 800 })];
    const rendered = renderMessage(fakeMessage(tips.map((tip) => fakeNotifiedEvent({ tip }))), owner);
    expect(rendered.title).toBe('2 tips, $5.00 and ¥800 since 14:00');
  });

  test('tips that are not listed are counted, with their amounts', () => {
    const sums = [{ currency: 'usd', count: 471, amount: 235_500 }] as const;
    const rendered = renderMessage(fakeMessage([fakeNotifiedEvent()], { sums, unlisted: 470 }), owner);
    expect(rendered.summary).toEqual(['and 470 more tips, $2,350.00']);
  });

  test('tips that are not listed have no amounts when the sums do not fit', () => {
    const events = [fakeNotifiedEvent(), fakeNotifiedEvent()];
    const few = [{ currency: 'usd', count: 3, amount: 900 }] as const;
    expect(renderMessage(fakeMessage(events, { sums: few, unlisted: 1 }), owner).summary).toEqual([
      'and 1 more tip',
    ]);
    const many = [{ currency: 'usd', count: 9, amount: 4_500 }] as const;
    expect(renderMessage(fakeMessage(events, { sums: many, unlisted: 1 }), owner).summary).toEqual([
      'and 1 more tip',
    ]);
  });

  test('a tip that was paid and taken back is one line', () => {
    const rendered = renderMessage(fakeMessage([], { takenBack: 1 }), owner);
    expect(rendered).toMatchObject({ title: '1 tip was taken back', lines: [], summary: [] });
    const more = renderMessage(fakeMessage([fakeNotifiedEvent()], { takenBack: 2 }), owner);
    expect(more).toMatchObject({ title: '1 tip, $5.00 since 14:00', summary: ['2 tips were taken back'] });
  });

  // Holds out-110.
  test('the title has the sums and how much is urgent, and what is urgent comes first with its deadline in its own line', () => {
    const dispute = fakeNotifiedEvent({
      fact: { type: 'tip.disputed', status: 'open', amount: 500, dueBy: noon },
    });
    const rendered = renderMessage(fakeMessage([fakeNotifiedEvent(), dispute]), owner);
    expect(rendered.title).toBe('1 tip, $5.00; 1 thing needs you');
    expect(rendered.summary).toEqual([]);
    expect(rendered.lines[0]).toMatchObject({
      text: 'A tip of $5.00 is disputed: answer at Stripe by Oct 1, 2026, 14:00',
      urgent: true,
      note: null,
    });
  });

  // Holds out-110.
  test('a dispute without other news is the title, with its deadline; several are counted', () => {
    const fact = { type: 'tip.disputed', status: 'open', amount: 500, dueBy: noon } as const;
    const says = 'A tip of $5.00 is disputed: answer at Stripe by Oct 1, 2026, 14:00';
    expect(renderMessage(fakeMessage([fakeNotifiedEvent({ fact })]), owner).title).toBe(says);
    const replied = fakeNotifiedEvent({ fact: { type: 'tip.replied' } });
    expect(renderMessage(fakeMessage([replied, fakeNotifiedEvent({ fact })]), owner).title).toBe(says);
    const two = renderMessage(fakeMessage([fakeNotifiedEvent({ fact }), fakeNotifiedEvent({ fact })]), {
      ...owner,
      most: 1,
    });
    expect(two).toMatchObject({ title: '2 things need you', summary: ['and 1 other update'] });
  });

  // Holds out-111.
  test('a channel with little room lists the largest and the first tip, and the newest of the others', () => {
    const tips = [300, 200, 50_000, 400, 500, 600].map((amount, at) =>
      fakeNotifiedEvent({ id: `e${at}`, at: noon + at, tip: fakeNotifiedTip({ tipId: `t${at}`, amount }) }),
    );
    const rendered = renderMessage(fakeMessage(tips), { ...owner, most: 4 });
    expect(rendered.lines.map(({ text }) => text)).toEqual([
      'Kim sent you $6.00',
      'Kim sent you $5.00',
      'Kim sent you $500.00',
      'Kim sent you $3.00',
    ]);
    expect(rendered.summary).toEqual(['and 2 more tips, $6.00']);
  });

  test('a channel with little room lists urgent events first and counts the others', () => {
    const dispute = fakeNotifiedEvent({
      fact: { type: 'tip.disputed', status: 'inquiry', amount: 500, dueBy: noon },
    });
    const replied = fakeNotifiedEvent({ fact: { type: 'tip.replied' } });
    const rendered = renderMessage(
      fakeMessage([fakeNotifiedEvent(), fakeNotifiedEvent(), replied, dispute]),
      { ...owner, most: 2 },
    );
    expect(rendered.lines.map(({ text }) => text)).toEqual([
      'The bank has a question about a tip of $5.00: answer at Stripe by Oct 1, 2026, 14:00',
      'Kim sent you $5.00',
    ]);
    expect(rendered.summary).toEqual(['and 1 more tip, $5.00', 'and 1 other update']);
  });

  test('several events without a tip are counted', () => {
    const event = fakeNotifiedEvent({
      fact: { type: 'profile.published', revision: 1, handle: 'ada' },
      tip: null,
    });
    expect(renderMessage(fakeMessage([event, event]), owner).title).toBe('2 updates');
  });

  test('a fan without a name is somebody', () => {
    const event = fakeNotifiedEvent({ tip: fakeNotifiedTip({ name: null }) });
    expect(renderMessage(fakeMessage([event]), owner).title).toBe('Somebody sent you $5.00');
    expect(renderMessage(fakeMessage([event]), { ...owner, audience: 'public' }).title).toBe(
      '$5.00 from somebody',
    );
  });

  test('a fan who asked not to be shown is marked in private', () => {
    const event = fakeNotifiedEvent({ tip: fakeNotifiedTip({ anonymous: true }) });
    expect(renderMessage(fakeMessage([event]), owner).title).toBe(
      'Kim (asked not to be shown) sent you $5.00',
    );
  });

  // Holds tag-180, tag-183.
  test('what a fan keeps from others is said in private, and in public is no amount', () => {
    const tip = fakeNotifiedTip({ privateMessage: true, hidesAmount: true });
    const event = fakeNotifiedEvent({ tip });
    expect(renderMessage(fakeMessage([event]), owner)).toMatchObject({
      title: 'Kim sent you $5.00',
      lines: [
        {
          note: 'The message is only for you. This fan does not want others to see the amount.',
          quote: 'Lovely!',
        },
      ],
    });
    const reader = { ...owner, audience: 'public' } as const;
    const hidden = { ...event, tip: { ...tip, amount: 0, tipAmount: 0, message: null } };
    expect(renderMessage(fakeMessage([hidden]), reader).title).toBe('A tip from Kim');
    const nameless = { ...hidden, tip: { ...hidden.tip, name: null } };
    expect(renderMessage(fakeMessage([nameless]), reader).title).toBe('A tip from somebody');
    expect(renderMessage(fakeMessage([hidden, hidden]), reader).title).toBe('2 tips');
    expect(renderMessage(fakeMessage([hidden, fakeNotifiedEvent()]), reader).title).toBe(
      '2 tips, $5.00 since 14:00',
    );
    const back = { type: 'tip.refunded', refunded: 500, change: 500, by: 'fan' } as const;
    expect(renderMessage(fakeMessage([{ ...hidden, fact: back }]), reader).title).toMatch(/•••/);
    const began = { type: 'monthly.started', monthlyId: 'm1', currency: 'usd', amount: 777 } as const;
    const monthly = { ...began, every: 'month', hidesAmount: true } as const;
    const start = fakeMessage([fakeNotifiedEvent({ fact: monthly, tip: null })]);
    expect(renderMessage(start, reader).title).not.toContain('7');
    expect(renderMessage(start, owner).title).toContain('$7.77');
  });

  test('a held message is announced in private only', () => {
    const tip = fakeNotifiedTip({ words: 'held', name: null, message: null, fees: 45 });
    const held = fakeMessage([fakeNotifiedEvent({ tip })]);
    expect(renderMessage(held, owner).lines[0]?.note).toMatch(/^A message waits for your look\. After costs/);
    expect(renderMessage(held, { ...owner, audience: 'public' }).lines[0]?.note).toBeNull();
    expect(renderMessage(held, { ...owner, language: 'ja' }).lines[0]?.note).not.toContain('。 ');
  });

  test('a tip of the sandbox is marked as a test, once', () => {
    const event = fakeNotifiedEvent({ livemode: false });
    expect(renderMessage(fakeMessage([event]), owner)).toMatchObject({
      title: 'TEST: Kim sent you $5.00',
      test: true,
    });
    const two = renderMessage(fakeMessage([event, event]), owner);
    expect(two.title).toBe('TEST: 2 tips, $10.00 since 14:00');
    expect(two.lines[0]?.text).toBe('TEST: Kim sent you $5.00');
    expect(renderMessage(fakeMessage([event, fakeNotifiedEvent()]), owner).test).toBe(false);
    const dispute = { type: 'tip.disputed', status: 'open', amount: 500, dueBy: null } as const;
    const urgent = fakeNotifiedEvent({ livemode: false, fact: dispute });
    expect(renderMessage(fakeMessage([event, urgent]), owner).title).toBe(
      'TEST: 1 tip, $5.00; 1 thing needs you',
    );
  });

  test('a tip that is gone has a sentence without amounts', () => {
    expect(renderMessage(fakeMessage([fakeNotifiedEvent({ tip: null })]), owner).title).toBe(
      'A tip changed, and was deleted since',
    );
  });

  test('an unknown zone is read as UTC', () => {
    const rendered = renderMessage(fakeMessage([fakeNotifiedEvent(), fakeNotifiedEvent()]), {
      ...owner,
      zone: 'Mars/Base',
    });
    expect(rendered.title).toContain('since 12:00');
  });

  test('a name that looks like a placeholder stays as it is, and a name of the other direction is isolated', () => {
    const titleFor = (name: string, language = 'en') =>
      renderMessage(fakeMessage([fakeNotifiedEvent({ tip: fakeNotifiedTip({ name }) })]), {
        ...owner,
        language,
      }).title;
    expect(titleFor('{amount}')).toBe('{amount} sent you $5.00');
    expect(titleFor('نور')).toBe('\u2068نور\u2069 sent you $5.00');
    expect(titleFor('Kim', 'ar')).toContain('\u2068Kim\u2069');
  });

  test('sums of different currencies are never added up', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.constantFrom(...currencyCodes), { minLength: 1, maxLength: 4 }),
        (codes) => {
          const tips = codes.map((currency) => fakeNotifiedTip({ currency, amount: 4_000_000 }));
          const sums = tips.map(({ currency, amount }) => ({ currency, count: 1, amount }));
          const [first] = tips;
          const events = [
            fakeNotifiedEvent({ tip: first ?? null }),
            fakeNotifiedEvent({ tip: first ?? null }),
          ];
          const { title } = renderMessage(fakeMessage(events, { sums }), owner);
          expect(title.match(/4[,.\u00a0]?0/g)).toHaveLength(codes.length);
        },
      ),
    );
  });

  test.each(['tip.odd', 'odd'])('an unknown event throws instead of guessing: %s', (type) => {
    const fact = { type } as never;
    expect(() => renderMessage(fakeMessage([fakeNotifiedEvent({ fact })]), owner)).toThrow(
      'Unexpected value',
    );
  });
});

describe('channel words', () => {
  test.each(shippedLanguages)('the code, the test and the footer have whole sentences in %s', (language) => {
    const words = [
      codeWords(language).title,
      codeWords(language).text,
      testWords(language, 'https://busker.example').text,
      ...(['each', 'daily', 'weekly'] as const).map((mode) => footerWords(language, mode).reason),
      ...Object.values(footerWords(language, 'each')),
    ];
    for (const text of words) expect(text).toMatch(/^[^{}#]+$/);
  });

  test('a mail says how often it comes, in the language of its owner', () => {
    expect(footerWords('en', 'each').reason).toBe('You get this for each tip, at most every ten minutes.');
    expect(footerWords('en', 'daily')).toMatchObject({ reason: 'You get this once a day.', open: 'Open it' });
    expect(footerWords('en', 'weekly')).toMatchObject({ change: 'Change it', switchOff: 'Switch it off' });
    expect(footerWords('de-AT', 'weekly').reason).toBe('Du bekommst diese E-Mail einmal in der Woche.');
  });

  test('a test leads to the page with the channels', () => {
    expect(testWords('en', 'https://busker.example').url).toBe(
      'https://busker.example/settings/notifications',
    );
  });
});
