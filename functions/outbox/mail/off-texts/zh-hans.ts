import type { OffTexts } from './en';

export const zhHans: OffTexts = {
  ask: '要停止接收这些邮件吗？',
  askText: '这些邮件会告诉您收到的打赏。您的其他通知不会改变。',
  stop: '关闭',
  stopped: '这些邮件已关闭',
  stoppedText: '此地址不会再收到有关打赏的邮件。',
  resume: '重新开启',
  resumed: '这些邮件已开启',
  resumedText: '此地址会重新收到有关打赏的邮件。',
  all: '所有通知',
};
