import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { neededSources, permissionsLine, policyDirectives } from '../../core/web/csp';

const page = { host: 'http://localhost:4100', pay: 'in-page', sandbox: 'http://127.0.0.1:12111' } as const;

describe('the page with the strict policy', () => {
  // Holds web-022.
  it('allows exactly the sources that the dashboard tells owners to allow', async () => {
    const file = fileURLToPath(new URL('../../examples/strict-csp/headers.json', import.meta.url));
    const headers = v.parse(v.record(v.string(), v.string()), JSON.parse(await readFile(file, 'utf8')));
    const policy = new Map(
      (headers['Content-Security-Policy'] ?? '').split('; ').map((part) => {
        const [name = '', ...sources] = part.split(' ');
        return [name, sources.filter((source) => source.startsWith('http'))];
      }),
    );
    const needed = neededSources(page);
    for (const directive of policyDirectives) expect(policy.get(directive)).toEqual(needed[directive]);
    expect(policy.get('default-src')).toEqual([]);
    expect(headers['Content-Security-Policy']).not.toContain('unsafe');
    expect(headers['Permissions-Policy']).toContain(permissionsLine(page));
  });
});
