import { useEffect, useLayoutEffect, useState } from 'react';
import { readUrl } from '@busker/core/text/safe-url';
import { formatMoney } from '@busker/core/money/money';
import type { PublicProfile } from '@busker/core/profile/profile';
import { tipTextLimits } from '@busker/core/tip/tip';
import type { ReadyProps } from '../card/card-props';
import { isInApp } from '../browser/in-app';
import { useStore } from '../hooks/use-store';
import { httpTips } from '../server/http-tips';
import type { Settings } from '../attributes/attributes';
import { isSheetOpen } from '../signals/controls';
import { enForm } from '../messages/en-form';
import type { SheetMessages } from '../messages/en-tip';
import { loadTipTexts } from '../messages/tip-texts';
import { adoptStyles } from '../styles/adopt-styles';
import styles from '../styles/sheet.css?inline';
import {
  newId,
  createTipController,
  type TipController,
  pause,
  sessionTipMemory,
} from '../tip/tip-controller';
import { amountRules, emptyForm } from '../tip/tip-form';
import type { PayWay } from '../tip/tip-flow';
import { currencySign } from './pay-screen';
import { OpenedSheet } from './opened-sheet';

interface PageFacts {
  readonly title: unknown;
  readonly location: { readonly href: string } | null;
  readonly querySelector: (selector: string) => Element | null;
}

/**
 * What this tip is for, and where: the tag's text, else the page's title, and the origin and path of its canonical address. Never a query or a
 * fragment, which may contain names, tokens and searches.
 */
export function tipContext(
  settings: Pick<Settings, 'forText' | 'placement'>,
  page: PageFacts,
): { readonly for: string | null; readonly placement: string | null } {
  return {
    for: cut(settings.forText ?? page.title, tipTextLimits.for),
    placement: cut(settings.placement ?? address(page), tipTextLimits.placement),
  };
}

function address(page: PageFacts): string {
  const canonical = page.querySelector('link[rel="canonical"][href]')?.getAttribute('href') ?? '';
  const href = page.location?.href ?? '';
  const url = readUrl(canonical, href) ?? readUrl(href);
  return url && /^https?:$/.test(url.protocol) ? url.origin + url.pathname : '';
}

/** `document.title` is an element on a page that has a form or picture of this name. */
const cut = (text: unknown, limit: number): string | null =>
  typeof text === 'string' ? Array.from(text.trim()).slice(0, limit).join('') || null : null;

/** Waits until the page is idle, but not for long: a fan who hovers taps soon. */
const idle = (): Promise<void> =>
  new Promise((done) => {
    // Safari has no `requestIdleCallback`.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => done(), { timeout: 100 });
    else setTimeout(done);
  });

/** Starts a new task, so that a tap in between goes first. */
const nextTask = (): Promise<void> => new Promise((done) => void setTimeout(done));

/**
 * Prepares the slowest parts of the sheet's first render, each in its own task: the language's number formats (80 ms on a slow phone), and the
 * tab's storage.
 */
export async function warmUp(profile: PublicProfile, wishedAmounts: string, locale: string): Promise<void> {
  const { currency, limits, presets } = amountRules(profile, null, emptyForm, { locale, wishedAmounts });
  await idle();
  formatMoney({ minorUnits: limits.min, currency }, locale);
  await nextTask();
  for (const minorUnits of presets) formatMoney({ minorUnits, currency }, locale);
  currencySign(currency, locale);
  await nextTask();
  sessionTipMemory.recall(profile.handle);
  await nextTask();
}

export { loadPayStep } from './use-pay-step';

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
  // The title of the owner's own page is their name, which is in the sheet's title already.
  const thanksFor = location.origin + location.pathname === props.profile.url ? null : context.for;
  return <OpenedSheet {...props} messages={texts} controller={controller} thanksFor={thanksFor} />;
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
