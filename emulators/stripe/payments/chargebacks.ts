import type { Sandbox } from '../sandbox';
import type { DisputeEntity, DisputeStatus } from '../state/dispute-entities';

const INQUIRY = new Set<DisputeStatus>(['warning_needs_response', 'warning_under_review', 'warning_closed']);

/** No money moves in the inquiry phase. */
export const isInquiry = ({ status }: DisputeEntity): boolean => INQUIRY.has(status);

/** Disputes that are decided. An appeal opens a lost one again. */
const CLOSED = new Set<DisputeStatus>(['won', 'lost', 'prevented', 'warning_closed']);

export const isOpenDispute = ({ status }: DisputeEntity): boolean => !CLOSED.has(status);

/** A lost dispute that was appealed. Its money stays withdrawn until the appeal is won. */
export const isAppeal = ({ status }: DisputeEntity): boolean =>
  status === 'appeal_needs_response' || status === 'appeal_under_review';

const isChargeback = (dispute: DisputeEntity): boolean =>
  dispute.status === 'lost' || (isOpenDispute(dispute) && !isInquiry(dispute));

/**
 * Whether a dispute has withdrawn the charge's money or may still do so. Inquiries and prevented or won disputes do
 * not count.
 */
export const chargebackOf = ({ store }: Pick<Sandbox, 'store'>, charge: string): DisputeEntity | undefined =>
  store.all('dispute').find((dispute) => dispute.charge === charge && isChargeback(dispute));
