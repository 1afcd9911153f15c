import { long, noText, noWord } from './endpoint-values';
import type { Endpoint } from './endpoint';

const label = [null, ...noText, '', ' \n ', long(61), long(481)];
const events = [null, 7, 'tip.paid', {}];
const flag = [null, 1, 'true', {}];
const one = '/v1/me/channels/:channel';

/** The endpoints of the owner's notification channels. */
export const channelEndpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '/v1/me/channels',
    as: 'owner',
    valid: { kind: 'webhook', url: 'https://hooks.example.com/busker' },
    wrong: { kind: [...noWord, 'fax'], label, events, url: [undefined, null, ...noText, long(2049)] },
  },
  {
    method: 'PATCH',
    path: one,
    as: 'owner',
    valid: { words: false },
    wrong: {
      label,
      events,
      minimum: [null, 7, 'usd'],
      mode: noWord.filter((each) => each !== undefined),
      words: flag,
      on: flag,
    },
  },
  {
    method: 'POST',
    path: `${one}/verify`,
    as: 'owner',
    valid: { code: '123456' },
    wrong: { code: [null, ...noText, long(21)] },
  },
  {
    method: 'POST',
    path: `${one}/replay`,
    as: 'owner',
    valid: { since: 0, until: 1, types: [] },
    wrong: {
      since: [undefined, null, '500', true, {}, []],
      until: [undefined, null, '500', true, {}, []],
      types: [undefined, ...events],
    },
  },
  {
    method: 'PUT',
    path: '/v1/me/quiet',
    as: 'owner',
    valid: { zone: 'Europe/Berlin', language: 'de', quiet: null },
    wrong: {
      zone: [undefined, null, ...noText, '', 'Mars/Olympus', long(65)],
      language: [undefined, null, ...noText, long(36)],
      quiet: [undefined, 7, true, '22-8'],
    },
  },
];
