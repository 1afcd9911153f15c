// Written by `npm run messages` from en.json.
import type en from './en.json';

export type MessageId = keyof typeof en;

/** The placeholders of the texts that have some, by id. */
export interface Placeholders {
  'page.description': 'name';
  'page.tip': 'name';
  'page.noTips': 'name';
  'page.anotherAmountBetween': 'max' | 'min';
  'page.cover': 'amount' | 'cover';
  'page.onlyFor': 'name';
  'page.whoSees': 'name';
  'page.backTo': 'name';
  'receipt.undoLeft': 'time';
  'receipt.reply': 'owner';
  'receipt.watch.offer': 'owner';
  'receipt.watch.on': 'owner';
  'receipt.mailOffer': 'owner';
  'receipt.mailSubject': 'owner';
  'receipt.mailText': 'owner' | 'url';
  'receipt.mailTitle': 'owner';
  'receipt.mailOn': 'owner';
  'receipt.mailAnswer': 'url';
  'receipt.ask': 'owner';
  'receipt.states.pending.sentence': 'owner';
  'receipt.states.processing.sentence': 'owner';
  'receipt.states.paid.sentence': 'owner';
  'receipt.states.partially_refunded.sentence': 'owner';
  'receipt.states.refunded.sentence': 'owner';
  'receipt.states.disputed.sentence': 'owner';
  'receipt.states.lost.sentence': 'owner';
  'receipt.states.failed.sentence': 'owner';
  'receipt.states.expired.sentence': 'owner';
  'receipt.refundFailed': 'amount' | 'name';
  'receipt.refundAsk': 'name';
  'receipt.backWithin': 'amount' | 'time';
  'receipt.cardEnding': 'brand' | 'last4';
  'receipt.fields.write': 'example';
  'receipt.fields.keepTo': 'limit';
  'receipt.fields.least': 'min';
  'receipt.fields.most': 'max';
  'monthlyTip.headingMonth': 'amount' | 'owner';
  'monthlyTip.headingYear': 'amount' | 'owner';
  'monthlyTip.active': 'day';
  'monthlyTip.ending': 'day';
  'monthlyTip.ended': 'day';
  'monthlyTip.withdrawn': 'amount';
  'monthlyTip.elsewhere': 'owner';
  'monthlyTip.withdrawnElsewhere': 'owner';
  'monthlyTip.withdrawSure': 'amount';
  'monthlyTip.newAmount': 'currency';
  'monthlyTip.changeFrom': 'day';
  'stopMonthly.withAddress': 'owner';
  'stopMonthly.gone': 'owner';
  'withdraw.about': 'owner';
  'withdraw.withoutCard': 'owner';
  'withdraw.done': 'owner';
  'withdraw.otherwise': 'owner';
  'report.noScript': 'mail';
  'report.often': 'mail';
  'report.done': 'number';
  'report.mailed': 'mail';
  'report.noMore': 'mail';
  'report.stateTitle': 'number';
}
