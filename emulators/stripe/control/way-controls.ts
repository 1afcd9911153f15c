import * as v from 'valibot';
import { formatCapability } from '../format/account';
import { formatPaymentMethodConfiguration } from '../format/payment-method-configuration';
import { changeAccount } from '../payments/accounts';
import { walletNames } from '../payments/wallets';
import { capableTypes, configuredTypes, withPreference } from '../payments/way-settings';
import { control, type ControlCall } from './control';

const id = v.pipe(v.string(), v.minLength(1));

/** What an account has to be paid with. */
export const wayControls: Readonly<Record<string, ControlCall>> = {
  'accounts/way': control(
    'sets whether an account has a way to pay (Stripe’s name, for example card or ideal), and sends the webhook events',
    v.strictObject({
      account: id,
      type: v.picklist(['card', ...capableTypes]),
      status: v.picklist(['active', 'inactive', 'pending']),
    }),
    ({ sandbox }, { account, type, status }) => {
      const before = sandbox.store.get('account', account);
      if (!before) return null;
      return sandbox.store.transact(() => {
        const capabilities = { ...before.capabilities, [type]: status };
        const after = changeAccount(sandbox, before, { capabilities });
        sandbox.emit({ account, type: 'capability.updated', object: formatCapability(after, type) });
        return after;
      });
    },
  ),
  'accounts/wallets': control(
    `sets which wallets browsers show for an account (${walletNames.join(', ')})`,
    v.strictObject({ account: id, wallets: v.array(v.picklist(walletNames)) }),
    ({ sandbox }, { account, wallets }) => {
      const before = sandbox.store.get('account', account);
      if (!before) return null;
      return sandbox.store.transact(() => {
        const after = { ...before, wallets };
        sandbox.store.put('account', after);
        return after;
      });
    },
  ),
  'accounts/preference': control(
    'switches a way to pay on or off in the settings of an account, as an owner can; none takes the choice back',
    v.strictObject({
      account: id,
      type: v.picklist(configuredTypes),
      preference: v.picklist(['on', 'off', 'none']),
    }),
    ({ sandbox }, { account, type, preference }) => {
      const before = sandbox.store.get('account', account);
      if (!before) return null;
      return sandbox.store.transact(() => {
        const after = withPreference(before, type, preference);
        sandbox.store.put('account', after);
        return formatPaymentMethodConfiguration(after);
      });
    },
  ),
};
