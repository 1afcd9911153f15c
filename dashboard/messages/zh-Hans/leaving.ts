export const leaving = {
  'leaving.title': '您的账号正在删除',
  'leaving.label': '删除您的账号',
  'leaving.step': '正在删除：第 {step} 步，共 {steps} 步：{what}',
  'leaving.page': '下线您的页面',
  'leaving.payments': '结束未完成的付款',
  'leaving.books': '保留付款记录',
  'leaving.data': '移除您的数据',
  'leaving.sign-in': '移除您的登录信息',
  'leaving.items': '{done} / {total}',
  'leaving.retrying': '出了点问题。我们会自动重试。',
  'leaving.mayStop': '如果现在出现退款或争议，删除会停止，一切保持原样。',
  'leaving.noReturn': '删除已无法停止。',
  'leaving.byItself': '您可以关闭此页面。删除会自行完成。',
  'leaving.stoppedTitle': '您的账号没有被删除',
  'leaving.stopped':
    '在移除任何内容之前，还有付款、退款或争议未结束，因此删除停止了。您的页面已重新上线，所有打赏和数据都和以前一样。解决后请再次删除账号。',
  'leaving.read': '好',
};
