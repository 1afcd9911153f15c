import { expect, it } from 'vitest';
import { envReader } from '../env-reader';
import { operatorConfig } from './operator';

const complete = {
  OPERATOR_NAME: 'Example Ltd',
  OPERATOR_ADDRESS: '1 Example Street; 12345 Exampletown',
  OPERATOR_EMAIL: 'hello@busker.example',
  SECURITY_CONTACT: 'security@busker.example',
  AUTHORITY_CONTACT: 'authorities@busker.example',
  REPORT_EMAIL: 'reports@busker.example',
};

const reading = (env: Record<string, string>, livemode = true) => {
  const read = envReader(env);
  const operator = operatorConfig(read, livemode);
  return { operator, faults: read.faults };
};

it('reads an operator', () => {
  const { operator, faults } = reading({
    ...complete,
    CONTACT_LANGUAGES: 'en, de',
    EU_REPRESENTATIVE: 'A; B',
  });
  expect(faults).toEqual([]);
  expect(operator).toMatchObject({
    address: ['1 Example Street', '12345 Exampletown'],
    securityContact: 'mailto:security@busker.example',
    languages: ['en', 'de'],
    euRepresentative: ['A', 'B'],
    vatId: null,
  });
});

it('names every missing setting with live keys', () => {
  const { faults } = reading({});
  for (const name of Object.keys(complete))
    expect(
      faults.filter((fault) => fault.startsWith(`Set ${name}: `)),
      name,
    ).toHaveLength(1);
});

it('accepts test keys without an operator, and refuses an incomplete operator', () => {
  expect(reading({}, false)).toEqual({ operator: null, faults: [] });
  const { REPORT_EMAIL: _left, ...half } = complete;
  expect(reading(half, false).faults).toEqual([expect.stringContaining('Set REPORT_EMAIL')]);
});

it.each([
  [{ OPERATOR_EMAIL: 'hello' }, 'OPERATOR_EMAIL must be an email address.'],
  [{ REPORT_EMAIL: 'a@b.example"><script>' }, 'REPORT_EMAIL must be an email address.'],
  [{ SECURITY_CONTACT: 'http://busker.example' }, 'SECURITY_CONTACT must be an email address, or'],
  [{ TERMS_URL: 'javascript:alert(1)' }, 'TERMS_URL must be an address that starts with https://.'],
  [{ TERMS_VERSION: 'May' }, 'TERMS_VERSION must be a date such as 2026-01-31.'],
  [{ CONTACT_LANGUAGES: 'English' }, 'CONTACT_LANGUAGES must be tags such as en, de.'],
])('refuses %j', (change, sentence) => {
  expect(reading({ ...complete, ...change }).faults).toEqual([expect.stringContaining(sentence)]);
});
