/** As the brands write themselves, by Stripe's word for them. */
const names: Readonly<Record<string, string>> = {
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'Eftpos',
  jcb: 'JCB',
  link: 'Link',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** Stripe's word stands as it is where the table has no name for it. */
export const cardBrand = (brand: string): string => (Object.hasOwn(names, brand) && names[brand]) || brand;
