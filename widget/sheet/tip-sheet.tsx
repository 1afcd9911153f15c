import { useEffect, useLayoutEffect, useState } from 'react';
import type { ReadyProps } from '../card/card-props';
import { isSheetOpen } from '../element/controls';
import { httpTips } from '../data/http-tips';
import { isInApp } from '../card/in-app';
import { enForm } from '../messages/en-form';
import type { SheetMessages } from '../messages/en-tip';
import { loadTipTexts } from '../messages/tip-texts';
import { useStore } from '../card/use-store';
import { adoptStyles } from '../styles/adopt-styles';
import styles from '../styles/sheet.css?inline';
import { pause } from '../tip/check-lost-answer';
import { newId } from '../tip/new-id';
import { createTipController, type TipController } from '../tip/tip-controller';
import type { PayWay } from '../tip/why-hosted';
import { sessionTipMemory } from '../tip/tip-memory';
import { OpenedSheet } from './opened-sheet';
import { tipContext } from './tip-context';

export { loadPayStep } from './use-pay-step';
export { warmUp } from './warm-up';

/**
 * The sheet of one card. It may render, closed, before the tap. Until the first opening it follows the page, the tag and the owner; afterwards
 * nothing changes while the fan uses it.
 */
export function TipSheet(props: ReadyProps) {
  const { profile, settings, controls } = props;
  const open = useStore(controls, isSheetOpen);
  const now = JSON.stringify([profile, settings, props.language.locale, document.title, location.href]);
  const [opened, setOpened] = useState<string | null>(null);
  if (open && opened === null) setOpened(now);
  return <SheetOver key={opened ?? now} {...props} />;
}

/** The tip sheet with one controller, which lives while the card shows this profile: closing the sheet loses nothing. */
function SheetOver(props: ReadyProps) {
  const { shadow, language, settings, controls } = props;
  const open = useStore(controls, isSheetOpen);
  const [controller, setController] = useState<TipController | null>(null);
  const [texts, setTexts] = useState<SheetMessages | null>(null);
  const [context] = useState(() => tipContext(settings, document));
  useLayoutEffect(() => adoptStyles(shadow, styles), [shadow]);
  useEffect(() => {
    let wanted = true;
    loadTipTexts(language.locale).then(
      (loaded) => wanted && setTexts(loaded),
      () => wanted && setTexts((before) => before ?? enForm),
    );
    return () => {
      wanted = false;
    };
    // Each opening tries again to load a missing language.
  }, [language.locale, open]);
  useEffect(() => {
    const made = makeController(props, context);
    setController(made);
    return () => made.close();
    // The controller stays for the life of this sheet; another profile has another sheet.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  if (!controller || !texts) return null;
  return <OpenedSheet {...props} messages={texts} controller={controller} thanksFor={context.for} />;
}

function payWay(settings: ReadyProps['settings']): PayWay {
  if (settings.pay === 'hosted') return { by: 'hosted', why: 'chosen' };
  return isInApp() ? { by: 'hosted', why: 'in-app' } : { by: 'card-form' };
}

function makeController(props: ReadyProps, context: ReturnType<typeof tipContext>): TipController {
  const { profile, settings, controls, host, tips, openSurface, lookUpPayment, language } = props;
  return createTipController({
    profile,
    backend: tips ?? httpTips(host),
    openSurface,
    lookUpPayment,
    emit: controls.emit,
    way: payWay(settings),
    locale: language.locale,
    wishedAmounts: settings.amounts,
    // Not in the settings, because the first file has no room.
    wishedPeriods: () => controls.element.getAttribute('every'),
    context,
    host,
    returnsToReceipt: settings.returnTo === 'receipt',
    memory: sessionTipMemory,
    pause,
    newId,
  });
}
