import type { MonthlyTexts } from '../monthly-text-keys';

export const ko: MonthlyTexts = {
  month: '오늘 {amount}, 이후 중단할 때까지 매월 {day}일에 {amount}.',
  monthEnd: '오늘 {amount}, 이후 중단할 때까지 매월 {day}일(짧은 달은 마지막 날)에 {amount}.',
  year: '오늘 {amount}, 이후 중단할 때까지 매년 {date}에 {amount}.',
  next: '다음 결제: {next} (UTC).',
  stop: '영수증이나 Stripe 메일의 링크로 언제든지 중단할 수 있으며, 중단하면 더 이상 결제되지 않습니다.',
  paidTo:
    'Stripe가 {owner} 님에게 지급합니다. Stripe는 이메일을 요청하여 {owner} 님의 Stripe 계정에 전달하며, Busker는 보관하지 않습니다.',
  buttonMonth: '계속: 매월 {amount} 결제',
  buttonYear: '계속: 매년 {amount} 결제',
  stopAt: '{address} 에서 언제든지 중단할 수 있습니다',
  messageOnce: '첫 결제 때 한 번만 표시됩니다.',
  thanksMonth: '{owner} 님이 매월 {amount}을(를) 받습니다.',
  thanksYear: '{owner} 님이 매년 {amount}을(를) 받습니다.',
  howToStop: '중단하는 방법',
  changed: '동의하실 내용이 바뀌었습니다. 다시 읽어 주세요. 청구되지 않았습니다.',
  unavailable: '지금은 여기서 이런 팁을 받지 않습니다. 청구되지 않았습니다.',
};
