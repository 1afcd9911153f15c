import { expect, it } from 'vitest';
import { sourceFiles } from '../source-files.mjs';
import { roomDoors, roomDoorsIn } from './room-doors.ts';

/** A program whose room `core/tip` shows so many files, the first of them to one room more. */
const showing = (count) =>
  new Map([
    ...Array.from({ length: count }, (_, at) => [`core/tip/tip-${at}.ts`, '']),
    ['core/api/fan.ts', Array.from({ length: count }, (_, at) => `import '../tip/tip-${at}';`).join('\n')],
    ['core/web/page.ts', "import type { Tip } from '../tip/tip-0';"],
  ]);

it('a room may show three files, and any number to its own', () => {
  const own = ['core/tip/state/paid.ts', "import '../tip-9';"];
  expect(roomDoors(new Map([...showing(3), ['core/tip/tip-9.ts', ''], own]))).toEqual([]);
});

it('names the imports of the file that fewest import when a room shows a fourth one, and the files to import instead', () => {
  expect(roomDoors(showing(4))).toEqual([
    'core/tip shows 4 files to other rooms, at most 3. Cut:\n  core/api/fan.ts imports core/tip/tip-1.ts\n' +
      'or merge it into one of core/tip/tip-0.ts, core/tip/tip-3.ts, core/tip/tip-2.ts\n',
  ]);
});

it('what lies beside the rooms of a program has no door', () => {
  const beside = Array.from({ length: 5 }, (_, at) => [`functions/port-${at}.ts`, '']);
  const user = [
    'functions/tips/sync.ts',
    beside.map(([file]) => `import '../${file.slice(10, -3)}';`).join('\n'),
  ];
  expect(roomDoors(new Map([...beside, user]))).toEqual([]);
});

it('holds for this repository', async () => {
  expect(await roomDoorsIn(await sourceFiles())).toEqual([]);
});
