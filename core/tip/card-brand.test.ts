import { expect, it } from 'vitest';
import { cardBrand } from './card-brand';

it.each([
  ['visa', 'Visa'],
  ['amex', 'American Express'],
  ['cartes_bancaires', 'Cartes Bancaires'],
  ['a_new_brand', 'a_new_brand'],
  ['constructor', 'constructor'],
])('shows the brand that Stripe calls %s as %s', (brand, name) => {
  expect(cardBrand(brand)).toBe(name);
});
