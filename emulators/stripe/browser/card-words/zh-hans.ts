import type { CardWords } from './words';

export const zhHans: CardWords = {
  labels: {
    number: '卡号',
    expiry: '有效期',
    cvc: '安全码',
    country: '国家/地区',
    postalCode: '邮政编码',
  },
  expiryPlaceholder: '月 / 年',
  cvcPlaceholder: 'CVC',
  zip: '邮政编码',
  card: '银行卡',
  leaves: '您将前往 {name} 的页面，然后返回此处。',
  note: '测试模式：只能使用测试卡，不会产生真实扣款。',
  fill: '使用测试卡',
  issues: {
    incomplete_number: '卡号不完整。',
    invalid_number: '卡号无效。',
    incomplete_expiry: '卡的有效期不完整。',
    invalid_expiry_month: '卡的有效期无效。',
    invalid_expiry_year_past: '卡的有效期已过。',
    incomplete_cvc: '卡的安全码不完整。',
    incomplete_zip: '邮政编码不完整。',
  },
};
