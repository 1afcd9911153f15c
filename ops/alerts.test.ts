import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createLog, type Log } from '../functions/log';
import { alerts } from './alerts';
import { logged, messageOf } from './log-line';
import { metrics } from './metrics';
import { anchorOf } from './runbook-anchor';

const names = Object.keys(createLog(() => undefined)) as (keyof Log)[];

/** Every line that the log can write, in its written form. */
const lines = names.map((name) => {
  const written: string[] = [];
  const write: (line: never) => void = createLog((line) => void written.push(line))[name];
  write({} as never);
  return JSON.parse(written.join('')) as { readonly severity: string; readonly message: string };
});

const filters = [
  ...Object.values(metrics).map(({ name, filter }) => ({ name, filter })),
  ...alerts.flatMap(({ name, when }) => (when.kind === 'every-line' ? [{ name, filter: when.filter }] : [])),
];
const messageIn = (filter: string) => /jsonPayload\.message="([^"]+)"/.exec(filter)?.[1];

describe('the alerts', () => {
  // Holds host-061.
  it.each(filters)('$name: the functions write a line with the message of its filter', ({ filter }) => {
    expect(lines.map(({ message }) => message)).toContain(messageIn(filter));
  });

  it('read the message from the log: when the message of a line changes, its filter changes too', () => {
    expect(names.map(messageOf)).toEqual(lines.map(({ message }) => message));
    expect(new Set(lines.map(({ message }) => message)).size).toBe(names.length);
    expect(logged('sweepFound', { sweep: 'reconcile' })).toBe(
      'resource.type="cloud_run_revision" AND jsonPayload.message="sweep found" AND jsonPayload.sweep="reconcile"',
    );
  });

  it('include an alert for every line that is an error', () => {
    const watched = new Set(filters.map(({ filter }) => messageIn(filter)));
    const errors = lines.filter(({ severity }) => severity === 'ERROR').map(({ message }) => message);
    expect(errors.filter((message) => !watched.has(message))).toEqual([]);
  });

  it('have unique names that are valid labels', () => {
    const labels = alerts.map(({ name }) => name);
    expect(new Set(labels).size).toBe(labels.length);
    for (const label of labels) expect(label).toMatch(/^[a-z][a-z-]{0,62}$/);
  });

  // Holds host-061.
  it('each have a runbook that says what to do in the first five minutes', () => {
    const page = readFileSync(new URL('../docs/operations.md', import.meta.url), 'utf8');
    for (const { runbook } of alerts) {
      const [, section = ''] = page.split(`\n### ${runbook}\n`);
      expect(section.split('\n#')[0], runbook).toContain('**First five minutes.**');
      expect(anchorOf(runbook)).toMatch(/^[a-z-]+$/);
    }
  });
});
