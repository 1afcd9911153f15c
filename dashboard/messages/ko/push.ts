export const push = {
  'push.heading': '이 기기의 알림',
  'push.about': 'Busker를 닫아 두어도 팁이 도착하면 이 기기에서 알림을 받습니다.',
  'push.on': '알림 켜기',
  'push.isOn': '켜짐',
  'push.isOnHere': '이 기기는 알림을 받습니다.',
  'push.stop': '이 기기에서 중지',
  'push.unsupported':
    '이 브라우저는 알림을 받을 수 없습니다. 다른 브라우저를 사용하거나 이메일을 이용하세요.',
  'push.blocked':
    '이 브라우저에서 Busker 알림이 차단되어 있습니다. 브라우저의 이 사이트 설정에서 허용한 뒤 페이지를 새로 고치세요.',
  'push.ios': 'iPhone과 iPad에서는 Busker를 홈 화면에 추가한 뒤에만 알림을 받을 수 있습니다.',
  'push.iosShare': 'Safari에서 공유를 탭하세요.',
  'push.iosAdd': '‘홈 화면에 추가’를 선택하세요.',
  'push.iosOpen': '홈 화면에서 Busker를 열고 그곳에서 한 번 로그인한 뒤 알림을 켜세요.',
  'push.seen': '알림을 보았나요?',
  'push.seenYes': '네, 보았습니다',
  'push.seenNo': '아니요',
  'push.unseen':
    '무언가가 알림을 막고 있습니다. 이 기기가 브라우저 알림을 허용하는지, 방해 금지 모드가 꺼져 있는지 확인하세요.',
  'push.failed.timed-out': '브라우저가 응답하지 않았습니다. 연결을 확인하세요.',
  'push.failed.dismissed': '브라우저의 질문에 답하지 않았습니다. 계속하려면 알림을 허용하세요.',
  'push.failed.blocked': '이 브라우저에서 Busker 알림이 차단되어 있습니다.',
  'push.failed.refused': '브라우저가 거부했습니다. 비공개 창에서는 알림이 작동하지 않습니다.',
  'push.install': 'Busker 설치',
  'push.closed': 'Busker를 열어 확인하세요',
};
