import type { OverlayTexts } from './en';

export const ko: OverlayTexts = {
  dir: 'ltr',
  sent: '{name} 님이 {amount} 보냄',
  somebody: '누군가',
  more: '외 {count}건: {amount}',
  test: '테스트',
  testName: 'Kim',
  testMessage: '멋진 음악 감사합니다!',
  tapForSound: '탭하여 소리 켜기',
  revoked: '이 주소는 더 이상 유효하지 않습니다. Busker에서 새 주소를 복사하세요.',
  offline: '오프라인',
  scan: '스캔하여 팁 보내기',
  latest: '최근 감사',
  goalOf: '{goal} 중 {reached}',
};
