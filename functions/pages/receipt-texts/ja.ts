import type { ReceiptTexts } from './en';

export const ja: ReceiptTexts = {
  title: 'あなたのチップ',
  open: 'お礼の画面のリンクからこのページを開くと、チップの内容が表示されます。',
  noScript: '領収書を開くには JavaScript が必要です。',
  undo: 'このチップを取り消す',
  undoLeft: 'あと {time} 取り消せます。',
  words: 'あなたの言葉',
  save: '保存',
  erase: '名前とメッセージを消す',
  saved: '保存しました。',
  erased: '名前とメッセージを消しました。',
  goingBack: 'チップを返金しています。',
  payOn: 'お支払いページに戻る',
  back: 'プロフィールへ戻る',
  ask: (owner) => `このチップについてのお問い合わせは ${owner} までお願いします。`,
  goneTitle: 'チップがありません',
  gone: 'このチップは見つかりませんでした。',
  failed: '問題が発生しました。もう一度お試しください。',
  states: {
    pending: {
      heading: 'まだ支払われていません',
      sentence: (owner) => `${owner} さんへのチップはまだ支払われていません。請求はされていません。`,
    },
    processing: {
      heading: '処理中',
      sentence: (owner) => `${owner} さんへの銀行からの支払いを処理しています。`,
    },
    paid: {
      heading: 'ありがとうございます',
      sentence: (owner) => `${owner} さんへのチップの支払いが完了しました。`,
    },
    partially_refunded: {
      heading: '一部返金済み',
      sentence: (owner) => `${owner} さんへのチップの一部がカードに返金されました。`,
    },
    refunded: {
      heading: '返金済み',
      sentence: (owner) =>
        `${owner} さんへのチップはカードに返金されました。反映まで数日かかることがあります。`,
    },
    disputed: { heading: '調査中', sentence: (owner) => `${owner} さんへのチップを銀行が調べています。` },
    lost: {
      heading: '銀行による返金',
      sentence: (owner) => `${owner} さんへのチップは銀行が取り戻しました。`,
    },
    failed: {
      heading: '支払われませんでした',
      sentence: (owner) => `${owner} さんへのチップは支払われませんでした。請求はされていません。`,
    },
    expired: {
      heading: '支払われませんでした',
      sentence: (owner) => `${owner} さんへのチップは期限内に支払われませんでした。請求はされていません。`,
    },
  },
  rows: {
    tip: 'チップ',
    covered: 'カード手数料の負担',
    total: '合計',
    givenBack: '返金額',
    comingBack: '返金中',
    card: 'カード',
    paidOn: '支払日',
    number: '番号',
  },
  cardEnding: (brand, last4) => `${brand} 末尾 ${last4}`,
  refused: {
    sorry: 'うまくいきませんでした',
    otherwise: 'うまくいきませんでした。請求はされていません。もう一度お試しください。',
    again: 'フォームを開き直して、もう一度お試しください。請求はされていません。',
    often: '試行回数が多すぎます。数分お待ちください。請求はされていません。',
    check: '印のついた項目をご確認ください。',
    away: '現在応答がありません。請求はされていません。もう一度お試しください。',
    notReady: 'ここではまだチップを受け取れません。請求はされていません。',
    noUndo: 'このチップはここでは取り消せません。',
    fixed: 'このチップはすでに送信中のため、変更できません。',
  },
  fields: {
    choose: '金額を選んでください。',
    write: (example) => `金額を入力してください（例：${example}）。`,
    email: 'メールアドレスではないようです。',
    shorten: '少し短くしてください。',
    least: (min) => `チップは${min}からです。`,
    most: (max) => `チップは${max}までです。`,
    step: 'この通貨にはこの金額がありません。',
  },
};
