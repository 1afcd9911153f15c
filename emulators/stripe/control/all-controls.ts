import { billingControls } from './billing-controls';
import { baseControls, type ControlCall } from './control';
import { deliveryControls } from './delivery-controls';
import { inspectControls } from './inspect-controls';
import { moneyControls } from './money-controls';
import { payoutControls } from './payout-controls';
import { wayControls } from './way-controls';

export const CONTROLS: Readonly<Record<string, ControlCall>> = {
  ...baseControls,
  ...wayControls,
  ...moneyControls,
  ...payoutControls,
  ...billingControls,
  ...deliveryControls,
  ...inspectControls,
};
