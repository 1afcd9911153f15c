// npm run promises: each promise of docs/contracts with the lane that holds it and the tests that do. It fails when a promise is in no lane of
// `npm test` and `npm run test:rest`, or only in `npm run test:long` without a reason beside it, and when fewer are held than were recorded.
// `npm run promises -- --problems` prints only what is wrong, and the count.
import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { laneOf, lanes } from './lanes.mjs';
import { ownFile } from './own-packages.mjs';
import { root } from './run.mjs';
import { sourceFiles } from './source-files.mjs';

/** The promises that tests held on 2026-11-29 (docs/decisions/tests.md). It grows with each promise, and falls only with a deleted row. */
export const heldBefore = 800;

/** Pages of docs/contracts whose tables list something else. */
const otherPages = /\/(README|monthly-scenarios|ways-scenarios)\.md$/;

/** The first cell of each row of a page's tables, without the header and the line below it. */
const rowsOf = (page) =>
  page
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| *(-+|id) /.test(line))
    .map((line) => line.split('|')[1]?.trim() ?? '');

/** What may follow the comment `Holds …`: a test that runs, a table of tests, or a size limit. Not a test that is skipped. */
const heldBy =
  /^\s*((it|test|describe)(\.(each|sequential|concurrent|for))?[(`<]|(export )?const |\{ name: )/;

const marker = /^\s*\/\/ Holds ([a-z]+-\d{3,4}(?:, [a-z]+-\d{3,4})*)(?: in test:long alone: (\S.*))?\.$/;

/** The comments `// Holds tag-001.` of a file, and whether a test that runs follows each. */
function markersOf(file, text) {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const [, ids, reason = null] = marker.exec(line) ?? [];
    if (ids === undefined) return [];
    const next = lines.slice(index + 1).find((other) => !/^\s*(\/\/|\/?\*)/.test(other)) ?? '';
    return ids
      .split(', ')
      .map((id) => ({ id, file, at: `${file}:${index + 1}`, reason, runs: heldBy.test(next) }));
  });
}

/** The files that a file imports, of those that there are. */
function importsOf(file, text, known) {
  const named = [...text.matchAll(/\bfrom '((?:\.|@busker\/)[^'?]*)'/g)].map(([, name]) =>
    name.startsWith('.') ? posix.join(posix.dirname(file), name) : ownFile(name).slice(root.length),
  );
  return named.flatMap((path) =>
    ['', '.ts', '.tsx', '.mjs'].map((end) => path + end).filter((name) => known.has(name)),
  );
}

/** For a file of tests that others run (a contract suite): the lanes of all tests that import it, directly or not. */
function lanesOfImporters(file, importers, seen = new Set()) {
  if (seen.has(file)) return [];
  seen.add(file);
  return (importers.get(file) ?? []).flatMap((importer) => {
    const lane = laneOf(importer);
    return lane === null ? lanesOfImporters(importer, importers, seen) : [lane];
  });
}

/**
 * Every promise with what holds it, and what is wrong.
 * @param {Map<string, string>} texts the pages of docs/contracts and all sources, by path
 */
export function readPromises(texts) {
  const pages = [...texts.keys()].filter(
    (file) => /^docs\/contracts\/[\w-]+\.md$/.test(file) && !otherPages.test(file),
  );
  const sources = [...texts.keys()].filter((file) => /\.(ts|tsx|mjs)$/.test(file));
  const ids = pages.flatMap((page) => rowsOf(texts.get(page)));
  const markers = sources.flatMap((file) => markersOf(file, texts.get(file)));

  const known = new Set(sources);
  const importers = new Map();
  for (const file of sources)
    for (const imported of importsOf(file, texts.get(file), known))
      importers.set(imported, [...(importers.get(imported) ?? []), file]);

  const lanesOf = ({ file }) => {
    const lane = laneOf(file);
    return lane === null ? lanesOfImporters(file, importers) : [lane];
  };
  const promises = [...new Set(ids)].map((id) => {
    const holders = markers.filter((one) => one.id === id && one.runs);
    const among = new Set(holders.flatMap(lanesOf));
    return { id, lanes: lanes.filter((lane) => among.has(lane)), holders };
  });

  const problems = [
    ...ids
      .filter((id, index) => !/^[a-z]+-\d{3,4}$/.test(id) || ids.indexOf(id) !== index)
      .map((id) => `${id}: not an id of its own`),
    ...markers.filter(({ id }) => !ids.includes(id)).map(({ id, at }) => `${at}: there is no promise ${id}`),
    ...markers
      .filter(({ runs }) => !runs)
      .map(({ id, at }) => `${at}: what follows "Holds ${id}" is no test that runs`),
    ...promises.flatMap(({ id, lanes: found, holders }) => {
      if (holders.length === 0) return [`${id}: no test holds it`];
      if (found.length === 0) return [`${id}: no lane runs ${holders.map(({ at }) => at).join(', ')}`];
      if (found.some((lane) => lane !== 'test:long') || holders.some(({ reason }) => reason !== null))
        return [];
      return [
        `${id}: only \`npm run test:long\` runs ${holders.map(({ at }) => at).join(', ')}, and no reason stands beside it`,
      ];
    }),
  ];
  const held = promises.filter((promise) => promise.lanes.length > 0).length;
  return { pages, promises, held, problems };
}

/** The pages of docs/contracts and all sources of the repository. */
export async function textsOfRepository() {
  const files = (await sourceFiles()).filter((file) =>
    /^docs\/contracts\/.*\.md$|\.(ts|tsx|mjs)$/.test(file),
  );
  return new Map(await Promise.all(files.map(async (file) => [file, await readFile(root + file, 'utf8')])));
}

if (process.argv[1] === `${root}scripts/promises.mjs`) {
  const { promises, held, problems } = readPromises(await textsOfRepository());
  if (!process.argv.includes('--problems'))
    for (const { id, lanes: found, holders } of promises)
      console.log(`${id}  ${found.join(', ')}  ${holders.map(({ at }) => at).join(' ')}`);
  if (held < heldBefore) problems.push(`${held} promises are held; ${heldBefore} were before`);
  for (const problem of problems) console.error(`✘ ${problem}`);
  const inLane = (lane) => promises.filter((promise) => promise.lanes.includes(lane)).length;
  const onlyRest = promises.filter((promise) => promise.lanes[0] === 'test:rest').length;
  console.log(
    `${held} of ${promises.length} promises are held: ${inLane('test')} by \`npm test\`, ${onlyRest} more by \`npm run test:rest\``,
  );
  process.exitCode = problems.length > 0 ? 1 : 0;
}
