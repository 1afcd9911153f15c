export const monthly = {
  'monthly.heading': '매월 및 매년 팁',
  'monthly.on': '팬이 정기적으로 줄 수 있게 하기',
  'monthly.onHint':
    '팬이 직접 선택하며, 처음에는 항상 ‘한 번’이 선택되어 있습니다. 이 기능을 꺼도 진행 중인 팁은 팬이 중단할 때까지 계속됩니다.',
  'monthly.often': '팬이 선택할 수 있는 것',
  'monthly.month': '매월',
  'monthly.year': '매년',
  'monthly.both': '매월 또는 매년',
  'monthly.presets.month': '한 달 추천 금액',
  'monthly.presets.year': '일 년 추천 금액',
  'monthly.limits':
    '한 달에 {min}에서 {max}까지, 일 년에 {most}까지입니다. 최소 및 최대 팁에 따라 정해집니다.',
  'monthly.fee': 'Stripe는 이 결제에 한 번만 내는 팁보다 약 {percent} 더 부과합니다.',
  'monthly.check':
    'Stripe가 이 팬들에게 회원님의 이름으로 이메일을 보내고 거절된 청구를 다시 시도합니다. Stripe에서 켜져 있는지 확인하세요:',
  'monthly.check.retry': '거절된 카드를 다시 시도하고, 마지막 시도 후 구독을 취소함',
  'monthly.check.mails': '결제 실패, 카드 만료, 다음 청구, 확인, 취소에 대한 이메일',
  'monthly.open': 'Stripe 설정 열기',
  'monthly.tip.month': '매월 · {number}회',
  'monthly.tip.year': '매년 · {number}회',
  'monthly.period': '기간',
  'monthly.atStripe': 'Stripe 구독',
};
