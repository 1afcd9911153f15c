import type { OffTexts } from './en';

export const ja: OffTexts = {
  ask: 'このメールの配信を停止しますか？',
  askText: 'チップについてお知らせするメールです。ほかの通知はそのまま届きます。',
  stop: '停止する',
  stopped: 'このメールは停止しました',
  stoppedText: 'このアドレスには、チップについてのメールは届かなくなります。',
  resume: '再開する',
  resumed: 'このメールは有効です',
  resumedText: 'このアドレスに、チップについてのメールがまた届きます。',
  all: 'すべての通知',
};
