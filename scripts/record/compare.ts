import { join, sep } from 'node:path';

/** What a record holds: a text, which is compared by lines, or JSON, which is compared by its keys. */
export type Recorded = string | Json;
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

const widest = 118;

/** JSON with one line for each part that fits on it, so that a diff shows what changed and where. */
export function printJson(value: Json, indent = ''): string {
  const short = spaced(value);
  if (indent.length + short.length <= widest || typeof value !== 'object' || value === null) return short;
  const deeper = `${indent}  `;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((each: Json) => printJson(each, deeper))
    : Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${printJson(each, deeper)}`);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  return `${open}\n${parts.map((part) => deeper + part).join(',\n')}\n${indent}${close}`;
}

function spaced(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const parts = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${spaced(each as Json)}`);
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
}

export const fileText = (value: Recorded): string =>
  typeof value === 'string' ? value : `${printJson(value)}\n`;

/** What differs, one line each, with the place in the record: empty when both are equal. */
export function differences(recorded: Recorded, now: Recorded): readonly string[] {
  if (typeof recorded === 'string' && typeof now === 'string') return ofLines(recorded, now);
  return ofJson('', recorded, now);
}

const shown = (value: Json): string => {
  const text = spaced(value);
  return text.length <= 200 ? text : `${text.slice(0, 199)}…`;
};

function ofJson(place: string, before: Json, after: Json): readonly string[] {
  if (Array.isArray(before) && Array.isArray(after)) return ofLists(place, before, after);
  const both = [before, after].every(
    (each) => typeof each === 'object' && each !== null && !Array.isArray(each),
  );
  if (!both)
    return spaced(before) === spaced(after) ? [] : [`${place}: ${shown(before)} is now ${shown(after)}`];
  const [left, right] = [before, after] as Readonly<Record<string, Json>>[];
  const keys = new Set([...Object.keys(left ?? {}), ...Object.keys(right ?? {})]);
  return [...keys].flatMap((key) => {
    const at = place === '' ? key : `${place} › ${key}`;
    const [was, is] = [left?.[key], right?.[key]];
    if (was === undefined) return [`${at}: new: ${shown(is ?? null)}`];
    if (is === undefined) return [`${at}: gone, was ${shown(was)}`];
    return ofJson(at, was, is);
  });
}

/** Lists of the same length are compared part by part; of others, the parts that only one has are named. */
function ofLists(place: string, before: readonly Json[], after: readonly Json[]): readonly string[] {
  const [was, is] = [before.map(spaced), after.map(spaced)];
  if (was.join('\n') === is.join('\n')) return [];
  const gone = was.filter((each) => !is.includes(each));
  const fresh = is.filter((each) => !was.includes(each));
  if (gone.length + fresh.length === 0) {
    const first = was.findIndex((each, index) => each !== is[index]);
    if (first < 0) return [`${place}: ${was.length} parts are now ${is.length}, some of them twice`];
    return [`${place}: another order, from ${is[first] ?? 'its end'} on, where ${was[first]} was`];
  }
  if (was.length === is.length)
    return was.flatMap((_, index) =>
      ofJson(`${place}[${index}]`, before[index] ?? null, after[index] ?? null),
    );
  return [
    ...gone.map((each) => `${place}: gone: ${each.slice(0, 200)}`),
    ...fresh.map((each) => `${place}: new: ${each.slice(0, 200)}`),
  ];
}

function ofLines(before: string, after: string): readonly string[] {
  if (before === after) return [];
  const [was, is] = [before.split('\n'), after.split('\n')];
  const gone = was.flatMap((line, index) => (is.includes(line) ? [] : [`line ${index + 1}, gone: ${line}`]));
  const fresh = is.flatMap((line, index) => (was.includes(line) ? [] : [`line ${index + 1}, new: ${line}`]));
  const all = [...gone, ...fresh];
  const first = was.findIndex((line, index) => line !== is[index]);
  return all.length > 0 ? all : [`from line ${first + 1} on, the same lines are in another order or number`];
}

/** The folder of the repository, with a slash at the end. Not by `new URL`: in tests with a document, that is the document's, which Node does not know. */
export const root = join(import.meta.dirname, '../..') + sep;
