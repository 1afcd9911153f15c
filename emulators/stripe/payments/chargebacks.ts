import type { Sandbox } from '../sandbox';
import type { DisputeEntity, DisputeStatus } from '../state/dispute-entities';

const INQUIRY = new Set<DisputeStatus>(['warning_needs_response', 'warning_under_review', 'warning_closed']);

/** No money moves in the inquiry phase. */
export const isInquiry = ({ status }: DisputeEntity): boolean => INQUIRY.has(status);

/**
 * Whether a dispute has withdrawn the charge's money or may still do so. Inquiries and prevented or won disputes do
 * not count.
 */
export const chargebackOf = ({ store }: Pick<Sandbox, 'store'>, charge: string): DisputeEntity | undefined =>
  store
    .all('dispute')
    .find(
      (dispute) =>
        dispute.charge === charge && ['needs_response', 'under_review', 'lost'].includes(dispute.status),
    );
