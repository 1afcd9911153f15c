import type { MonthlyTexts } from '../monthly-text-keys';

export const ja: MonthlyTexts = {
  month: '今日{amount}、その後は停止するまで毎月{day}日に{amount}。',
  monthEnd: '今日{amount}、その後は停止するまで毎月{day}日（短い月は末日）に{amount}。',
  year: '今日{amount}、その後は停止するまで毎年{date}に{amount}。',
  next: '次回のお支払い：{next}（UTC）。',
  stop: '領収書またはStripeのメールにあるリンクから、いつでも停止できます。停止後は請求されません。',
  paidTo:
    'お支払いはStripeを通じて{owner}に届きます。Stripeはメールアドレスを尋ね、{owner}のStripeアカウントに伝えます。Buskerは保存しません。',
  buttonMonth: '続ける：毎月{amount}を支払う',
  buttonYear: '続ける：毎年{amount}を支払う',
  stopAt: '{address} でいつでも停止できます',
  messageOnce: '最初の支払いと一緒に、一度だけ表示されます。',
  thanksMonth: '{owner}さんに毎月{amount}が届きます。',
  thanksYear: '{owner}さんに毎年{amount}が届きます。',
  howToStop: '停止のしかた',
  changed: '同意いただく内容が変わりました。もう一度お読みください。請求はされていません。',
  unavailable: 'このようなチップは現在ここでは受け付けていません。請求はされていません。',
};
