import type { PageTexts } from './en';

export const ko: PageTexts = {
  dir: 'ltr',
  language: '언어',
  description: (name) => `${name} 님의 링크와 팁을 보내는 방법.`,
  tip: (name) => `${name} 님에게 팁 보내기`,
  noTips: (name) => `${name} 님은 지금 팁을 받지 않습니다.`,
  verified: '확인됨',
  nobody: '프로필을 찾을 수 없습니다',
  nobodyWhy: '이 이름의 프로필이 없습니다. 주소에 오타가 있는지 확인해 주세요.',
  makeYours: '내 페이지 만들기',
  amount: '금액',
  anotherAmount: '다른 금액',
  anotherAmountBetween: (min, max) => `다른 금액 (${min} ~ ${max})`,
  cover: '카드 수수료를 조금 더하기',
  yourName: '이름 (선택)',
  message: '메시지 (선택)',
  anonymous: '내 이름을 공개하지 않기',
  receiptEmail: '영수증 받을 이메일 (선택)',
  goToPayment: '결제로 이동',
  atStripe: 'Stripe 페이지에서 결제합니다. 그곳에서 확인하기 전에는 청구되지 않습니다.',
  backTo: (name) => `${name} 님에게 돌아가기`,
};
