import { describe, expect, it } from 'vitest';
import { isPictureSlot, maxPictureBytes } from '@busker/core/pictures/picture-slots';
import { doorsOf, roomOf } from './doors';
import { CalledFiles, namedFiles, rowsOfWalks, stateOf } from './shape-rows';
import { isMessages, isSource, isWalked } from './doors';

describe('the rooms', () => {
  it('have a door for each file that another room imports, and pairs that import each other', () => {
    const { doors, pairs } = doorsOf(
      new Map([
        ['functions/tips/sync.ts', "import { ring } from '../outbox/queue';\nimport './look';"],
        ['functions/tips/look.ts', ''],
        [
          'functions/outbox/queue.ts',
          "import type { Tip } from '../tips/look';\nconst later = import('../tips/sync');",
        ],
        ['widget/card/card.tsx', "import { tip } from '../../functions/tips/look';"],
      ]),
    );
    expect(Object.fromEntries(doors)).toEqual({
      'functions/outbox': new Set(['functions/outbox/queue.ts']),
      'functions/tips': new Set(['functions/tips/look.ts', 'functions/tips/sync.ts']),
    });
    expect(pairs).toEqual([['functions/outbox', 'functions/tips']]);
  });

  it('are found behind the entries of a package too', () => {
    const texts = new Map([
      [
        'functions/tips/sync.ts',
        "import { money } from '@own/core/money';\nimport { tip } from '@own/core/tip/tip';",
      ],
      ['core/money/money.ts', ''],
      ['core/tip/tip.ts', ''],
    ]);
    const exports = {
      './money': { types: './money/money.ts', default: './money/money.ts' },
      './tip/*': './tip/*.ts',
    };
    const { doors } = doorsOf(texts, new Map([['@own/core', { folder: 'core', exports }]]));
    expect([...doors.keys()]).toEqual(['core/money', 'core/tip']);
  });

  it('lie one folder deeper in the emulators and the features of the dashboard', () => {
    expect(roomOf('functions/tips/deeper/file.ts')).toBe('functions/tips');
    expect(roomOf('emulators/stripe/payments/payment-methods.ts')).toBe('emulators/stripe/payments');
    expect(roomOf('dashboard/features/tips/tip-list.tsx')).toBe('dashboard/features/tips');
  });
});

it('a walk names each file once, up to the next title', () => {
  const page =
    '## Walks\n\n### A tip\n\n1. `a.ts`: one\n2. `b.ts`: two\n- back in `a.ts`\n3. `a.ts`: again\n\n### An edit\n\n1. `c.ts`: x\n';
  expect(namedFiles(page, 'A tip')).toEqual(['a.ts', 'b.ts']);
  expect(namedFiles(page, 'An edit')).toEqual(['c.ts']);
  expect(namedFiles(page, 'A picture')).toEqual([]);
});

it('sources are neither tests, nor texts, nor declarations; a walk also leaves out doubles and scripts', () => {
  const files = [
    'core/tip/tip.ts',
    'core/tip/tip.test.ts',
    'core/testing/fakes.ts',
    'widget/messages/de.ts',
    'a.d.mts',
    'a.css',
  ];
  expect(files.filter(isSource)).toEqual(['core/tip/tip.ts']);
  expect(isMessages('functions/pages/page-texts-de.ts')).toBe(true);
  expect(
    ['core/tip/tip.ts', 'functions/testing/in-memory-payments.ts', 'scripts/run.mjs'].filter(isWalked),
  ).toEqual(['core/tip/tip.ts']);
});

it('a file has run when one of its functions was called, not when a constant of its was read', async () => {
  const called = new CalledFiles();
  await called.start();
  expect(maxPictureBytes).toBeGreaterThan(0);
  expect(await called.take()).toEqual([]);
  expect(isPictureSlot('none')).toBe(false);
  expect(await called.take()).toEqual(['core/pictures/picture-slots.ts']);
});

it('a file that two parts of a walk ran counts once', () => {
  const rows = rowsOfWalks({
    'tip: create': ['a.ts', 'b.ts'],
    'tip: status': ['b.ts'],
    'renewal: mail': ['c.ts'],
  });
  expect(rows.map(({ is }) => is)).toEqual([2, 0, 2, 0, 0, 0, 1]);
});

describe('a row of the table', () => {
  const bounds = { 'source lines': { most: 150, on: '2026-11-30' } };
  const stateAt = (is: number, says = 'source lines', most: number | null = 135) =>
    stateOf({ says, most, is }, bounds).state;

  it('is met up to its target', () => {
    expect([stateAt(135), stateAt(9999, 'texts', null)]).toEqual(['met', 'met']);
  });

  it('above its target may fall, but never rises above what was measured on a day', () => {
    expect([stateAt(136), stateAt(150), stateAt(151)]).toEqual(['open', 'open', 'missed']);
  });

  it('without such a number is missed above its target', () => {
    expect(stateAt(136, 'source files')).toBe('missed');
  });
});
