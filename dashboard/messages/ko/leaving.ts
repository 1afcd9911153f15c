export const leaving = {
  'leaving.title': '계정을 삭제하는 중입니다',
  'leaving.label': '계정 삭제',
  'leaving.step': '삭제 중: {steps}단계 중 {step}: {what}',
  'leaving.page': '페이지를 내리는 중',
  'leaving.payments': '진행 중인 결제를 끝내는 중',
  'leaving.books': '결제 기록을 보관하는 중',
  'leaving.data': '데이터를 지우는 중',
  'leaving.sign-in': '로그인 정보를 지우는 중',
  'leaving.items': '{total}개 중 {done}개',
  'leaving.retrying': '문제가 생겼습니다. 자동으로 다시 시도합니다.',
  'leaving.mayStop': '지금 환불이나 분쟁이 시작되면 삭제가 중단되고 모든 것이 전과 같이 유지됩니다.',
  'leaving.noReturn': '삭제를 더 이상 멈출 수 없습니다.',
  'leaving.byItself': '이 페이지를 닫아도 됩니다. 삭제는 저절로 끝납니다.',
  'leaving.stoppedTitle': '계정이 삭제되지 않았습니다',
  'leaving.stopped':
    '무엇이든 지우기 전에 결제, 환불 또는 분쟁이 진행 중이어서 삭제를 중단했습니다. 페이지가 다시 공개되었고 모든 팁과 데이터는 그대로입니다. 해결되면 계정을 다시 삭제하세요.',
  'leaving.read': '확인',
};
