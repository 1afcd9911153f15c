import { Component, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { settingsOf } from '../attributes/first-settings';
import { closeSheet, createControls, type CardTreeProps } from '../signals/controls';
import { loadLate, type LateParts } from '../late/load-late';
import { adoptStyles } from '../styles/adopt-styles';
import styles from '../styles/card.css?inline';
import { arrivedAnswers, whoseProfile } from './arrived-answers';
import { Card, Frame } from '../card/card';
import type { FirstProps } from '../card/card-props';
import { enFirst } from '../messages/en-first';
import { languageIn, writtenLocale } from '../language/language';
import { nowAndOnline } from '../browser/now-and-online';
import { readProfile } from '../profiles/read-profile';
import { partsOf, type CardServices } from '../profiles/services';

interface State {
  /** False: it could not be loaded. It is tried again when the browser is online again. */
  readonly late: LateParts | false | null;
  /** What the late part has drawn last. */
  readonly tree: ReactNode;
}

/**
 * The whole card. Its first paint, of a profile that has arrived, needs no hooks. Then the late part comes and takes over: a component that draws
 * nothing itself, follows the tag, the profile and calls of the element's methods, and hands over what is to be shown. Without the late part the
 * links work, and the tip button is a link to the tip page.
 */
export function createCardTree(services: CardServices) {
  return class CardTree extends Component<CardTreeProps, State> {
    override state: State = { late: null, tree: null };
    readonly #whose = whoseProfile(this.props.settings);
    /** While the fan uses the card, it is not replaced: the late part waits until they have left it. */
    readonly #answer = this.props.controls.element.matches(':focus-within, :active')
      ? undefined
      : arrivedAnswers.get(this.#whose);
    #driven: CardTreeProps | null = null;
    #driver: ReactNode = null;
    #stop = (): void => undefined;

    readonly #show = (tree: ReactNode) => this.setState({ tree });

    override componentDidMount(): void {
      const { controls } = this.props;
      this.componentDidUpdate();
      this.#stop = nowAndOnline(() => {
        if (this.state.late) return;
        loadLate().then(
          (late) => this.setState({ late }),
          () => {
            this.setState({ late: false });
            closeSheet(controls);
          },
        );
      });
    }

    /** At each rendering: a card that was moved into another document needs a sheet of that one. */
    override componentDidUpdate(): void {
      adoptStyles(this.props.shadow, styles);
    }

    override componentWillUnmount(): void {
      this.#stop();
    }

    override render() {
      const { late, tree } = this.state;
      // The same description as before, unless the tag has changed: it is then not rendered again for what it has shown itself.
      if (late && this.#driven !== this.props) {
        this.#driven = this.props;
        this.#driver = (
          <late.CardDriver
            {...this.props}
            services={services}
            first={this.#isFirst() ? this.#answer : undefined}
            show={this.#show}
          />
        );
      }
      return (
        <>
          {this.#driver}
          {tree ?? this.#draw()}
        </>
      );
    }

    /** Whether the tag still names the profile of its first paint. */
    #isFirst(): boolean {
      return this.#whose === whoseProfile(this.props.settings);
    }

    #draw(): ReactNode {
      const { settings, controls } = this.props;
      const { late } = this.state;
      const answer = this.#answer;
      const language = languageIn(enFirst, writtenLocale(controls.element, settings.locale));
      if (!answer?.ok || !language || !this.#isFirst()) return <slot />;
      const profile = answer.value;
      const theme = settings.theme ?? profile.look.theme;
      const isLate = theme === 'match' || (settings.layout ?? profile.look.layout) === 'floating';
      if (isLate && late !== false) return <slot />;
      const ready = { ...partsOf(services, this.props), profile, language };
      const silent = settings.waitsForConsent && !controls.state().consentGiven;
      return firstPaint(ready, theme === 'match' ? 'auto' : theme, silent, late === false ? 'link' : 'quiet');
    }
  };
}

const firstPaint = (
  ready: FirstProps,
  theme: string,
  silent: boolean,
  tipSheet: 'quiet' | 'link',
): ReactNode => (
  <Frame {...ready} theme={theme} matched={null}>
    <Card {...ready} silent={silent} tipSheet={tipSheet} />
    {null}
  </Frame>
);

/**
 * Draws some card into nothing, while the first profile is on its way. Code that runs for the first time takes several times as long, and so the styles
 * have been read, too. Nothing of it is counted, and no page hears of it.
 */
export function drawAhead(services: CardServices): void {
  const element = document.createElement('p');
  const shadow = element.attachShadow({ mode: 'open' });
  const url = 'https://x.com';
  const profile = readProfile({ name: 'A', bio: 'A', links: [{ url }], tips: { state: 'on' }, tipUrl: url });
  if (!profile) return;
  const tag = { settings: settingsOf(element), controls: createControls(element), shadow };
  const language = { locale: 'en', texts: enFirst };
  adoptStyles(shadow, styles);
  createRoot(shadow).render(firstPaint({ ...partsOf(services, tag), profile, language }, '', true, 'quiet'));
}
