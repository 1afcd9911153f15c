export const push = {
  'push.heading': 'このデバイスの通知',
  'push.about': 'Buskerを閉じていても、チップが届くとこのデバイスに通知します。',
  'push.on': '通知をオンにする',
  'push.isOn': 'オン',
  'push.isOnHere': 'このデバイスは通知を受け取ります。',
  'push.stop': 'このデバイスで停止',
  'push.unsupported':
    'このブラウザーは通知を受け取れません。別のブラウザーを試すか、メールを使ってください。',
  'push.blocked':
    'このブラウザーではBuskerの通知がブロックされています。ブラウザーのこのサイトの設定で許可し、ページを再読み込みしてください。',
  'push.ios': 'iPhoneとiPadでは、Buskerをホーム画面に追加した後でのみ通知を利用できます。',
  'push.iosShare': 'Safariで「共有」をタップします。',
  'push.iosAdd': '「ホーム画面に追加」を選びます。',
  'push.iosOpen': 'ホーム画面からBuskerを開き、そこで一度ログインして、通知をオンにします。',
  'push.seen': '通知は表示されましたか？',
  'push.seenYes': 'はい、表示されました',
  'push.seenNo': 'いいえ',
  'push.unseen':
    '通知がブロックされています。このデバイスでブラウザーの通知が許可され、おやすみモードがオフになっているか確認してください。',
  'push.failed.timed-out': 'ブラウザーが応答しませんでした。接続を確認してください。',
  'push.failed.dismissed': 'ブラウザーの質問に回答していません。続けるには通知を許可してください。',
  'push.failed.blocked': 'このブラウザーではBuskerの通知がブロックされています。',
  'push.failed.refused': 'ブラウザーが拒否しました。プライベートウィンドウでは通知を利用できません。',
  'push.install': 'Buskerをインストール',
  'push.closed': 'Buskerを開いて確認してください',
};
