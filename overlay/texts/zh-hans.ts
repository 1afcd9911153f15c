import type { OverlayTexts } from './en';

export const zhHans: OverlayTexts = {
  dir: 'ltr',
  sent: '{name} 送出 {amount}',
  somebody: '一位朋友',
  more: '另有 {count} 笔：{amount}',
  test: '测试',
  testName: 'Kim',
  testMessage: '真好听，谢谢你的音乐！',
  tapForSound: '点按以开启声音',
  revoked: '此地址已失效。请在 Busker 中复制新地址。',
  offline: '离线',
  scan: '扫码打赏',
  latest: '最近的感谢',
  goalOf: '{reached} / {goal}',
};
