import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { customPropertyContract, partContract } from './style-contract';

const sources = readdirSync('widget', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(tsx?|css)$/.test(file) && !/\.(test|stories)\.|-contract\.ts$/.test(file))
  .map((file) => readFileSync(`widget/${file}`, 'utf8'))
  .join('\n');

const found = (pattern: RegExp): string[] =>
  [...new Set([...sources.matchAll(pattern)].flatMap(([, names]) => names?.split(/\s+/) ?? []))].toSorted();

// Holds tag-050.
test('lists exactly the parts of the card', () => {
  expect(found(/\bpart="([^"]+)"/g)).toEqual(Object.keys(partContract).toSorted());
});

// Holds tag-050.
test('lists exactly the custom properties that the card reads', () => {
  expect(found(/var\(\s*--busker-([a-z-]+)/g)).toEqual(Object.keys(customPropertyContract).toSorted());
});
