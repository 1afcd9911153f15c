export const monthly = {
  'monthly.heading': '毎月・毎年のチップ',
  'monthly.on': 'ファンが定期的に贈れるようにする',
  'monthly.onHint':
    '選ぶのはファン自身で、最初は必ず「1回」が選ばれています。オフにしても、続いているチップはファンが停止するまで続きます。',
  'monthly.often': 'ファンが選べるもの',
  'monthly.month': '毎月',
  'monthly.year': '毎年',
  'monthly.both': '毎月または毎年',
  'monthly.presets.month': '1か月分のおすすめ金額',
  'monthly.presets.year': '1年分のおすすめ金額',
  'monthly.limits': '月に{min}から{max}まで、年に{most}まで。最小と最大のチップで決まります。',
  'monthly.fee': 'Stripeの手数料は、1回だけのチップより約{percent}高くなります。',
  'monthly.check':
    'Stripeがあなたの名前でファンにメールを送り、断られた請求をやり直します。Stripeで次がオンか確認してください：',
  'monthly.check.retry': '断られたカードを再試行し、最後の試行のあとに定期支払いを解約する',
  'monthly.check.mails': '支払いの失敗、カードの期限切れ、次回の請求、確認、解約のメール',
  'monthly.open': 'Stripeの設定を開く',
  'monthly.tip.month': '毎月・{number}回目',
  'monthly.tip.year': '毎年・{number}回目',
  'monthly.period': '期間',
  'monthly.atStripe': 'Stripeの定期支払い',
};
