import type { Sandbox } from '../sandbox';
import type { DisputeEntity, DisputeStatus } from '../state/dispute-entities';

const INQUIRY = new Set<DisputeStatus>(['warning_needs_response', 'warning_under_review', 'warning_closed']);

/** Inquiries ask before any money moves. */
export const isInquiry = ({ status }: DisputeEntity): boolean => INQUIRY.has(status);

/** A dispute that took the money of this charge, or is about to; inquiries and what was prevented or won do not count. */
export const chargebackOf = ({ store }: Pick<Sandbox, 'store'>, charge: string): DisputeEntity | undefined =>
  store
    .all('dispute')
    .find(
      (dispute) =>
        dispute.charge === charge && ['needs_response', 'under_review', 'lost'].includes(dispute.status),
    );
