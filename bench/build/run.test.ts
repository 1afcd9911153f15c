import { expect, it } from 'vitest';
import { memoryOfTree } from './run';

it('counts a process, its children and theirs in whatever order, and nobody else', () => {
  const processes = [
    { pid: 7, parent: 900, bytes: 4 },
    { pid: 50, parent: 1, bytes: 1 },
    { pid: 900, parent: 50, bytes: 2 },
    { pid: 60, parent: 1, bytes: 100 },
  ];
  expect(memoryOfTree(50, processes)).toBe(7);
  expect(memoryOfTree(7, processes)).toBe(4);
  expect(memoryOfTree(8, processes)).toBe(0);
});
