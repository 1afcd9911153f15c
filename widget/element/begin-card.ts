import type { FirstSettings } from '../attributes/first-settings';
import { loadLate } from '../late/load-late';
import { arrivedAnswers, whoseProfile } from './arrived-answers';
import { isNear } from '../scheduling/is-near';
import { enFirst } from '../messages/en-first';
import { languageIn, loadTexts, writtenLocale } from '../language/language';
import { profileReader, type CardServices } from '../profiles/services';

const nothing = () => undefined;

/**
 * Requests at once what the first paint of this tag needs: its profile, its texts, and the late part if the tag asks for a look that only that one
 * draws. Resolves with the layout when they have arrived, or cannot be had.
 */
export async function beginCard(
  services: CardServices,
  settings: FirstSettings,
  tag: Element,
): Promise<string | null> {
  const { src, profile, host, layout, theme, locale } = settings;
  const reading = profileReader(services, src, profile, host)?.(false);
  if (layout === 'floating' || theme === 'match') loadLate().catch(nothing);
  if (!languageIn(enFirst, writtenLocale(tag, locale))) await loadTexts().catch(nothing);
  const answer = await reading;
  if (answer) arrivedAnswers.set(whoseProfile(settings), answer);
  return layout ?? (answer?.ok ? answer.value.look.layout : null);
}

let isFirst = true;

/**
 * Mounts the card once its first paint can be drawn and it is near the visible part of the page. Only the first card of a page is measured: measuring
 * many, each after the other has rendered, would cause many layouts. The others are observed by the late part.
 */
export async function connectCard(
  services: CardServices,
  settings: FirstSettings,
  mount: () => void,
  element: Element,
): Promise<void> {
  const layout = await beginCard(services, settings, element);
  const isMeasured = isFirst;
  isFirst = false;
  // A floating button is always visible, wherever its tag is.
  if (layout === 'floating' || (isMeasured && isNear(element))) mount();
  else loadLate().then(({ whenNear }) => whenNear(element, mount), mount);
}
