/** A running deletion, in the dashboard and on the sign-in page. */
export const leaving = {
  'leaving.title': 'Your account is being deleted',
  'leaving.label': 'Deletion of your account',
  'leaving.step': 'Deleting: {step} of {steps}: {what}',
  'leaving.page': 'taking your page offline',
  'leaving.payments': 'ending open payments',
  'leaving.books': 'keeping the records of payments',
  'leaving.data': 'removing your data',
  'leaving.sign-in': 'removing your sign-in',
  'leaving.items': '{done} of {total}',
  'leaving.retrying': 'Something failed. We try again by ourselves.',
  'leaving.mayStop':
    'If a refund or a dispute opens now, the deletion stops and everything is as it was before.',
  'leaving.noReturn': 'The deletion cannot be stopped any more.',
  'leaving.byItself': 'You can close this page. The deletion ends by itself.',
  'leaving.stoppedTitle': 'Your account was not deleted',
  'leaving.stopped':
    'A payment, a refund or a dispute was open before anything was removed, so the deletion stopped. Your page is online again, and all tips and data are there as before. Delete your account again when it is settled.',
  'leaving.read': 'OK',
} as const;
