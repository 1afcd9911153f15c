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
import * as p from '../wire/parameters';
import { refused } from '../wire/refusal';
import { by, resource, route, type Route } from './resource';

const disputes = resource('dispute', {
  address: '/v1/disputes',
  called: 'dispute',
  param: 'dispute',
  format: formatDispute,
});

/** Both lists can be asked for one payment. */
const ofPayment = {
  payment_intent: by(p.text(), ({ paymentIntent }: { readonly paymentIntent: string }) => paymentIntent),
  charge: by(p.text(), ({ charge }: { readonly charge: string }) => charge),
};

const updateParams = p.parameters({
  evidence: p.optional(p.object({ uncategorized_text: p.optional(p.text(20_000)) })),
  submit: p.optional(p.flag),
  metadata: p.optional(p.unsettable(p.metadata)),
});

const update = route('secret', 'POST /v1/disputes/:id', updateParams, (sandbox, { account, id, params }) => {
  const found = disputes.find(sandbox, account, id);
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

const close = route('secret', 'POST /v1/disputes/:id/close', p.parameters({}), (sandbox, { account, id }) => {
  const dispute = disputes.find(sandbox, account, id);
  if (!isOpenDispute(dispute)) throw refused('This dispute is already closed.', 'status_transition_invalid');
  const end = isInquiry(dispute) ? 'warning_closed' : 'lost';
  return formatDispute(sandbox, closeDispute(sandbox, dispute, end));
});

const warnings = resource('earlyFraudWarning', {
  address: '/v1/radar/early_fraud_warnings',
  called: 'early_fraud_warning',
  param: 'id',
  format: formatEarlyFraudWarning,
});

export const disputeRoutes: readonly Route[] = [
  disputes.retrieve,
  disputes.list(ofPayment),
  update,
  close,
  warnings.retrieve,
  warnings.list(ofPayment),
];
