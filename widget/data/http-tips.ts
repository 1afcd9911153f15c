import type { TipBackend, TipKey } from './backend';
import { ask } from './http-answer';
import { readTipByPayment, readTipCreated, readTipSession, readTipStatus } from './read-tip-answers';

const json = { 'Content-Type': 'application/json' };
const bearer = (tip: TipKey) => ({ Authorization: `Bearer ${tip.tipToken}` });

/** The tip calls of one Busker server, without cache and cookies. */
export function httpTips(host: string): TipBackend {
  const send = (
    method: string,
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): RequestInit => ({
    method,
    headers: { ...json, ...headers },
    body: JSON.stringify(body),
    credentials: 'omit',
    // The request must arrive even if the fan leaves the page: its answer decides whether they may be asked to pay again.
    keepalive: true,
  });
  const tipUrl = (tip: TipKey) => `${host}/v1/tips/${encodeURIComponent(tip.tipId)}`;
  return {
    startSession: (handle, place, language) =>
      ask(
        `${host}/v1/tip-sessions?where=${place}&language=${language}`,
        send('POST', { handle }),
        readTipSession,
      ),
    byPayment: (payment) => ask(`${host}/v1/tips/by-payment`, send('POST', payment), readTipByPayment),
    createTip: (request) => ask(`${host}/v1/tips`, send('POST', request), readTipCreated),
    changeAmount: (tip, request) =>
      ask(`${tipUrl(tip)}/amount`, send('POST', request, bearer(tip)), readTipCreated),
    editTip: (tip, text) => ask(tipUrl(tip), send('PATCH', text, bearer(tip)), readTipStatus),
    readTip: (tip) =>
      ask(tipUrl(tip), { headers: bearer(tip), credentials: 'omit', cache: 'no-store' }, readTipStatus),
    endTip: (tip) => ask(`${tipUrl(tip)}/end`, send('POST', {}, bearer(tip)), readTipStatus),
    undoTip: (tip) => ask(`${tipUrl(tip)}/undo`, send('POST', {}, bearer(tip)), readTipStatus),
  };
}
