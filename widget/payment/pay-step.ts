// Everything that is needed once an amount is chosen, as one chunk.
export { isDeformed } from './is-deformed';
export { CardPlace } from '../sheet/card-place';
export { ChallengePlace } from '../sheet/challenge-place';
export { ElsewhereScreen } from '../sheet/elsewhere-screen';
export { OnItsWayScreen } from '../sheet/on-its-way-screen';
export { ThanksScreen } from '../sheet/thanks-screen';
export { UnsureScreen } from '../sheet/unsure-screen';
export { WayOut } from '../sheet/way-out';
export { withOutcome } from '../messages/en-outcome';
export { undo } from '../tip/after-paying';
export { leaveElsewhere, payElsewhere } from '../tip/pay-elsewhere';
export { answerChallenge, payHere } from '../tip/pay-here';

/** Few fans come back from a bank's own page. */
export const loadComeBack = async () => (await import('../tip/come-back')).comeBack;
