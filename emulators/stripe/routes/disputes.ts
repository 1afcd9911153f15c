import {
  formatDispute,
  formatEarlyFraudWarning,
  checkContestable,
  answerDispute,
  closeDispute,
  updateDispute,
  isInquiry,
  isOpenDispute,
} from '../money-back/disputes';
import { mergeMetadata } from '../payments/intents';
import type { Sandbox } from '../state/sandbox';
import type { DisputeEntity } from '../state/payment-entities';
import {
  listPage,
  paging,
  flag,
  metadata,
  object,
  optional,
  parameters,
  text,
  unsettable,
} from '../wire/parameters';
import { missingResource, refused } from '../wire/refusal';
import { route, type Route } from './route';

function findDispute({ store }: Sandbox, account: string, id: string): DisputeEntity {
  const dispute = store.get('dispute', id);
  if (!dispute || dispute.account !== account) throw missingResource('dispute', id, 'dispute');
  return dispute;
}

const retrieve = route('secret', 'GET /v1/disputes/:id', parameters({}), (sandbox, { account, id }) =>
  formatDispute(sandbox, findDispute(sandbox, account, id)),
);

const filters = { ...paging, payment_intent: optional(text()), charge: optional(text()) };

const matching =
  (account: string, params: { readonly payment_intent?: string; readonly charge?: string }) =>
  (entity: { readonly account: string; readonly paymentIntent: string; readonly charge: string }): boolean =>
    entity.account === account &&
    (params.payment_intent === undefined || entity.paymentIntent === params.payment_intent) &&
    (params.charge === undefined || entity.charge === params.charge);

const list = route('secret', 'GET /v1/disputes', parameters(filters), (sandbox, { account, params }) => {
  const own = sandbox.store.all('dispute').filter(matching(account, params));
  return listPage('dispute', '/v1/disputes', own, params, (dispute) => formatDispute(sandbox, dispute));
});

const updateParams = parameters({
  evidence: optional(object({ uncategorized_text: optional(text(20_000)) })),
  submit: optional(flag),
  metadata: optional(unsettable(metadata)),
});

const update = route('secret', 'POST /v1/disputes/:id', updateParams, (sandbox, { account, id, params }) => {
  const found = findDispute(sandbox, account, id);
  if (!isOpenDispute(found)) throw refused('This dispute is already closed.', 'status_transition_invalid');
  const changed =
    params.metadata === undefined ? found.metadata : mergeMetadata(found.metadata, params.metadata);
  const dispute = { ...found, metadata: changed };
  const text = params.evidence?.uncategorized_text ?? null;
  const submits = params.submit ?? text !== null;
  if (submits) checkContestable(sandbox, found);
  const after = submits
    ? answerDispute(sandbox, dispute, text)
    : updateDispute(sandbox, { ...dispute, evidenceText: text ?? dispute.evidenceText });
  return formatDispute(sandbox, after);
});

const close = route('secret', 'POST /v1/disputes/:id/close', parameters({}), (sandbox, { account, id }) => {
  const dispute = findDispute(sandbox, account, id);
  if (!isOpenDispute(dispute)) throw refused('This dispute is already closed.', 'status_transition_invalid');
  const end = isInquiry(dispute) ? 'warning_closed' : 'lost';
  return formatDispute(sandbox, closeDispute(sandbox, dispute, end));
});

const warning = route(
  'secret',
  'GET /v1/radar/early_fraud_warnings/:id',
  parameters({}),
  (sandbox, { account, id }) => {
    const found = sandbox.store.get('earlyFraudWarning', id);
    if (!found || found.account !== account) throw missingResource('early_fraud_warning', id, 'id');
    return formatEarlyFraudWarning(sandbox, found);
  },
);

const warnings = route(
  'secret',
  'GET /v1/radar/early_fraud_warnings',
  parameters(filters),
  (sandbox, { account, params }) => {
    const own = sandbox.store.all('earlyFraudWarning').filter(matching(account, params));
    return listPage('early_fraud_warning', '/v1/radar/early_fraud_warnings', own, params, (found) =>
      formatEarlyFraudWarning(sandbox, found),
    );
  },
);

export const disputeRoutes: readonly Route[] = [retrieve, list, update, close, warning, warnings];
