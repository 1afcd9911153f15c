import type { OverlayTexts } from './en';

export const ja: OverlayTexts = {
  dir: 'ltr',
  sent: '{name}さんから{amount}',
  somebody: 'どなたか',
  more: 'ほか{count}件：{amount}',
  test: 'テスト',
  testName: 'Kim',
  testMessage: '素敵な音楽をありがとう！',
  tapForSound: 'タップして音を出す',
  revoked: 'このアドレスは無効になりました。Busker で新しいアドレスをコピーしてください。',
  offline: 'オフライン',
  scan: 'スキャンしてチップを送る',
  latest: '最近のお礼',
  goalOf: '{goal}のうち{reached}',
};
