import { wholeExport, type OwnerExport } from '../../core/documents/export-document';
import type { Leaving } from '../../core/documents/account-document';

export const fakeExport = (changes: Partial<OwnerExport> = {}): OwnerExport => ({
  v: 1,
  id: 'export-1',
  format: changes.choice?.format ?? 'csv',
  choice: wholeExport(changes.format ?? 'csv'),
  requestedAt: Date.now(),
  state: { name: 'running', done: 0, total: null },
  ...changes,
});

export const fakeLeaving = (state?: Leaving['state']): Leaving => ({
  v: 1,
  uid: 'uid-ada',
  startedAt: Date.now(),
  changedAt: Date.now(),
  state: state ?? { name: 'running', step: 'page', done: 0, total: null },
  withdrawn: ['ada'],
  silenced: [],
  expiresAt: null,
});
