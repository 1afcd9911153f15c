export const monthly = {
  'monthly.heading': '每月和每年打赏',
  'monthly.on': '允许粉丝定期打赏',
  'monthly.onHint': '由粉丝自己选择，默认始终是“一次”。关闭后，正在进行的打赏会继续，直到粉丝停止。',
  'monthly.often': '粉丝可以选择',
  'monthly.month': '每月',
  'monthly.year': '每年',
  'monthly.both': '每月或每年',
  'monthly.presets.month': '每月的建议金额',
  'monthly.presets.year': '每年的建议金额',
  'monthly.limits': '每月 {min} 到 {max}，每年最多 {most}。由您的最小和最大打赏决定。',
  'monthly.fee': '与单次打赏相比，Stripe 对这些付款多收约 {percent}。',
  'monthly.check':
    'Stripe 会以您的名义给这些粉丝发邮件，并重试被拒绝的扣款。请在 Stripe 检查以下各项是否已开启：',
  'monthly.check.retry': '被拒绝的卡会重试，最后一次失败后取消订阅',
  'monthly.check.mails': '关于付款失败、银行卡到期、即将扣款、确认和取消的邮件',
  'monthly.open': '打开 Stripe 设置',
};
