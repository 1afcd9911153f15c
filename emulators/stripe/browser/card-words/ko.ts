import type { CardWords } from './words';

export const ko: CardWords = {
  labels: {
    number: '카드 번호',
    expiry: '유효기간',
    cvc: '보안 코드',
    country: '국가',
    postalCode: '우편번호',
  },
  expiryPlaceholder: 'MM / YY',
  cvcPlaceholder: 'CVC',
  zip: '우편번호',
  card: '카드',
  leaves: '{name} 페이지로 이동한 뒤 여기로 돌아옵니다.',
  note: '테스트 모드: 테스트 카드만 쓸 수 있고 실제로 결제되지 않습니다.',
  fill: '테스트 카드 사용',
  issues: {
    incomplete_number: '카드 번호가 완전하지 않습니다.',
    invalid_number: '카드 번호가 올바르지 않습니다.',
    incomplete_expiry: '카드 유효기간이 완전하지 않습니다.',
    invalid_expiry_month: '카드 유효기간이 올바르지 않습니다.',
    invalid_expiry_year_past: '카드 유효기간이 지났습니다.',
    incomplete_cvc: '카드 보안 코드가 완전하지 않습니다.',
    incomplete_zip: '우편번호가 완전하지 않습니다.',
  },
};
