/**
 * The buttons of a row of wallets, by Stripe.js's name: Stripe's name, the way that they pay by, and the words of the button and of the dialog. Apple Pay
 * and Google Pay pay with a card; Link and Amazon Pay are ways of their own.
 */
export const wallets = {
  applePay: { type: 'apple_pay', way: 'card', button: 'Tip with Apple Pay', name: 'Apple Pay' },
  googlePay: { type: 'google_pay', way: 'card', button: 'Google Pay', name: 'Google Pay' },
  link: { type: 'link', way: 'link', button: 'Pay with Link', name: 'Link' },
  amazonPay: { type: 'amazon_pay', way: 'amazon_pay', button: 'Pay with Amazon Pay', name: 'Amazon Pay' },
} as const;
export type WalletName = keyof typeof wallets;
export type WalletType = (typeof wallets)[WalletName]['type'];

export const walletNames = Object.keys(wallets) as readonly WalletName[];

/** The wallets that a card can be taken from. */
export const cardWallets = ['apple_pay', 'google_pay'] as const satisfies readonly WalletType[];
export type CardWallet = (typeof cardWallets)[number];

/** The wallets whose dialog asks for consent here. Amazon Pay asks on its own page. */
export const consentTypes = [...cardWallets, 'link'] as const satisfies readonly WalletType[];
export type ConsentType = (typeof consentTypes)[number];
