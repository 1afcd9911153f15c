import type { TipSession } from '../../core/api/tip-api';
import { isMinorUnits, record } from './read-json';

/** Limits and suggestions, in minor units; null without limits. */
export function readAmounts({
  limits,
  presets,
}: Readonly<Record<string, unknown>>): Pick<TipSession, 'limits' | 'presets'> | null {
  const { min, max, step } = record(limits);
  if (!isMinorUnits(min) || !isMinorUnits(max)) return null;
  return {
    limits: { min, max, step: isMinorUnits(step) && step > 0 ? step : 1 },
    presets: Array.isArray(presets) ? presets.filter(isMinorUnits) : [],
  };
}

export function readFees(input: unknown): TipSession['fees'] {
  const { bps, fixed, platformBps } = record(input);
  if (!isMinorUnits(bps) || !isMinorUnits(fixed)) return null;
  return { bps, fixed, platformBps: isMinorUnits(platformBps) ? platformBps : 0 };
}
