import { describe, expect, it } from 'vitest';
import { sourceFiles } from '../source-files.mjs';
import {
  packageBorders,
  programs,
  roomCircles,
  roomCirclesIn,
  roomDoors,
  roomDoorsIn,
} from './room-doors.ts';

describe('doors of rooms', () => {
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

  describe('between packages', () => {
    const core = ['@own/core', { folder: 'core', exports: { './money/sum': './money/sum.ts' } }];
    const packages = new Map([core, ['@own/widget', { folder: 'widget', exports: {} }]]);
    const card = (imports) =>
      new Map([
        ['core/money/sum.ts', ''],
        ['core/money/sum.test.ts', "import './sum';"],
        ['widget/card/card.test.tsx', imports],
      ]);

    it('a package is imported by its name', () => {
      expect(packageBorders(card("import '@own/core/money/sum';"), packages)).toEqual([]);
    });

    it('names an import by a path, and an entry that no other package imports', () => {
      expect(packageBorders(card("import '../../core/money/sum';"), packages)).toEqual([
        'widget/card/card.test.tsx: import core/money/sum.ts by @own/core\n',
        '@own/core exports ./money/sum, which no other package imports\n',
      ]);
    });
  });

  it('holds for this repository', async () => {
    expect(await roomDoorsIn(await sourceFiles())).toEqual([]);
  });
});

describe('circles of rooms', () => {
  const lonely = {
    'functions/tips/sync.ts':
      "import { queue } from '../queue/queue';\nimport type { Later } from '../queue/later';",
    'functions/queue/queue.ts': '',
    'functions/queue/later.ts': '',
  };

  it('rooms may import each other in one direction, and what lies beside them in any', () => {
    const app = {
      'functions/deps.ts': "import type { Tip } from './tips/sync';",
      'functions/queue/job.ts': "import type { Deps } from '../deps';",
    };
    expect(roomCircles(new Map(Object.entries({ ...lonely, ...app })))).toEqual([]);
  });

  it('names the imports to cut of two rooms that import each other, types too', () => {
    const back = { 'functions/queue/sweep.ts': "import type { Failure } from '../tips/sync';" };
    expect(roomCircles(new Map(Object.entries({ ...lonely, ...back })))).toEqual([
      'functions/queue and functions/tips import each other. Cut:\n  functions/queue/sweep.ts imports functions/tips/sync.ts\n',
    ]);
  });

  it('finds none in the programs of this repository', async () => {
    expect(programs.length).toBeGreaterThan(1);
    expect(await roomCirclesIn(await sourceFiles())).toEqual([]);
  });
});
