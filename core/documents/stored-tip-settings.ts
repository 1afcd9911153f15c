import * as v from 'valibot';
import { isUnusedOffer, type TipSettings } from '../profile/draft';
import type { StoredData } from './stored-document';

/**
 * Settings of monthly tips and of the fan's own currency are stored only once they are used. So a release or an open dashboard from before them can
 * read, and publish, the documents of every owner who never used them.
 */
export function storedTipSettings({ monthly, fanCurrency, ...settings }: TipSettings): StoredData {
  return {
    ...settings,
    ...(isUnusedOffer(monthly) ? {} : { monthly }),
    ...(fanCurrency ? { fanCurrency } : {}),
  };
}

/**
 * A published profile has `fanCurrency` beside `tips`. Earlier releases refuse a setting in `tips` that they do not know, and with it the profile, but
 * ignore other fields of a profile. So they read it after a rollback.
 */
export const storedFanCurrency = v.fallback(v.optional(v.boolean(), false), false);

/** The settings as fields of a published profile. */
export const publishedTipSettings = (settings: TipSettings): StoredData => ({
  tips: storedTipSettings({ ...settings, fanCurrency: false }),
  ...(settings.fanCurrency ? { fanCurrency: true } : {}),
});
