export const leaving = {
  'leaving.title': 'アカウントを削除しています',
  'leaving.label': 'アカウントの削除',
  'leaving.step': '削除中：{steps}段階中{step}：{what}',
  'leaving.page': 'ページを非公開にしています',
  'leaving.payments': '未完了の支払いを終了しています',
  'leaving.books': '支払いの記録を残しています',
  'leaving.data': 'データを削除しています',
  'leaving.sign-in': 'サインイン情報を削除しています',
  'leaving.items': '{total}件中{done}件',
  'leaving.retrying': '問題が起きました。自動で再試行します。',
  'leaving.mayStop': '今、返金や異議申し立てが始まると、削除は止まり、すべて元どおりになります。',
  'leaving.noReturn': '削除はもう止められません。',
  'leaving.byItself': 'このページは閉じてもかまいません。削除は自動で終わります。',
  'leaving.stoppedTitle': 'アカウントは削除されませんでした',
  'leaving.stopped':
    '何かを削除する前に、支払い、返金、または異議申し立てが完了していなかったため、削除を止めました。ページは再び公開され、チップとデータはすべて元のままです。解決したら、もう一度アカウントを削除してください。',
  'leaving.read': 'OK',
};
