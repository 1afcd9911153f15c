export const failures = {
  'failure.store/cancelled': '완료되기 전에 중단되었습니다. 다시 시도하세요.',
  'failure.store/unknown': '예상하지 못한 일이 생겼습니다. 다시 시도하세요. 편집 내용은 보관되어 있습니다.',
  'failure.store/invalid-argument': '값 하나를 저장하지 못했습니다. 마지막 편집을 취소하고 다시 시도하세요.',
  'failure.store/deadline-exceeded':
    '서버의 응답이 너무 오래 걸렸습니다. 편집 내용은 보관되어 있습니다. 다시 시도하세요.',
  'failure.store/not-found': '더 이상 존재하지 않습니다. 페이지를 새로 고쳐 확인하세요.',
  'failure.store/already-exists': '이미 존재합니다. 페이지를 새로 고쳐 확인하세요.',
  'failure.store/permission-denied': '접근 권한이 없습니다. 이것을 소유한 계정으로 로그인하세요.',
  'failure.store/unauthenticated': '세션이 끝났습니다. 다시 로그인하세요. 편집 내용은 보관되어 있습니다.',
  'failure.store/resource-exhausted':
    '이 서비스가 하루 한도에 도달했습니다. 편집 내용은 보관되어 있습니다. 나중에 다시 시도하세요.',
  'failure.store/failed-precondition':
    '서버가 아직 준비되지 않았습니다. 페이지를 새로 고치고 다시 시도하세요.',
  'failure.store/aborted': '같은 순간에 다른 곳에서 변경되었습니다. 다시 시도하세요.',
  'failure.store/out-of-range': '목록의 끝입니다. 페이지를 새로 고쳐 새로운 내용을 확인하세요.',
  'failure.store/unimplemented':
    '서버가 이 작업을 할 수 없습니다. 페이지를 새로 고치세요. 반복되면 지원팀에 문의하세요.',
  'failure.store/internal': '서버에 문제가 생겼습니다. 편집 내용은 보관되어 있습니다. 다시 시도하세요.',
  'failure.store/unavailable': '지금은 서버에 연결할 수 없습니다. 편집 내용은 보관되며 나중에 전송됩니다.',
  'failure.store/data-loss':
    '저장된 데이터 일부를 읽지 못했습니다. 무엇이든 바꾸기 전에 지원팀에 문의하세요.',
  'failure.store/client-terminated': '이 페이지가 너무 오래 열려 있었습니다. 계속하려면 새로 고치세요.',
  'failure.store/connection-failed':
    '연결이 끊겼습니다. 네트워크를 확인하세요. 편집 내용은 보관되어 있습니다.',
  'failure.store/unreadable':
    '여기에 저장된 것을 읽지 못했습니다. 페이지를 새로 고치세요. 반복되면 지원팀에 문의하세요.',
  'failure.upload/canceled': '업로드가 취소되었습니다. 사진을 다시 선택할 수 있습니다.',
  'failure.upload/invalid-checksum': '업로드 중에 사진이 손상되었습니다. 다시 시도하세요.',
  'failure.upload/object-not-found': '이 사진은 더 이상 없습니다. 다시 업로드하세요.',
  'failure.upload/quota-exceeded': '이 서비스의 저장 공간이 가득 찼습니다. 나중에 다시 시도하세요.',
  'failure.upload/retry-limit-exceeded': '업로드가 너무 오래 걸렸습니다. 연결을 확인하고 다시 시도하세요.',
  'failure.upload/server-file-wrong-size': '사진이 완전히 도착하지 않았습니다. 다시 시도하세요.',
  'failure.upload/unauthenticated': '세션이 끝났습니다. 다시 로그인한 뒤 사진을 업로드하세요.',
  'failure.upload/unauthorized': '파일이 거부되었습니다. 5MB 이하의 사진을 사용하세요.',
  'failure.upload/unknown': '업로드하지 못했습니다. 연결을 확인하고 다시 시도하세요.',
};
