// Everything that is needed once an amount is chosen, as one chunk.
import { adoptStyles } from '../styles/adopt-styles';
import styles from '../styles/outcome.css?inline';

export { isDeformed } from '../frames/is-deformed';
export { CardPlace } from './card-place';
export { ChallengePlace } from './challenge-place';
export { ElsewhereScreen } from './elsewhere-screen';
export { OnItsWayScreen } from './on-its-way-screen';
export { ThanksScreen } from './thanks-screen';
export { UnsureScreen } from './unsure-screen';
export { WayOut } from './way-out';
export { withOutcome } from '../messages/en-outcome';
export { undo } from '../outcome/after-paying';
export { leaveElsewhere, payElsewhere } from '../paying/pay-elsewhere';
export { answerChallenge, payHere } from '../paying/pay-here';

/** Few fans come back from a bank's own page. */
export const loadComeBack = async () => (await import('../outcome/come-back')).comeBack;

/** The styles of what this chunk draws after Pay. */
export const adoptOutcome = (shadow: ShadowRoot): void => adoptStyles(shadow, styles);
