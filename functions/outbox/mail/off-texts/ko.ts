import type { OffTexts } from './en';

export const ko: OffTexts = {
  ask: '이 이메일을 그만 받으시겠어요?',
  askText: '팁에 대해 알려 드리는 이메일입니다. 다른 알림은 그대로 유지됩니다.',
  stop: '끄기',
  stopped: '이 이메일이 꺼졌습니다',
  stoppedText: '이 주소로는 팁에 대한 이메일이 더 이상 오지 않습니다.',
  resume: '다시 켜기',
  resumed: '이 이메일이 켜졌습니다',
  resumedText: '이 주소로 팁에 대한 이메일이 다시 옵니다.',
  all: '모든 알림',
};
