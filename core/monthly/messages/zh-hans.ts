import type { MonthlyTexts } from '../monthly-text-keys';

export const zhHans: MonthlyTexts = {
  month: '今天支付 {amount}，之后每月 {day} 日支付 {amount}，直到您停止。',
  monthEnd: '今天支付 {amount}，之后每月 {day} 日（较短的月份为最后一天）支付 {amount}，直到您停止。',
  year: '今天支付 {amount}，之后每年 {date} 支付 {amount}，直到您停止。',
  next: '下次扣款：{next}（UTC）。',
  stop: '您可以随时通过收据或 Stripe 邮件中的链接停止，停止后不再扣款。',
  paidTo:
    '款项由 Stripe 支付给 {owner}。Stripe 会询问您的邮箱，并将其提供给 {owner} 的 Stripe 账户；Busker 不会保存。',
  buttonMonth: '继续：每月支付 {amount}',
  buttonYear: '继续：每年支付 {amount}',
  stopAt: '可随时在 {address} 停止',
  messageOnce: '仅在首次付款时显示一次。',
  thanksMonth: '{owner} 每月收到 {amount}。',
  thanksYear: '{owner} 每年收到 {amount}。',
  howToStop: '如何停止',
  changed: '您要同意的内容已更改，请重新阅读。您未被扣款。',
  unavailable: '此处目前不提供这种打赏。您未被扣款。',
};
