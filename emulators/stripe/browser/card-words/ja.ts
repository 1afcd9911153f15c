import type { CardWords } from './words';

export const ja: CardWords = {
  labels: {
    number: 'カード番号',
    expiry: '有効期限',
    cvc: 'セキュリティコード',
    country: '国',
    postalCode: '郵便番号',
  },
  expiryPlaceholder: '月 / 年',
  cvcPlaceholder: 'CVC',
  zip: '郵便番号',
  card: 'カード',
  leaves: '{name} のページに移動し、そのあとここに戻ります。',
  note: 'テストモード：テストカードのみ。請求は発生しません。',
  fill: 'テストカードを使う',
  issues: {
    incomplete_number: 'カード番号が不完全です。',
    invalid_number: 'カード番号が無効です。',
    incomplete_expiry: 'カードの有効期限が不完全です。',
    invalid_expiry_month: 'カードの有効期限が無効です。',
    invalid_expiry_year_past: 'カードの有効期限が切れています。',
    incomplete_cvc: 'カードのセキュリティコードが不完全です。',
    incomplete_zip: '郵便番号が不完全です。',
  },
};
