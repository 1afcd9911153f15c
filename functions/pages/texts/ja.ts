import type { PageTexts } from './en';

export const ja: PageTexts = {
  dir: 'ltr',
  language: '言語',
  description: (name) => `${name} さんのリンクと、チップの送り方。`,
  tip: (name) => `${name} さんにチップを送る`,
  noTips: (name) => `${name} さんは現在チップを受け付けていません。`,
  verified: '確認済み',
  nobody: 'プロフィールが見つかりません',
  nobodyWhy: 'この名前のプロフィールはありません。アドレスに間違いがないかご確認ください。',
  makeYours: '自分のページを作る',
  amount: '金額',
  anotherAmount: 'ほかの金額',
  anotherAmountBetween: (min, max) => `ほかの金額（${min}〜${max}）`,
  cover: 'カード手数料分を上乗せする',
  yourName: 'お名前（任意）',
  message: 'メッセージ（任意）',
  anonymous: '名前を公開しない',
  receiptEmail: '領収書の送付先メール（任意）',
  goToPayment: '支払いへ進む',
  atStripe: 'Stripe のページで支払います。そこで確定するまで請求されません。',
  backTo: (name) => `${name} さんのページへ戻る`,
};
