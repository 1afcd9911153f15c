// Written by `npm run messages` from en.json.
import type en from './en.json';

export type MessageId = keyof typeof en;

/** What the texts with placeholders are called with, by id. */
export interface Arguments {
  'copy.link': [label: string | number];
  'form.title': [name: string | number];
  'form.thanksFor': [what: string | number];
  'form.range': [min: string | number, max: string | number];
  'form.amountFault.not-a-number': [min: string | number, max: string | number, example: string | number];
  'form.amountFault.too-precise': [min: string | number, max: string | number, example: string | number];
  'form.amountFault.too-small': [min: string | number, max: string | number, example: string | number];
  'form.amountFault.too-large': [min: string | number, max: string | number, example: string | number];
  'form.amountFault.not-a-step': [min: string | number, max: string | number, example: string | number];
  'form.charactersLeft': [count: number];
  'form.tooLong': [limit: string | number];
  'form.coverCosts': [amount: string | number, name: string | number, tip: string | number];
  'form.onlyFor': [name: string | number];
  'form.whoSees': [name: string | number];
  'form.pay': [amount: string | number];
  'outcome.wentThrough': [amount: string | number, name: string | number];
  'outcome.onItsWayWhy': [amount: string | number, name: string | number];
  'outcome.tipWentThrough': [name: string | number];
  'outcome.undoUntil': [time: string | number];
  'outcome.undone': [amount: string | number];
  'outcome.undoneSlowly': [amount: string | number, time: string | number];
  'outcome.refundFailed': [amount: string | number, name: string | number];
  'outcome.refundAsk': [name: string | number];
}
