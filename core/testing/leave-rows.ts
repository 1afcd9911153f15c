import { wholeExport, exportDocument, type OwnerExport } from '../account/export-document';
import { leavingDocument, type Leaving } from '../account/account-document';
import { noon } from './fakes';
import { storedRow, type StoredRow } from './stored-row';

const running: OwnerExport = {
  v: 1,
  id: 'e1',
  format: 'csv',
  choice: { ...wholeExport('csv'), separator: 'semicolon', decimal: 'comma', state: 'received' },
  requestedAt: noon,
  state: { name: 'running', done: 500, total: null },
};
const ready: OwnerExport = {
  ...running,
  format: 'json',
  choice: wholeExport('json'),
  state: { name: 'ready', tips: 3, bytes: 99, readyAt: noon, expiresAt: noon + 1 },
};

export const fakeLeaving = (changes: Partial<Leaving> = {}): Leaving => ({
  v: 1,
  uid: 'uid-ada',
  startedAt: noon,
  changedAt: noon,
  state: { name: 'running', step: 'books', done: 1, total: 2 },
  withdrawn: ['ada'],
  silenced: ['c1'],
  expiresAt: null,
  ...changes,
});

export const leaveRows: readonly StoredRow[] = [
  ...storedRow('an export that is being prepared', running, exportDocument),
  ...storedRow('a finished export', ready, exportDocument),
  ...storedRow('a running deletion', fakeLeaving(), leavingDocument),
  ...storedRow(
    'a deletion that stopped',
    fakeLeaving({ state: { name: 'stopped' }, withdrawn: [], expiresAt: noon }),
    leavingDocument,
  ),
];
