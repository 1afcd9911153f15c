import { expect, it } from 'vitest';
import { helpAskedFor } from './command-help';
import { deployOptions } from './deploy/deploy-options';

it('is given only when somebody asks', () => {
  expect(helpAskedFor('drill', ['--local'])).toBeNull();
  expect(helpAskedFor('drill', ['--help'])).toEqual(helpAskedFor('drill', ['-h']));
});

it('names no option of the deploy that does not exist', () => {
  const lines = helpAskedFor('deploy', ['--help']) ?? [];
  expect(lines.length).toBeGreaterThan(10);
  for (const line of lines.slice(1)) {
    const [, option = '', value = ''] = /^ {2}(--[\w-]+) ?(-|[A-Z]+)? /.exec(line) ?? [];
    const given = value === 'PERCENT' ? '5' : value;
    expect(deployOptions([option, given].filter(Boolean)), option).toMatchObject({ ok: true });
  }
});
