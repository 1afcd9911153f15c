import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { describe, expect, it } from 'vitest';
import { sourceFiles } from '../source-files.mjs';
import { fillMarked } from './fill-marked';
import { filledPages } from './filled-pages';
import { anchorsOf, fileBlocks, linksOf, unnamedBlocks } from './markdown-links';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file) => readFileSync(join(root, file), 'utf8');
const files = await sourceFiles();
/** The formatter decides the line breaks. */
const packed = (code) => code.replaceAll(/\s+/g, '');
const pages = files.filter((file) => file.endsWith('.md'));

/** Why a link of a page is broken; null = it is not. Web addresses are only parsed, never requested. */
function brokenLink(page, link) {
  if (/^https?:/.test(link)) return URL.canParse(link) ? null : 'not an address';
  if (link.startsWith('mailto:')) return null;
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : normalize(join(dirname(page), path));
  if (!existsSync(join(root, target))) return 'no such file';
  if (anchor === undefined) return null;
  return anchorsOf(read(target)).has(anchor) ? null : 'no such heading';
}

describe('the docs', () => {
  it('are there', () => {
    for (const page of [
      'embedding',
      'self-hosting',
      'operations',
      'security',
      'privacy-text',
      'errors',
      'notifications',
      'webhooks',
    ])
      expect(pages).toContain(`docs/${page}.md`);
  });

  it.each(pages)('%s has no broken links', (page) => {
    const broken = linksOf(read(page)).flatMap((link) => {
      const why = brokenLink(page, link);
      return why === null ? [] : [`${link}: ${why}`];
    });
    expect(broken).toEqual([]);
  });

  it.each(filledPages)('%s has the tables that the code makes', async (page) => {
    const written = read(page);
    const options = await resolveConfig(join(root, page));
    const filled = await format(fillMarked(written), { ...options, parser: 'markdown' });
    expect(written, 'npx tsx scripts/write-docs.ts').toBe(filled);
  });

  it.each(['README.md', 'docs/embedding.md', 'docs/sites.md'])(
    '%s shows only code that the tests run',
    (page) => {
      const text = read(page);
      expect(unnamedBlocks(text)).toEqual([]);
      const blocks = fileBlocks(text);
      expect(blocks.length).toBeGreaterThan(0);
      for (const { file, lines } of blocks) {
        const there = packed(read(file).replaceAll('http://localhost:4100', 'https://HOST'));
        let from = 0;
        for (const line of lines) {
          const at = there.indexOf(packed(line), from);
          expect(at, `${file} has no line ${line} at its place`).toBeGreaterThanOrEqual(0);
          from = at + packed(line).length;
        }
      }
    },
  );

  it('fill a table whose name has two words', () => {
    expect(fillMarked('<!-- table: webhook events -->\n\n<!-- end -->')).toContain(
      '`payment_intent.succeeded`',
    );
    expect(() => fillMarked('<!-- table: no such -->\n\n<!-- end -->')).toThrow('no such');
  });

  it('find what is broken', () => {
    expect(brokenLink('README.md', 'docs/nothing.md')).toBe('no such file');
    expect(brokenLink('README.md', 'docs/embedding.md#nothing')).toBe('no such heading');
    expect(brokenLink('README.md', 'docs/embedding.md#the-tag')).toBeNull();
    expect([...anchorsOf('# A `b`, c\n\n## A b c\n')]).toEqual(['a-b-c', 'a-b-c-1']);
    expect(linksOf('[a](b.md#c) `[d](e)`\n\n```sh\n[f](g)\n```\n')).toEqual(['b.md#c']);
  });
});
