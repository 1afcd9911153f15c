import type { Decision, Report } from '../moderation/report';
import { noon } from './fakes';

/** A new report. */
export const fakeReport = (change: Partial<Report> = {}): Report => ({
  v: 1,
  id: 'aabbccddeeff',
  state: { name: 'received' },
  kind: 'fraud',
  address: 'https://busker.test/@ada',
  subject: { uid: 'uid-ada', handle: 'ada' },
  ground: 'Terms, fraud',
  why: 'She is not Ada.',
  name: 'Zoe',
  email: 'zoe@example.com',
  language: 'en',
  receivedAt: noon,
  expiresAt: null,
  ...change,
});

export const fakeDecision = (change: Partial<Decision> = {}): Decision => ({
  outcome: 'suspended',
  facts: 'The page shows the name and picture of somebody else.',
  ground: 'Terms, fraud',
  foundByMachine: false,
  by: 'grace@example.com',
  at: noon,
  until: null,
  ...change,
});
