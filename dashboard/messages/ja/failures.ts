export const failures = {
  'failure.store/cancelled': '完了する前に止まりました。もう一度お試しください。',
  'failure.store/unknown': '予期しないことが起きました。もう一度お試しください。編集内容は残っています。',
  'failure.store/invalid-argument':
    '保存できない値がありました。直前の編集を元に戻して、もう一度お試しください。',
  'failure.store/deadline-exceeded':
    'サーバーの応答に時間がかかりすぎました。編集内容は残っています。もう一度お試しください。',
  'failure.store/not-found': 'これはもうありません。ページを再読み込みして確認してください。',
  'failure.store/already-exists': 'これはすでにあります。ページを再読み込みして確認してください。',
  'failure.store/permission-denied':
    'アクセス権がありません。これを所有するアカウントでサインインしてください。',
  'failure.store/unauthenticated':
    'セッションが終了しました。もう一度サインインしてください。編集内容は残っています。',
  'failure.store/resource-exhausted':
    'このサービスは1日の上限に達しました。編集内容は残っています。後でお試しください。',
  'failure.store/failed-precondition':
    'サーバーの準備がまだできていません。ページを再読み込みして、もう一度お試しください。',
  'failure.store/aborted': '同時にほかの場所で変更されました。もう一度お試しください。',
  'failure.store/out-of-range': 'リストの終わりです。ページを再読み込みすると新しいものを確認できます。',
  'failure.store/unimplemented':
    'サーバーはこれに対応していません。ページを再読み込みしてください。繰り返す場合はサポートに連絡してください。',
  'failure.store/internal': 'サーバーで問題が起きました。編集内容は残っています。もう一度お試しください。',
  'failure.store/unavailable': '現在サーバーに接続できません。編集内容は残っていて、後で送信されます。',
  'failure.store/data-loss':
    '保存されたデータの一部を読み取れませんでした。何かを変更する前にサポートに連絡してください。',
  'failure.store/client-terminated': 'このページは長く開かれたままでした。続けるには再読み込みしてください。',
  'failure.store/connection-failed':
    '接続が切れました。ネットワークを確認してください。編集内容は残っています。',
  'failure.store/unreadable':
    'ここに保存されたものを読み取れませんでした。ページを再読み込みしてください。繰り返す場合はサポートに連絡してください。',
  'failure.upload/canceled': 'アップロードは取り消されました。もう一度画像を選べます。',
  'failure.upload/invalid-checksum': 'アップロード中に画像が壊れました。もう一度お試しください。',
  'failure.upload/object-not-found': 'この画像はもうありません。もう一度アップロードしてください。',
  'failure.upload/quota-exceeded': 'このサービスの保存領域がいっぱいです。後でお試しください。',
  'failure.upload/retry-limit-exceeded':
    'アップロードに時間がかかりすぎました。接続を確認して、もう一度お試しください。',
  'failure.upload/server-file-wrong-size': '画像が完全に届きませんでした。もう一度お試しください。',
  'failure.upload/unauthenticated':
    'セッションが終了しました。もう一度サインインしてから、画像をアップロードしてください。',
  'failure.upload/unauthorized': 'このファイルは拒否されました。5 MBまでの画像を使ってください。',
  'failure.upload/unknown': 'アップロードに失敗しました。接続を確認して、もう一度お試しください。',
};
