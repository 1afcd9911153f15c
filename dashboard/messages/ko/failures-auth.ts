export const authFailures = {
  'failure.auth/account-exists-with-different-credential':
    '이 이메일로 다른 로그인 방법을 사용해 만든 계정이 이미 있습니다. 그 방법으로 로그인하면 이 방법도 연결할 수 있습니다.',
  'failure.auth/cancelled-popup-request': '다른 로그인 창이 열려 이 창은 닫혔습니다.',
  'failure.auth/code-expired': '이 코드는 만료되었습니다. 새 코드를 요청하세요.',
  'failure.auth/credential-already-in-use':
    '이 로그인 방법은 이미 다른 Busker 계정의 것입니다. 그것으로 로그인하거나 다른 방법을 선택하세요.',
  'failure.auth/email-already-in-use':
    '여기서는 이 이메일을 사용할 수 없습니다. 이미 계정이 있다면 로그인하거나 비밀번호를 재설정하세요.',
  'failure.auth/email-change-needs-verification': '먼저 이메일을 확인하세요. 보내 드린 메일의 링크를 여세요.',
  'failure.auth/expired-action-code': '이 링크는 만료되었습니다. 새 링크를 요청하세요.',
  'failure.auth/internal-error': '로그인 서비스에 문제가 생겼습니다. 다시 시도해 주세요.',
  'failure.auth/invalid-action-code': '이 링크는 이미 사용되었거나 불완전합니다. 새 링크를 요청하세요.',
  'failure.auth/invalid-credential':
    '이메일 또는 비밀번호가 틀렸습니다. 둘 다 확인하거나 비밀번호를 재설정하세요.',
  'failure.auth/invalid-email': '이메일 주소가 아닌 것 같습니다.',
  'failure.auth/invalid-multi-factor-session': '로그인에 시간이 너무 오래 걸렸습니다. 처음부터 다시 하세요.',
  'failure.auth/invalid-phone-number':
    '이 전화번호는 사용할 수 없습니다. 국가 번호를 포함하세요. 예: +82 10 1234 5678.',
  'failure.auth/invalid-verification-code': '코드가 틀렸습니다. 가장 최근 메시지를 확인하세요.',
  'failure.auth/invalid-verification-id': '이전 요청의 코드입니다. 새 코드를 요청하세요.',
  'failure.auth/link-not-opened': '링크를 아직 열지 않았습니다. 이 브라우저에서 연 다음 여기로 돌아오세요.',
  'failure.auth/maximum-second-factor-count-exceeded': '앱이 5개로 최대입니다. 먼저 하나를 제거하세요.',
  'failure.auth/missing-email': '이메일 주소를 입력하세요.',
  'failure.auth/missing-password': '비밀번호를 입력하세요.',
  'failure.auth/network-request-failed':
    '로그인 서비스에 연결할 수 없습니다. 연결을 확인하고 다시 시도하세요.',
  'failure.auth/no-such-provider': '이 로그인 방법은 계정에 연결되어 있지 않습니다.',
  'failure.auth/operation-not-allowed': '이 로그인 방법은 여기서 꺼져 있습니다. 다른 방법을 선택하세요.',
  'failure.auth/password-does-not-meet-requirements':
    '비밀번호가 규칙에 맞지 않습니다. 대문자, 소문자, 숫자, 기호가 있는 더 긴 비밀번호를 사용하세요.',
  'failure.auth/popup-blocked':
    '브라우저가 로그인 창을 차단했습니다. 이 페이지의 팝업을 허용한 뒤 다시 시도하세요.',
  'failure.auth/popup-closed-by-user': '완료하기 전에 로그인 창이 닫혔습니다. 다시 시도하세요.',
  'failure.auth/provider-already-linked': '이 로그인 방법은 이미 연결되어 있습니다.',
  'failure.auth/quota-exceeded':
    '오늘 보낸 메시지가 너무 많습니다. 나중에 다시 시도하거나 다른 로그인 방법을 사용하세요.',
  'failure.auth/requires-recent-login': '안전을 위해 변경하기 전에 본인임을 확인해 주세요.',
  'failure.auth/second-step-cancelled': '코드를 입력하지 않아 아무것도 바뀌지 않았습니다.',
  'failure.auth/second-step-unknown':
    '이 계정에는 이 페이지에서 제공하지 않는 두 번째 단계가 필요합니다. 지원팀에 문의하세요.',
  'failure.auth/timeout': '시간이 너무 오래 걸렸습니다. 다시 시도해 주세요.',
  'failure.auth/too-many-requests': '시도가 너무 많습니다. 몇 분 기다리거나 비밀번호를 재설정하세요.',
  'failure.auth/unauthorized-domain': '이 로그인 방법은 이 주소에서 허용되지 않습니다.',
  'failure.auth/unsupported-first-factor':
    '2단계 로그인은 휴대전화 로그인과 함께 쓸 수 없습니다. 먼저 다른 방법으로 로그인하세요.',
  'failure.auth/user-cancelled': '허용하지 않아 아무것도 바뀌지 않았습니다.',
  'failure.auth/user-disabled': '이 계정은 사용 중지되었습니다. 잘못되었다고 생각하면 지원팀에 문의하세요.',
  'failure.auth/user-mismatch': '다른 계정이었습니다. 로그인된 계정으로 확인하세요.',
  'failure.auth/user-token-expired': '세션이 끝났습니다. 다시 로그인하세요. 작업은 보관되어 있습니다.',
  'failure.auth/weak-password': '추측하기 너무 쉬운 비밀번호입니다. 6자 이상 사용하세요.',
  'failure.auth/web-storage-unsupported':
    '브라우저가 로그인 상태를 유지하는 저장소를 차단합니다. 이 페이지의 사이트 데이터를 허용한 뒤 다시 시도하세요.',
};
