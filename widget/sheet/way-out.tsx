import { useEffect, useRef, useState } from 'react';
import { useStore } from '../hooks/use-store';
import { closeSheet, isSheetOpen, type Controls } from '../signals/controls';
import type { TipMessages } from '../messages/en-tip';
import { leaveBank } from '../paying/pay-elsewhere';
import type { TipController } from '../tip/tip-controller';
import { isInWallet, type TipFlow } from '../tip/tip-flow';
import { openPayTab } from './pay-tab';

interface Props {
  readonly controls: Controls;
  readonly controller: TipController;
  readonly messages: TipMessages;
  readonly stage: TipFlow['stage'];
}

/** How long a bank's question may take to appear, in milliseconds. Not `framePatience`, which the browser tests lengthen. */
export const bankPatience = 8_100;

/**
 * The page may keep the bank's question from being seen, and nobody can tell. After some seconds the fan can go on with Stripe's page, or close the
 * sheet: its next opening says how the payment stands.
 */
export function WayOut({ controls, controller, messages, stage }: Props) {
  const doing = stage.at === 'confirming' ? stage.doing : null;
  const [isLong, setLong] = useState(false);
  const isLeft = useRef(false);
  const open = useStore(controls, isSheetOpen);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), bankPatience);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [doing]);
  useEffect(() => {
    if (!open || !isLeft.current) return;
    isLeft.current = false;
    leaveBank(controller, { kind: 'left' });
  }, [controller, open]);
  const close = () => {
    if (isInWallet(stage)) return controller.send({ type: 'not-paid', notice: null, intent: 'open' });
    isLeft.current = true;
    closeSheet(controls);
  };
  // A live region has to be there before its text.
  return (
    <div className="pay-bar" hidden={!isLong}>
      <p className="note" role="status">
        {isLong && doing === 'confirming' ? messages.noQuestion : ''}
      </p>
      {doing === 'confirming' && (
        <button
          type="button"
          className="tip pay"
          onClick={() => leaveBank(controller, { kind: 'elsewhere', tab: openPayTab() })}
        >
          {messages.payThere}
        </button>
      )}
      <button type="button" className="link wide" onClick={close}>
        {messages.close}
      </button>
    </div>
  );
}
