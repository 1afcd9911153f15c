import {
  countedDocument,
  insightDocument,
  rollUpDocument,
  viewBatchDocument,
} from '../insights/insight-document';
import { tipAddressDocument } from '../money-documents/tip-document';
import { noon } from './fakes';
import { storedRow as row } from './stored-row';

/** The documents with which views are counted, and the address of a tip, for the tests of all stored documents. */
export const countRows = [
  ...row(
    'insight',
    {
      v: 1 as const,
      day: '2026-10-01',
      views: 3,
      clicks: { k1: 2 },
      sites: { 'blog.example': 1 },
      times: { '0930': { views: 1, clicks: {}, sites: { 'blog.example': 1 } } },
    },
    insightDocument,
  ),
  ...row(
    'view batch',
    {
      v: 1 as const,
      endedAt: noon,
      rows: [
        { day: '2026-10-01', handle: 'ada', link: null, count: 2 },
        { day: '2026-10-01', time: '0930', handle: 'ada', link: null, site: 'blog.example', count: 2 },
      ],
      expiresAt: noon + 1,
    },
    viewBatchDocument,
  ),
  ...row('counted batch', { v: 1 as const, endedAt: null, rows: [], expiresAt: noon + 1 }, viewBatchDocument),
  ...row(
    'roll-up',
    { v: 1 as const, round: { batches: ['b1'], through: 'ada', untilAt: noon } },
    rollUpDocument,
  ),
  ...row('idle roll-up', { v: 1 as const, round: null }, rollUpDocument),
  ...row('counted', { v: 1 as const, untilAt: noon }, countedDocument),
  ...row('tip address', { v: 1 as const, hash: 'a1', expiresAt: noon }, tipAddressDocument),
];
