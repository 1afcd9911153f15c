import { long, noText, noWord } from './endpoint-values';
import type { Endpoint } from './endpoint';

const all = '/v1/me/overlay';
/** Wrong values of optional fields. */
const wrongNumber = [null, '5', true, {}, [], 0.5, -1, 1e9];
const wrongWord = noWord.filter((each) => each !== undefined);
const wrongFlag = [null, 1, 'true', {}];

/** The endpoints of the overlay that have a body. */
export const overlayEndpoints: readonly Endpoint[] = [
  {
    method: 'PATCH',
    path: all,
    as: 'owner',
    valid: { volume: 40 },
    wrong: {
      look: wrongWord,
      place: wrongWord,
      accent: [null, ...noText, '', 'red', '#fff', 'url(https://evil.example)'],
      language: wrongWord,
      minimum: [null, 7, 'usd'],
      below: wrongWord,
      words: wrongWord,
      seconds: wrongNumber,
      delaySeconds: wrongNumber,
      replayMinutes: wrongNumber,
      volume: wrongNumber,
      offlineDot: wrongFlag,
    },
  },
  {
    method: 'POST',
    path: `${all}/live`,
    as: 'owner',
    valid: { act: 'again', tipId: 'tip_1' },
    wrong: { act: [...noWord, 'explode'], tipId: [undefined, null, ...noText, '', long(129)] },
  },
  {
    method: 'POST',
    path: `${all}/test`,
    as: 'owner',
    valid: { test: 'small' },
    wrong: { test: noWord },
  },
];
