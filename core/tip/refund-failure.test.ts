import { expect, it } from 'vitest';
import { refundFailureKind } from './refund-failure';

it.each([
  ['lost_or_stolen_card', 'card-closed'],
  ['declined', 'bank-refused'],
  ['charge_disputed', 'disputed'],
  ['balance_insufficient', 'no-funds'],
  ['a_reason_of_next_year', 'unknown'],
  ['toString', 'unknown'],
  [null, 'unknown'],
] as const)('maps the reason %s to %s', (reason, kind) => expect(refundFailureKind(reason)).toBe(kind));
