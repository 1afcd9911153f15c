/** Wallets by Stripe.js's name, with Stripe's name of the wallet of a card, and the words of the button and of the dialog. */
export const wallets = {
  applePay: { type: 'apple_pay', button: 'Tip with Apple Pay', name: 'Apple Pay' },
  googlePay: { type: 'google_pay', button: 'Google Pay', name: 'Google Pay' },
} as const;
export type WalletName = keyof typeof wallets;
export type WalletType = (typeof wallets)[WalletName]['type'];

export const walletNames = Object.keys(wallets) as readonly WalletName[];
export const walletTypes = ['apple_pay', 'google_pay'] as const satisfies readonly WalletType[];
