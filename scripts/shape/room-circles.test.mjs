import { expect, it } from 'vitest';
import { sourceFiles } from '../source-files.mjs';
import { programs, roomCircles, roomCirclesIn } from './room-circles.ts';

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
