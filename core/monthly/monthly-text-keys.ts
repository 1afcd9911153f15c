import type { en } from './messages/en';

export type MonthlyTexts = Readonly<Record<keyof typeof en, string>>;
