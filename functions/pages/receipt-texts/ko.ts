import type { ReceiptTexts } from './en';

export const ko: ReceiptTexts = {
  title: '보낸 팁',
  open: '감사 화면의 링크로 이 페이지를 열면 팁을 볼 수 있습니다.',
  noScript: '영수증을 열려면 JavaScript가 필요합니다.',
  undo: '이 팁 취소',
  undoLeft: '앞으로 {time} 동안 취소할 수 있습니다.',
  words: '남긴 말',
  save: '저장',
  erase: '이름과 메시지 지우기',
  saved: '저장했습니다.',
  erased: '이름과 메시지를 지웠습니다.',
  goingBack: '팁을 돌려 드리는 중입니다.',
  back: '프로필로 돌아가기',
  ask: (owner) => `이 팁에 대해 궁금한 점은 ${owner}님에게 문의하세요.`,
  goneTitle: '팁이 없습니다',
  gone: '이 팁을 찾을 수 없습니다.',
  failed: '문제가 생겼습니다. 다시 시도해 주세요.',
  states: {
    pending: {
      heading: '아직 결제되지 않음',
      sentence: (owner) => `${owner} 님에게 보내는 팁이 결제되지 않았습니다. 청구된 금액은 없습니다.`,
    },
    processing: {
      heading: '처리 중',
      sentence: (owner) => `${owner} 님에게 보내는 은행 결제가 처리 중입니다.`,
    },
    paid: { heading: '감사합니다', sentence: (owner) => `${owner} 님에게 보낸 팁이 결제되었습니다.` },
    partially_refunded: {
      heading: '일부 환불됨',
      sentence: (owner) => `${owner} 님에게 보낸 팁의 일부가 카드로 환불되었습니다.`,
    },
    refunded: {
      heading: '환불됨',
      sentence: (owner) =>
        `${owner} 님에게 보낸 팁이 카드로 환불되었습니다. 표시되기까지 며칠 걸릴 수 있습니다.`,
    },
    disputed: {
      heading: '확인 중',
      sentence: (owner) => `은행이 ${owner} 님에게 보낸 팁을 확인하고 있습니다.`,
    },
    lost: { heading: '은행이 되돌림', sentence: (owner) => `은행이 ${owner} 님에게 보낸 팁을 되돌렸습니다.` },
    failed: {
      heading: '결제되지 않음',
      sentence: (owner) => `${owner} 님에게 보내는 팁이 결제되지 않았습니다. 청구된 금액은 없습니다.`,
    },
    expired: {
      heading: '결제되지 않음',
      sentence: (owner) => `${owner} 님에게 보내는 팁이 제때 결제되지 않았습니다. 청구된 금액은 없습니다.`,
    },
  },
  rows: {
    tip: '팁',
    covered: '부담한 카드 비용',
    total: '합계',
    givenBack: '환불됨',
    comingBack: '환불 중',
    card: '카드',
    paidOn: '결제일',
    number: '번호',
  },
  cardEnding: (brand, last4) => `${brand}, 끝자리 ${last4}`,
  refused: {
    sorry: '잘되지 않았습니다',
    otherwise: '잘되지 않았습니다. 결제되지 않았습니다. 다시 시도해 주세요.',
    again: '양식을 다시 열고 한 번 더 시도해 주세요. 결제되지 않았습니다.',
    often: '시도가 너무 많습니다. 몇 분 기다려 주세요. 결제되지 않았습니다.',
    check: '표시된 항목을 확인해 주세요.',
    away: '지금 응답이 없습니다. 결제되지 않았습니다. 다시 시도해 주세요.',
    notReady: '아직 팁을 받을 수 없습니다. 결제되지 않았습니다.',
    noUndo: '이 팁은 여기서 더 이상 취소할 수 없습니다.',
    fixed: '이 팁은 이미 전송 중이라 바꿀 수 없습니다.',
  },
  fields: {
    choose: '금액을 선택하세요.',
    write: (example) => `금액을 입력하세요. 예: ${example}`,
    email: '이메일 주소가 아닌 것 같습니다.',
    shorten: '조금 줄여 주세요.',
    least: (min) => `가장 작은 팁은 ${min}입니다.`,
    most: (max) => `가장 큰 팁은 ${max}입니다.`,
    step: '이 통화에는 없는 금액입니다.',
  },
};
