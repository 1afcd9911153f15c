import type { PageTexts } from './en';

export const zhHans: PageTexts = {
  dir: 'ltr',
  language: '语言',
  description: (name) => `${name} 的链接，以及打赏的方式。`,
  tip: (name) => `打赏 ${name}`,
  noTips: (name) => `${name} 目前不接受打赏。`,
  verified: '已验证',
  nobody: '找不到该主页',
  nobodyWhy: '没有使用这个名字的主页。地址可能有拼写错误。',
  makeYours: '创建自己的主页',
  amount: '金额',
  anotherAmount: '其他金额',
  anotherAmountBetween: (min, max) => `其他金额（${min} 至 ${max}）`,
  cover: '多付一点以支付银行卡手续费',
  yourName: '你的名字（可选）',
  message: '留言（可选）',
  anonymous: '不公开我的名字',
  receiptEmail: '接收收据的邮箱（可选）',
  goToPayment: '前往付款',
  atStripe: '你将在 Stripe 的页面付款。在那里确认之前不会扣款。',
  backTo: (name) => `返回 ${name} 的主页`,
};
