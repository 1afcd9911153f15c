import type { Act } from '../admin/audit';

/** An owner's act on their own page, for the audit. */
export const ownersAct = (verb: 'unpublish' | 'publish-again', uid: string): Act => ({
  who: uid,
  role: 'owner',
  verb,
  subject: uid,
  outcome: 'done',
  before: null,
  after: null,
  reason: '',
  reportId: null,
});
