import { expect, test } from 'vitest';
import { fakeSupporter } from '../../testing/fakes';
import { supportersTable } from './supporters-file';

const lines = (file: string) => file.replace('\ufeff', '').split('\r\n');

// Holds dash-148.
test('the table has a row for each supporter, with amounts and separators of the language', () => {
  const english = lines(supportersTable([fakeSupporter()], 'en'));
  expect(english[0]?.split(',').slice(0, 7)).toEqual([
    'id',
    'name',
    'public',
    'state',
    'every',
    'currency',
    'amount',
  ]);
  expect(english[1]).toContain('m1,Grace,yes,active,month,eur,5.37,2026-09-28 00:00:00,3');
  expect(lines(supportersTable([fakeSupporter()], 'de'))[1]).toContain('m1;Grace;yes;active;month;eur;5,37;');
});

test('a row says nothing of the state of one whose account Stripe does not show', () => {
  const away = fakeSupporter({ elsewhere: { since: 1, lookAt: 2 } });
  const [names = '', row = ''] = lines(supportersTable([away], 'en'));
  const cells = row.split(',');
  const at = (name: string) => cells[names.split(',').indexOf(name)];
  expect([at('state'), at('next_charge'), at('ends')]).toEqual(['unknown', '', '']);
});

test('a name that a spreadsheet would run becomes text', () => {
  const named = fakeSupporter({ fan: { name: '=HYPERLINK("x")', anonymous: true } });
  expect(supportersTable([named], 'en')).toContain(`"'=HYPERLINK(""x"")",no`);
});
