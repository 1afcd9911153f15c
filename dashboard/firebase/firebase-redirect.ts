import { keptText } from '../data/failure';

const key = 'busker-signing-in-elsewhere';
const left = keptText(key, () => sessionStorage);

/** Whether this tab left for a redirect sign-in. Only then the code that reads its result is loaded. */
export const redirectIsUnderWay = (): boolean => left.read() !== null;

/** Throws where storage is blocked: the result could not be read after the redirect. */
export const redirectBegins = (): void => sessionStorage.setItem(key, '1');

export const redirectIsOver = left.drop;
