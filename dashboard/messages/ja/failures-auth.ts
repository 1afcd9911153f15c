export const authFailures = {
  'failure.auth/account-exists-with-different-credential':
    'このメールアドレスのアカウントは、別のサインイン方法ですでに作られています。その方法でサインインすると、この方法も接続できます。',
  'failure.auth/cancelled-popup-request': '別のサインイン画面が開かれたため、この画面は閉じられました。',
  'failure.auth/code-expired': 'このコードは期限切れです。新しいコードを請求してください。',
  'failure.auth/credential-already-in-use':
    'このサインイン方法は、すでに別のBuskerアカウントのものです。それでサインインするか、別の方法を選んでください。',
  'failure.auth/email-already-in-use':
    'ここではこのメールアドレスを使えません。すでにアカウントがある場合は、サインインするかパスワードを再設定してください。',
  'failure.auth/email-change-needs-verification':
    '先にメールアドレスを確認してください。送ったメールのリンクを開いてください。',
  'failure.auth/expired-action-code': 'このリンクは期限切れです。新しいリンクを請求してください。',
  'failure.auth/internal-error': 'サインインサービスで問題が起きました。もう一度お試しください。',
  'failure.auth/invalid-action-code': 'このリンクは使用済みか、不完全です。新しいリンクを請求してください。',
  'failure.auth/invalid-credential':
    'メールアドレスまたはパスワードが違います。両方を確認するか、パスワードを再設定してください。',
  'failure.auth/invalid-email': 'メールアドレスではないようです。',
  'failure.auth/invalid-multi-factor-session':
    'サインインに時間がかかりすぎました。最初からやり直してください。',
  'failure.auth/invalid-phone-number':
    'この電話番号は使えません。国番号を付けてください。例：+81 90 1234 5678。',
  'failure.auth/invalid-verification-code': 'このコードは違います。最新のメッセージを確認してください。',
  'failure.auth/invalid-verification-id':
    'このコードは古いリクエストのものです。新しいコードを請求してください。',
  'failure.auth/link-not-opened':
    'リンクがまだ開かれていません。このブラウザで開いてから、ここに戻ってください。',
  'failure.auth/maximum-second-factor-count-exceeded':
    'アプリは5つで、上限に達しています。先に1つ削除してください。',
  'failure.auth/missing-email': 'メールアドレスを入力してください。',
  'failure.auth/missing-password': 'パスワードを入力してください。',
  'failure.auth/network-request-failed':
    'サインインサービスに接続できません。接続を確認してから、もう一度お試しください。',
  'failure.auth/no-such-provider': 'このサインイン方法はアカウントに接続されていません。',
  'failure.auth/operation-not-allowed': 'このサインイン方法はここではオフです。別の方法を選んでください。',
  'failure.auth/password-does-not-meet-requirements':
    'このパスワードは条件を満たしていません。大文字、小文字、数字、記号を含む、もっと長いものにしてください。',
  'failure.auth/popup-blocked':
    'ブラウザがサインイン画面をブロックしました。このページのポップアップを許可してから、もう一度お試しください。',
  'failure.auth/popup-closed-by-user': '完了する前にサインイン画面が閉じられました。もう一度お試しください。',
  'failure.auth/provider-already-linked': 'このサインイン方法はすでに接続されています。',
  'failure.auth/quota-exceeded':
    '今日は送信数が多すぎます。後でお試しになるか、別のサインイン方法を使ってください。',
  'failure.auth/requires-recent-login': '安全のため、変更する前にご本人であることを確認してください。',
  'failure.auth/second-step-cancelled': 'コードが入力されなかったため、何も変更していません。',
  'failure.auth/second-step-unknown':
    'このアカウントには、このページにない2段階目の確認が必要です。サポートに連絡してください。',
  'failure.auth/timeout': '時間がかかりすぎました。もう一度お試しください。',
  'failure.auth/too-many-requests': '試行回数が多すぎます。数分待つか、パスワードを再設定してください。',
  'failure.auth/unauthorized-domain': 'このサインイン方法は、このアドレスでは許可されていません。',
  'failure.auth/unsupported-first-factor':
    '2段階サインインは電話では使えません。先に別の方法でサインインしてください。',
  'failure.auth/user-cancelled': '許可されなかったため、何も変更していません。',
  'failure.auth/user-disabled':
    'このアカウントは無効になっています。間違いだと思われる場合は、サポートに連絡してください。',
  'failure.auth/user-mismatch': '別のアカウントでした。サインイン中のアカウントで確認してください。',
  'failure.auth/user-token-expired':
    'セッションが終了しました。もう一度サインインしてください。作業は残っています。',
  'failure.auth/weak-password': 'このパスワードは推測されやすいです。6文字以上にしてください。',
  'failure.auth/web-storage-unsupported':
    'サインイン状態を保つ保存領域をブラウザがブロックしています。このページのサイトデータを許可してから、もう一度お試しください。',
};
