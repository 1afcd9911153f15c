import { describe, expect, it } from 'vitest';
import { parseWith } from '../base/parse';
import { isUrgent, reportKinds } from '../report/report';
import { reportForm } from './report-api';

const typed = {
  kind: 'fraud',
  address: ' busker.test/@ada ',
  ground: ' Terms ',
  why: 'A\r\n\r\n\r\nB',
  name: 'Zoe',
  email: 'zoe@example.com',
  goodFaith: 'on',
};
const fieldsOf = (change: object) => {
  const read = parseWith(reportForm, { ...typed, ...change });
  return read.ok ? [] : Object.keys(read.problem.fields ?? {});
};

describe('a typed report', () => {
  it('is parsed into a complete address and clean texts', () => {
    expect(parseWith(reportForm, typed)).toMatchObject({
      ok: true,
      value: { address: 'https://busker.test/@ada', ground: 'Terms' },
    });
  });

  it('needs a name and an email address, except when it is about child abuse', () => {
    expect(fieldsOf({ name: '', email: '' })).toEqual(['name', 'email']);
    expect(fieldsOf({ name: '', email: '', kind: 'child-abuse' })).toEqual([]);
  });

  it('names every missing field at once', () => {
    const none = { kind: '', address: '', ground: '', why: '', name: '', email: 'zoe', goodFaith: '' };
    expect(fieldsOf(none)).toEqual(['kind', 'address', 'ground', 'why', 'email', 'goodFaith']);
  });
});

it('a report is urgent when it is about a danger to life, a child or an order of an authority', () => {
  expect(reportKinds.filter(isUrgent)).toEqual(['child-abuse', 'violence', 'order']);
});
