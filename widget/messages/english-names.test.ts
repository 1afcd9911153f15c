import { expect, it } from 'vitest';
import { en } from './en-card';
import { enTip } from './en-tip';

// Sites and their tests find the card's controls by these names, which are part of the public contract.
// Holds tag-052.
it('has the English names that pages may rely on', () => {
  expect({
    button: en.sendTip,
    dialog: enTip.title('Ada Lind'),
    fields: [enTip.otherAmount, enTip.yourName, enTip.message],
    pay: enTip.pay('$5.00'),
    link: enTip.otherWays,
    thanks: enTip.thankYou,
    undo: enTip.undo,
  }).toEqual({
    button: 'Send a tip',
    dialog: 'Tip Ada Lind',
    fields: ['Other amount', 'Your name (optional)', 'Message (optional)'],
    pay: 'Pay $5.00',
    link: 'Other ways to pay',
    thanks: 'Thank you',
    undo: 'Undo this tip',
  });
});
