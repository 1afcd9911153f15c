// Written by `npm run messages` from en.json.
import type en from './en.json';

export type MessageId = keyof typeof en;

/** The placeholders of the texts that have some, by id. */
export interface Placeholders {
  'monthly.month': 'amount' | 'day';
  'monthly.monthEnd': 'amount' | 'day';
  'monthly.year': 'amount' | 'date';
  'monthly.next': 'next';
  'monthly.paidTo': 'owner';
  'monthly.buttonMonth': 'amount';
  'monthly.buttonYear': 'amount';
  'monthly.stopAt': 'address';
  'monthly.thanksMonth': 'amount' | 'owner';
  'monthly.thanksYear': 'amount' | 'owner';
  'notify.paid': 'amount' | 'name';
  'notify.paidBySomebody': 'amount';
  'notify.paidNotToBeShown': 'amount' | 'name';
  'notify.from': 'amount' | 'name';
  'notify.fromSomebody': 'amount';
  'notify.afterCosts': 'amount';
  'notify.held': 'amount';
  'notify.refunded': 'amount';
  'notify.refundedByFan': 'amount';
  'notify.refundedByStripe': 'amount';
  'notify.refundFailed': 'amount';
  'notify.inquiry': 'amount';
  'notify.disputed': 'amount';
  'notify.answerBy': 'date' | 'what';
  'notify.disputeWon': 'amount';
  'notify.disputeLost': 'amount';
  'notify.disputePrevented': 'amount';
  'notify.inquiryClosed': 'amount';
  'notify.warned': 'amount';
  'notify.warningOver': 'amount';
  'notify.updated': 'amount';
  'notify.replied': 'amount';
  'notify.messagesWait': 'count';
  'notify.perMonth': 'amount';
  'notify.perYear': 'amount';
  'notify.monthlyStarted': 'what';
  'notify.monthlyFailing': 'what';
  'notify.monthlyRetry': 'date';
  'notify.monthlyEnded': 'what';
  'notify.monthlyUntil': 'date';
  'notify.payoutPaid': 'amount';
  'notify.payoutFailed': 'amount';
  'notify.needsDataBy': 'date';
  'notify.linkGone': 'url';
  'notify.linkUnreachable': 'url';
  'notify.linkSince': 'date';
  'notify.linkBack': 'url';
  'notify.published': 'handle';
  'notify.channelAdded': 'label';
  'notify.channelFailing': 'label';
  'notify.channelOff': 'label';
  'notify.tips': 'count';
  'notify.tipsSince': 'amounts' | 'time' | 'tips';
  'notify.tipsAndUrgent': 'amounts' | 'tips' | 'urgent';
  'notify.needYou': 'count';
  'notify.withAmounts': 'amounts' | 'what';
  'notify.moreTips': 'count';
  'notify.updates': 'count';
  'notify.moreUpdates': 'count';
  'notify.takenBack': 'count';
  'wall.reached': 'amount' | 'reached';
}
